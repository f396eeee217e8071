package loops

import (
	"cmp"
	"context"
	"math/big"
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// choose finds the payoffs. In a game of constant sum they are what the roles secure. In
// one of general sum they are known:
//
//   - where one role moves at a time from there on, and all equilibria of pure strategies, in
//     each position later on too, have the same payoffs. Of the payoffs that a position can
//     lead to, endless play among them, those remain that give the role to move no less than
//     the least of what remains at some child; again and again, until nothing changes.
//   - where all children are solved: by the rules of value.Analyze.
func (g *Game) choose(ctx context.Context, outcomes []value.Outcome) error {
	if g.Kind != value.General {
		for i := range outcomes {
			outcomes[i].Payoff = outcomes[i].Security
		}
		return nil
	}
	if err := g.settle(ctx, outcomes); err != nil {
		return err
	}
	parents := g.parents()
	work := newQueue(ctx, len(outcomes))
	for i, ok := work.next(); ok; i, ok = work.next() {
		p := &g.Positions[i]
		children := make([]value.Outcome, len(p.Children))
		solved := !outcomes[i].Solved()
		for k := range p.Children {
			children[k] = *g.outcome(&p.Children[k], outcomes)
			solved = solved && children[k].Solved()
		}
		if !solved {
			continue
		}
		if o := value.Analyze(g.Kind, 0, p.Shape, children).Value; o.Solved() {
			outcomes[i].Payoff, outcomes[i].Remoteness = o.Payoff, o.Remoteness
			work.add(parents[i]...)
		}
	}
	return work.err
}

// ends is a set of payoffs, by their numbers in a list.
type ends uint64

// mostEnds is how many payoffs are told apart.
const mostEnds = 64

// settle finds where all equilibria have the same payoffs.
func (g *Game) settle(ctx context.Context, outcomes []value.Outcome) error {
	list, known := g.payoffs()
	if list == nil {
		return nil
	}
	parents := g.parents()
	clear, err := g.turns(ctx, known, parents)
	remain := make([]ends, len(outcomes))
	below := func(c Child) ends {
		if c.Known {
			return known[c.At]
		}
		return remain[c.At]
	}
	union := func(p *Position) (all ends) {
		for _, c := range p.Children {
			all |= below(c)
		}
		return all
	}
	// spread replaces what remains at positions by what follows from their children.
	spread := func(follow func(i int32) ends) {
		work := newQueue(ctx, len(outcomes))
		for i, ok := work.next(); ok; i, ok = work.next() {
			if !clear[i] {
				continue
			}
			if set := follow(i); set != remain[i] {
				remain[i] = set
				work.add(parents[i]...)
			}
		}
		err = cmp.Or(err, work.err)
	}
	for i := range remain {
		remain[i] = 1 // endless play
	}
	spread(func(i int32) ends { return remain[i] | union(&g.Positions[i]) })
	spread(func(i int32) ends {
		p := &g.Positions[i]
		mover := max(0, value.MoverOf(p.Shape, len(p.Children)))
		least := func(set ends) int16 {
			low := int16(1<<15 - 1)
			for ; set != 0; set &= set - 1 {
				low = min(low, list[bits.TrailingZeros64(uint64(set))][mover])
			}
			return low
		}
		secure := int16(-1 << 15)
		for _, c := range p.Children {
			secure = max(secure, least(below(c)))
		}
		set := remain[i] & union(p)
		for k, payoff := range list {
			if len(p.Children) > 1 && payoff[mover] < secure {
				set &^= 1 << k
			}
		}
		return set
	})
	if err != nil {
		return err
	}
	for i, set := range remain {
		if clear[i] && bits.OnesCount64(uint64(set)) == 1 {
			for role, x := range list[bits.TrailingZeros64(uint64(set))][:g.Roles] {
				outcomes[i].Payoff[role] = big.NewRat(int64(x), 1)
			}
		}
	}
	return nil
}

// payoffs lists the payoffs that there are, endless play first, and says which one each
// known outcome has, none where they are not whole. It is nil if there are too many.
func (g *Game) payoffs() (list []games.Payoff, known []ends) {
	list = []games.Payoff{g.Endless}
	for i := range g.Known {
		o := &g.Known[i]
		var payoff games.Payoff
		whole := o.Solved()
		for role := range g.Roles {
			if whole = whole && o.Payoff[role].IsInt(); whole {
				payoff[role] = int16(o.Payoff[role].Num().Int64())
			}
		}
		if !whole {
			known = append(known, 0)
			continue
		}
		at := slices.Index(list, payoff)
		if at < 0 {
			at = len(list)
			list = append(list, payoff)
		}
		if at == mostEnds {
			return nil, nil
		}
		known = append(known, 1<<at)
	}
	return list, known
}

// turns says from which positions on one role moves at a time, and known outcomes are
// whole.
func (g *Game) turns(ctx context.Context, known []ends, parents [][]int32) ([]bool, error) {
	clear := slices.Repeat([]bool{true}, len(g.Positions))
	work := newQueue(ctx, len(clear))
	for i, ok := work.next(); ok; i, ok = work.next() {
		p := &g.Positions[i]
		if !clear[i] {
			continue
		}
		clear[i] = value.MoverOf(p.Shape, len(p.Children)) >= 0 && !slices.ContainsFunc(p.Children, func(c Child) bool {
			return c.Known && known[c.At] == 0 || !c.Known && !clear[c.At]
		})
		if !clear[i] {
			work.add(parents[i]...)
		}
	}
	return clear, work.err
}
