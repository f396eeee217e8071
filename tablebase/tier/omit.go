package tier

import (
	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase/cache"
)

// Numbering determines which positions of a game a table stores and which it omits.
// It is safe for concurrent use.
type Numbering[S games.State] struct {
	Game    games.Tiered[S]
	Tiers   []games.Tier
	omitter games.Omitter[S] // nil if the table stores all positions
	surveys cache.Pool[survey[S]]
}

// NewNumbering returns the numbering of g.
func NewNumbering[S games.State](g games.Tiered[S]) *Numbering[S] {
	omitter, _ := g.(games.Omitter[S])
	return &Numbering[S]{Game: g, Tiers: g.Tiers(), omitter: omitter}
}

// omits reports whether a table may omit positions of a tier.
func (n *Numbering[S]) omits(tier int) bool { return n.omitter != nil && !n.Tiers[tier].Immediate }

// survey describes consecutive indexes of a tier. If the table omits no positions of
// the tier, the slice omitted is empty.
type survey[S games.State] struct {
	states        []S
	used, omitted []bool

	indexes   []uint64
	positions []S
}

// survey returns a survey of count indexes of a tier. The caller must put the survey
// back into n.surveys.
func (n *Numbering[S]) survey(tier int, first uint64, count int) *survey[S] {
	v := n.surveys.Get()
	v.indexes = v.indexes[:0]
	for i := range count {
		v.indexes = append(v.indexes, first+uint64(i))
	}
	v.states, v.used = n.Game.Unrank(v.states[:0], v.used[:0], tier, v.indexes)
	if v.omitted = v.omitted[:0]; n.omits(tier) {
		v.omitted = append(v.omitted, v.used...)
		v.positions = n.omit(v.omitted, v.positions[:0], v.states)
	}
	return v
}

// omit clears the marks of the states that the table stores. It appends every
// previously marked state to asked, and returns the extended slice.
func (n *Numbering[S]) omit(marks []bool, asked, states []S) []S {
	for i, ok := range marks {
		if ok {
			asked = append(asked, states[i])
		}
	}
	answers := n.omitter.Omit(nil, asked)
	for i, ok := range marks {
		if ok {
			marks[i], answers = answers[0], answers[1:]
		}
	}
	return asked
}

// MarkOmitted appends count elements to dst, one per cell of a tier, starting at
// index first. An element is true if the table omits the cell. If the table omits no
// positions of the tier, MarkOmitted appends nothing.
func (n *Numbering[S]) MarkOmitted(dst []bool, tier int, first uint64, count int) []bool {
	if !n.omits(tier) {
		return dst
	}
	for at := 0; at < count; at += StripCells {
		v := n.survey(tier, first+uint64(at), min(StripCells, count-at))
		dst = append(dst, v.omitted...)
		n.surveys.Put(v)
	}
	return dst
}

func (n *Numbering[S]) omittedStates(states []S, slots []games.Slot) []bool {
	marks := make([]bool, len(states))
	for i, slot := range slots {
		marks[i] = n.omits(slot.Tier())
	}
	n.omit(marks, nil, states)
	return marks
}

// derived computes the cell of a nonterminal position from the cells of its
// children. It returns value.Unused if a child is Unused.
func derived(children []value.Cell) value.Cell {
	lost, won, drawn := -1, -1, false
	for _, c := range children {
		switch plies := c.Remoteness(); {
		case c == value.Unused:
			return c
		case c.IsLoss() && (lost < 0 || plies < lost):
			lost = plies
		case c.IsWin():
			won = max(won, plies)
		case c == value.Draw:
			drawn = true
		}
	}
	switch {
	case lost >= 0:
		return value.Win(lost + 1)
	case drawn:
		return value.Draw
	}
	return value.Loss(won + 1)
}
