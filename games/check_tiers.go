package games

import (
	"errors"
	"math/rand/v2"
	"slices"
)

// TierCounts holds statistics about the tested indexes of a tier.
type TierCounts struct {
	Used      int // used indexes
	Positions int // sum of weights
	Terminals int // used indexes of terminal states
}

// CheckTiers tests every stride-th index of each tier of g. It returns the
// statistics of each tier and, as Check does, the violations.
func CheckTiers[S State](g Tiered[S], stride uint64) ([]TierCounts, error) {
	t := newTierChecker(newChecker[S](g), g)
	counts := make([]TierCounts, len(t.tiers))
	for number, tier := range t.tiers {
		n := &counts[number]
		for index := uint64(0); index < tier.Size && len(t.errs) < maxErrors; index += stride {
			states, used := t.checkIndex(number, index)
			if !used {
				continue
			}
			n.Used++
			n.Positions += int(g.Weights(nil, states)[0])
			if children, _ := g.Expand(nil, nil, states); len(children) == 0 {
				n.Terminals++
			}
		}
	}
	return counts, errors.Join(t.errs...)
}

func (c *checker[S]) checkTiers(g Tiered[S], states []S, rng *rand.Rand) {
	t := newTierChecker(c, g)
	if len(t.tiers) == 0 {
		return
	}
	for i := range 2 * len(states) {
		if number := i % len(t.tiers); t.tiers[number].Size > 0 {
			t.checkIndex(number, rng.Uint64N(t.tiers[number].Size))
		}
	}
	for _, s := range states {
		if len(c.errs) < maxErrors {
			t.checkState(s)
		}
	}
	if len(c.errs) == 0 {
		c.checkUnrank(g, states)
		t.checkWeights(states)
	}
}

type tierChecker[S State] struct {
	*checker[S]
	game     Tiered[S]
	retro    Retro[S]
	omitter  Omitter[S]
	splitter Splitter[S]
	tiers    []Tier
}

// newTierChecker returns a checker for g. If the order of the tiers is invalid, the
// checker has no tiers.
func newTierChecker[S State](c *checker[S], g Tiered[S]) *tierChecker[S] {
	t := &tierChecker[S]{checker: c, game: g}
	t.retro, _ = g.(Retro[S])
	t.omitter, _ = g.(Omitter[S])
	t.splitter, _ = g.(Splitter[S])
	tiers := g.Tiers()
	for number, tier := range tiers {
		if tier.Name == "" || tier.Size > 1<<40 {
			c.fail(g.Start(), "tier %d has name %q and size %d; the name must not be empty, and the maximum size is %d", number, tier.Name, tier.Size, uint64(1<<40))
		}
		for _, l := range tier.Lower {
			if l < 0 || l >= number {
				c.fail(g.Start(), "tier %s must follow tier %d, which it leads to", tier.Name, l)
				return t
			}
		}
	}
	t.tiers = tiers
	return t
}

// slot returns the slot of s and reports whether the slot is valid.
func (t *tierChecker[S]) slot(s S) (Slot, bool) {
	slots := t.game.Rank(nil, []S{s})
	if len(slots) != 1 {
		t.fail(s, "Rank appends %d slots for one state", len(slots))
		return 0, false
	}
	if slot := slots[0]; slot.Tier() >= len(t.tiers) || slot.Index() >= t.tiers[slot.Tier()].Size {
		t.fail(s, "index %d of tier %d is out of range", slot.Index(), slot.Tier())
		return 0, false
	}
	return slots[0], true
}

// checkIndex checks that Rank inverts Unrank for an index. It returns a slice that
// holds the state with that index, and reports whether the index is used.
func (t *tierChecker[S]) checkIndex(tier int, index uint64) (state []S, used bool) {
	states, marks := t.game.Unrank(nil, nil, tier, []uint64{index})
	if len(states) != 1 || len(marks) != 1 {
		t.fail(t.game.Start(), "Unrank appends %d states and %d marks for one index", len(states), len(marks))
		return nil, false
	}
	if !marks[0] {
		return states, false
	}
	if slot, ok := t.slot(states[0]); ok && slot != SlotOf(tier, index) {
		t.fail(states[0], "returned by Unrank for index %d of tier %d, but Rank returns index %d of tier %d", index, tier, slot.Index(), slot.Tier())
		return states, true
	}
	t.checkState(states[0])
	return states, true
}

func (t *tierChecker[S]) checkState(s S) {
	slot, ok := t.slot(s)
	if !ok {
		return
	}
	t.checkRoundTrip(s)
	canonical, _ := Canonical(t.checker.game, s)
	if other, ok := t.slot(canonical); ok && other != slot {
		t.fail(s, "its canonical state has a different slot")
	}
	back, used := t.game.Unrank(nil, nil, slot.Tier(), []uint64{slot.Index()})
	if !used[0] {
		t.fail(s, "its index %d of tier %d is unused", slot.Index(), slot.Tier())
		return
	}
	if t.tiers[slot.Tier()].Immediate && s != back[0] {
		return
	}
	if again, _ := Canonical(t.checker.game, back[0]); again != canonical {
		t.fail(s, "its index also belongs to a state that is not equivalent: %s", t.notation.FormatState(back[0]))
	}
	if a, b := t.game.Weights(nil, []S{s})[0], t.game.Weights(nil, back)[0]; a != b || a < 1 {
		t.fail(s, "weight %d, but %d for an equivalent state", a, b)
	}
	children, _ := t.game.Expand(nil, nil, []S{s})
	t.checkMovers(s, children)
	t.checkPlies(s, slot, children)
	t.checkParents(s, slot)
	t.checkSplit(s, slot, children)
	t.checkOmitted(s, slot, back[0], children)
}

// checkMovers checks that the players alternate even if the next state is terminal.
func (t *tierChecker[S]) checkMovers(s S, children []S) {
	mover := t.game.Movers(nil, []S{s})[0]
	if mover != 0 && mover != 1 {
		t.fail(s, "the role to move is %d, which does not exist", mover)
		return
	}
	for i, m := range t.game.Movers(nil, children) {
		if m != 1-mover {
			t.fail(s, "role %d moves twice in a row, first to %s", mover, t.notation.FormatState(children[i]))
			return
		}
	}
}

// checkPlies checks that the plies from s lead only to declared tiers, and that
// Parents returns s for each child in the same tier.
func (t *tierChecker[S]) checkPlies(s S, slot Slot, children []S) {
	for _, child := range children {
		to, ok := t.slot(child)
		switch {
		case !ok:
			return
		case to.Tier() != slot.Tier():
			if !slices.Contains(t.tiers[slot.Tier()].Lower, to.Tier()) {
				t.fail(s, "a ply leads from tier %s to tier %s, which is not in Lower", t.tiers[slot.Tier()].Name, t.tiers[to.Tier()].Name)
				return
			}
		case t.retro != nil:
			parents, _ := t.retro.Parents(nil, nil, []S{child})
			if !slices.Contains(t.game.Rank(nil, parents), slot) {
				t.fail(s, "it is not among the parents of its child %s", t.notation.FormatState(child))
				return
			}
		}
	}
}

// checkParents checks that every parent of s has a ply to a state equivalent to s.
func (t *tierChecker[S]) checkParents(s S, slot Slot) {
	if t.retro == nil {
		return
	}
	parents, ends := t.retro.Parents(nil, nil, []S{s})
	if len(ends) != 1 || int(ends[0]) != len(parents) {
		t.fail(s, "Parents returns ends %v, expected [%d]", ends, len(parents))
	}
	for _, p := range parents {
		from, ok := t.slot(p)
		if !ok {
			return
		}
		children, _ := t.game.Expand(nil, nil, []S{p})
		_, used := t.game.Unrank(nil, nil, from.Tier(), []uint64{from.Index()})
		switch {
		case from.Tier() != slot.Tier():
			t.fail(s, "its parent %s is in another tier", t.notation.FormatState(p))
			return
		case !used[0]:
			t.fail(s, "the index of its parent %s is unused", t.notation.FormatState(p))
			return
		case len(children) > 0 && !slices.Contains(t.game.Rank(nil, children), slot):
			t.fail(s, "no ply leads to it from its parent %s", t.notation.FormatState(p))
			return
		}
	}
}

func (t *tierChecker[S]) checkSplit(s S, slot Slot, children []S) {
	if t.splitter == nil {
		return
	}
	lower, lowerEnds, count := t.splitter.ExpandLower(nil, nil, nil, []S{s})
	own, ownEnds := t.splitter.ExpandOwn(nil, nil, []S{s})
	if len(lowerEnds) != 1 || int(lowerEnds[0]) != len(lower) || len(ownEnds) != 1 || int(ownEnds[0]) != len(own) || len(count) != 1 || int(count[0]) != len(own) {
		t.fail(s, "children in lower tiers end at %v, expected %d; children in this tier end at %v and %v, expected %d", lowerEnds, len(lower), ownEnds, count, len(own))
		return
	}
	elsewhere := func(wanted bool) func(S) bool {
		return func(child S) bool { to, _ := t.slot(child); return (to.Tier() != slot.Tier()) == wanted }
	}
	if slices.ContainsFunc(lower, elsewhere(false)) || slices.ContainsFunc(own, elsewhere(true)) {
		t.fail(s, "ExpandLower returns a child in the same tier, or ExpandOwn one in a lower tier")
	}
	all := slices.Concat(lower, own)
	slices.SortFunc(all, Compare[S])
	if !slices.Equal(all, slices.SortedFunc(slices.Values(children), Compare[S])) {
		t.fail(s, "ExpandLower and ExpandOwn return different children than Expand")
	}
}

func (t *tierChecker[S]) omitted(s S, slot Slot) bool {
	return !t.tiers[slot.Tier()].Immediate && t.omitter.Omit(nil, []S{s})[0]
}

// checkOmitted checks the result of Omit for s, for the equivalent state other, and
// for the children of s.
func (t *tierChecker[S]) checkOmitted(s S, slot Slot, other S, children []S) {
	if t.omitter == nil {
		return
	}
	omitted := t.omitted(s, slot)
	switch {
	case omitted != t.omitted(other, slot):
		t.fail(s, "Omit returns a different result for the equivalent state %s", t.notation.FormatState(other))
	case omitted && len(children) == 0:
		t.fail(s, "it is terminal and omitted")
	case omitted:
		for _, child := range children {
			if to, ok := t.slot(child); ok && t.omitted(child, to) {
				t.fail(s, "it is omitted, and so is its child %s", t.notation.FormatState(child))
				return
			}
		}
	}
}

// checkWeights checks the weight of each equivalence class. It must be at least the
// number of listed states that belong to the class and have the same mover.
func (t *tierChecker[S]) checkWeights(states []S) {
	type side struct {
		slot  Slot
		mover int8
	}
	counts := map[side]int32{}
	for i, slot := range t.game.Rank(nil, states) {
		one := states[i : i+1]
		at := side{slot, t.game.Movers(nil, one)[0]}
		if t.tiers[slot.Tier()].Immediate {
			continue
		}
		if counts[at]++; counts[at] > t.game.Weights(nil, one)[0] {
			t.fail(states[i], "weight %d, but its equivalence class is larger", t.game.Weights(nil, one)[0])
			return
		}
	}
}
