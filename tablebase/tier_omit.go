package tablebase

import (
	"zermelo/games"
	"zermelo/solver"
)

// numbering is a game that is numbered tier by tier, and what a table of it
// omits.
type numbering[S games.State] struct {
	game    games.Tiered[S]
	tiers   []games.Tier
	omitter games.Omitter[S] // nil: the table holds all positions
}

func newNumbering[S games.State](g games.Tiered[S]) numbering[S] {
	omitter, _ := g.(games.Omitter[S])
	return numbering[S]{g, g.Tiers(), omitter}
}

// omits reports whether positions of a tier can be omitted.
func (n *numbering[S]) omits(tier int) bool { return n.omitter != nil && !n.tiers[tier].AtSight }

// survey says of count indexes of a tier what they stand for, whether they are
// used, and which of these the table omits; nil if the tier has none.
func (n *numbering[S]) survey(tier int, first uint64, count int) (states []S, used, omitted []bool) {
	indexes := make([]uint64, count)
	for i := range indexes {
		indexes[i] = first + uint64(i)
	}
	states, used = n.game.Unrank(make([]S, 0, count), make([]bool, 0, count), tier, indexes)
	if !n.omits(tier) {
		return states, used, nil
	}
	positions := make([]S, 0, count)
	for i, ok := range used {
		if ok {
			positions = append(positions, states[i])
		}
	}
	omitted = make([]bool, count)
	marks := n.omitter.Omit(make([]bool, 0, len(positions)), positions)
	at := 0
	for i, ok := range used {
		if ok {
			omitted[i] = marks[at]
			at++
		}
	}
	return states, used, omitted
}

// omittedCells says which of the cells of a block of a tier the table omits; nil
// if it omits none.
func (n *numbering[S]) omittedCells(tier int, first uint64, cells []solver.Cell) []bool {
	if !n.omits(tier) {
		return nil
	}
	marks := make([]bool, 0, len(cells))
	for at := 0; at < len(cells); at += stripCells {
		_, _, omitted := n.survey(tier, first+uint64(at), min(stripCells, len(cells)-at))
		marks = append(marks, omitted...)
	}
	return marks
}

// omittedStates says which of some states the table omits.
func (n *numbering[S]) omittedStates(states []S, slots []games.Slot) []bool {
	marks := make([]bool, len(states))
	var asked []S
	for i, s := range states {
		if marks[i] = n.omits(slots[i].Tier()); marks[i] {
			asked = append(asked, s)
		}
	}
	answers := n.omitter.Omit(nil, asked)
	at := 0
	for i := range marks {
		if marks[i] {
			marks[i] = answers[at]
			at++
		}
	}
	return marks
}

// derived is the cell of a position that is not over, given those of its
// children: Unused if one of these is.
func derived(children []solver.Cell) solver.Cell {
	lost, won, drawn := -1, -1, false
	for _, c := range children {
		switch plies := c.Remoteness(); {
		case c == solver.Unused:
			return c
		case c.IsLoss() && (lost < 0 || plies < lost):
			lost = plies
		case c.IsWin():
			won = max(won, plies)
		case c == solver.Draw:
			drawn = true
		}
	}
	switch {
	case lost >= 0:
		return solver.Win(lost + 1)
	case drawn:
		return solver.Draw
	}
	return solver.Loss(won + 1)
}
