// Package indextest tests the perfect indexes of games exhaustively.
package indextest

import (
	"slices"
	"testing"

	"zermelo/games"
)

// Counts holds statistics about a tier.
type Counts struct {
	Used      int // used indexes
	Positions int // sum of the weights of the used indexes
	Terminals int // used indexes of terminal states
}

// Tiers tests every stride-th index of each tier of g and returns statistics about
// each tier. It checks that Rank inverts Unrank, even for canonical states; that
// children are in the same tier or in a tier listed in Lower; and that Parents, if
// implemented, agrees with Expand within the tier.
func Tiers[S games.State](t testing.TB, g games.Tiered[S], stride uint64) []Counts {
	t.Helper()
	c := checker[S]{t: t, game: g, canonizer: games.CanonizerOf[S](g), notation: games.NotationOf[S](g)}
	c.retro, _ = g.(games.Retro[S])
	counts := make([]Counts, len(g.Tiers()))
	for number, tier := range g.Tiers() {
		if len(tier.Lower) > 0 && slices.Max(tier.Lower) >= number {
			t.Fatalf("tier %s is not after all of its lower ones", tier.Name)
		}
		for index := uint64(0); index < tier.Size; index += stride {
			states, used := g.Unrank(nil, nil, number, []uint64{index})
			if used[0] {
				c.check(&counts[number], number, index, states[0])
			}
		}
	}
	return counts
}

type checker[S games.State] struct {
	t         testing.TB
	game      games.Tiered[S]
	retro     games.Retro[S] // may be nil
	canonizer games.Canonizer[S]
	notation  games.Notation[S]
}

// check tests s, which is the state of a used index.
func (c *checker[S]) check(counts *Counts, number int, index uint64, s S) {
	c.t.Helper()
	slot, text := games.SlotOf(number, index), c.notation.FormatState(s)
	canonical := []S{s}
	c.canonizer.Canonize(canonical, make([]bool, 1))
	if got := c.game.Rank(nil, []S{s, canonical[0]}); got[0] != slot || got[1] != slot {
		c.t.Fatalf("tier %d, index %d: state %s has slot %x, its canonical state %x", number, index, text, got[0], got[1])
	}
	if back, err := c.notation.ParseState(text); err != nil || back != s {
		c.t.Fatalf("state %s does not round-trip: %v", text, err)
	}
	tier := c.game.Tiers()[number]
	children, _ := c.game.Expand(nil, nil, []S{s})
	counts.Used++
	counts.Positions += int(c.game.Weights(nil, []S{s})[0])
	if len(children) == 0 {
		counts.Terminals++
	}
	var own []S
	for i, to := range c.game.Rank(nil, children) {
		switch {
		case to.Tier() == number:
			own = append(own, children[i])
		case !slices.Contains(tier.Lower, to.Tier()):
			c.t.Fatalf("state %s of tier %s has a child in tier %s", text, tier.Name, c.game.Tiers()[to.Tier()].Name)
		}
		if to.Index() >= c.game.Tiers()[to.Tier()].Size {
			c.t.Fatalf("child %s has index %d, its tier ends before", c.notation.FormatState(children[i]), to.Index())
		}
	}
	if c.retro != nil {
		c.checkParents(slot, s, own)
	}
}

// checkParents checks that, up to symmetry, s is a parent of its children in the same
// tier and a child of each of its parents.
func (c *checker[S]) checkParents(slot games.Slot, s S, children []S) {
	c.t.Helper()
	for _, child := range children {
		parents, _ := c.retro.Parents(nil, nil, []S{child})
		if !slices.Contains(c.game.Rank(nil, parents), slot) {
			c.t.Fatalf("%s is a child of %s, which is not among its parents", c.notation.FormatState(child), c.notation.FormatState(s))
		}
	}
	parents, ends := c.retro.Parents(nil, nil, []S{s})
	if len(ends) != 1 || int(ends[0]) != len(parents) {
		c.t.Fatalf("%d parents end at %v", len(parents), ends)
	}
	for i, at := range c.game.Rank(nil, parents) {
		siblings, _ := c.game.Expand(nil, nil, parents[i:i+1])
		if _, used := c.game.Unrank(nil, nil, at.Tier(), []uint64{at.Index()}); !used[0] {
			c.t.Fatalf("%s is a parent of %s, but its index is unused", c.notation.FormatState(parents[i]), c.notation.FormatState(s))
		}
		if at.Tier() != slot.Tier() || len(siblings) > 0 && !slices.Contains(c.game.Rank(nil, siblings), slot) {
			c.t.Fatalf("%s is a parent of %s, but no ply leads there", c.notation.FormatState(parents[i]), c.notation.FormatState(s))
		}
	}
}
