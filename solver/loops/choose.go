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

// choose determines the payoffs. In a constant-sum game they equal the security
// values. In a general-sum game they are determined in two cases:
//
//   - From the position on, one role moves at a time, and all subgame-perfect
//     equilibria in pure strategies have the same payoffs. To find them, settle
//     starts with all payoffs that play can reach, including endless play. It
//     repeatedly removes payoffs that give the role to move less than it can secure
//     by choosing some child, until nothing changes.
//   - All children are solved. In this case, the result of value.Analyze is used.
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

// payoffSet is a set of payoffs, stored as a bitmap of indexes into a list.
type payoffSet uint64

const maxPayoffs = 64 // number of bits in a payoffSet

// settle sets the payoffs of the positions for which all equilibria agree.
func (g *Game) settle(ctx context.Context, outcomes []value.Outcome) error {
	list, known := g.payoffs()
	if list == nil {
		return nil
	}
	parents := g.parents()
	single, err := g.singleMover(ctx, known, parents)
	remain := make([]payoffSet, len(outcomes))
	optionsOf := func(c Child) payoffSet {
		if c.Known {
			return known[c.Index]
		}
		return remain[c.Index]
	}
	union := func(p *Position) (all payoffSet) {
		for _, c := range p.Children {
			all |= optionsOf(c)
		}
		return all
	}
	// spread recomputes the set of each position from the sets of its children
	// until nothing changes.
	spread := func(follow func(i int32) payoffSet) {
		work := newQueue(ctx, len(outcomes))
		for i, ok := work.next(); ok; i, ok = work.next() {
			if !single[i] {
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
	spread(func(i int32) payoffSet { return remain[i] | union(&g.Positions[i]) })
	spread(func(i int32) payoffSet {
		p := &g.Positions[i]
		mover := max(0, value.MoverOf(p.Shape, len(p.Children)))
		least := func(set payoffSet) int16 {
			low := int16(1<<15 - 1)
			for ; set != 0; set &= set - 1 {
				low = min(low, list[bits.TrailingZeros64(uint64(set))][mover])
			}
			return low
		}
		secure := int16(-1 << 15)
		for _, c := range p.Children {
			secure = max(secure, least(optionsOf(c)))
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
		if single[i] && bits.OnesCount64(uint64(set)) == 1 {
			for role, x := range list[bits.TrailingZeros64(uint64(set))][:g.Roles] {
				outcomes[i].Payoff[role] = big.NewRat(int64(x), 1)
			}
		}
	}
	return nil
}

// payoffs returns a list of all payoffs, starting with those of endless play, and the
// payoff set of each known outcome. The set is empty if the outcome's payoffs are
// unknown or not integers. The list is nil if there are more than maxPayoffs payoffs.
func (g *Game) payoffs() (list []games.Payoff, known []payoffSet) {
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
		if at == maxPayoffs {
			return nil, nil
		}
		known = append(known, 1<<at)
	}
	return list, known
}

// singleMover reports, for each position, whether from that position on, only one
// role moves at a time and all known outcomes have integer payoffs.
func (g *Game) singleMover(ctx context.Context, known []payoffSet, parents [][]int32) ([]bool, error) {
	single := slices.Repeat([]bool{true}, len(g.Positions))
	work := newQueue(ctx, len(single))
	for i, ok := work.next(); ok; i, ok = work.next() {
		p := &g.Positions[i]
		if !single[i] {
			continue
		}
		single[i] = value.MoverOf(p.Shape, len(p.Children)) >= 0 && !slices.ContainsFunc(p.Children, func(c Child) bool {
			return c.Known && known[c.Index] == 0 || !c.Known && !single[c.Index]
		})
		if !single[i] {
			work.add(parents[i]...)
		}
	}
	return single, work.err
}
