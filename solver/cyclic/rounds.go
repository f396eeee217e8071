package cyclic

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"

	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// Values are propagated from the terminal states in descending order of gain. A
// gain is the difference between a payoff and the payoff of endless play. When
// all greater gains have been processed, no role can force more than the
// current gain.
//
// Round r of a gain processes the states where a role forces the gain in r
// plies. If that role is to move in a parent, the parent gets its value in
// round r+1. If the other role is to move, the parent has one fewer
// alternative. It gets its value in the round after its last child, because the
// loser delays the loss. Equal gains of both roles are processed together,
// because a symmetry may exchange the roles. States that no round reaches have
// the value of endless play and no remoteness.

func (c *solver[S]) decide(ctx context.Context) error {
	byGain, err := c.terminals(ctx)
	if err != nil {
		return err
	}
	c.prog.Enter(job.Solving, 0, int64(len(c.states)))
	c.prog.States.Store(int64(len(c.states)))
	for _, gain := range slices.Backward(slices.Sorted(maps.Keys(byGain))) {
		frontier := byGain[gain]
		for round := 0; len(frontier) > 0 && gain > 0; round++ {
			if frontier, err = c.round(ctx, frontier, gain, round); err != nil {
				return err
			}
		}
	}
	return parallel.For(ctx, c.plan.Workers, len(c.states), pieceStates, func(_, from, to int) error {
		for i := from; i < to; i++ {
			if c.left[i]>>1 != 0 {
				c.values[i] = value.Unmeasured(int16(c.endless))
			}
		}
		return nil
	})
}

// terminals sets the values of the terminal states. It returns these states grouped by
// gain. Each state is represented by twice its index, plus 1 if role 1 gains.
func (c *solver[S]) terminals(ctx context.Context) (map[int][]uint32, error) {
	terminal, at := c.terminalStates()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	payoffs := c.game.Payoffs(nil, terminal)
	var payoffList []int
	for _, p := range payoffs {
		payoffList = append(payoffList, int(p[0]))
	}
	slices.Sort(payoffList)
	info := c.game.Info()
	var err error
	if c.endless, err = value.Endless(info, payoffList); err != nil {
		return nil, err
	}
	if err := c.checkFair(c.endless); err != nil {
		return nil, err
	}
	byGain := map[int][]uint32{}
	for i, p := range payoffs {
		c.values[at[i]] = value.Measured(p[0], 0)
		switch gain := int(p[0]) - c.endless; {
		case gain > 0:
			byGain[gain] = append(byGain[gain], at[i]<<1)
		case gain < 0:
			byGain[-gain] = append(byGain[-gain], at[i]<<1|1)
		}
	}
	return byGain, nil
}

const frontierGrain = 1 << 10 // number of frontier states per unit of work

// round determines which parents of the states in frontier are now decided. It sets the
// values of these parents and returns them.
func (c *solver[S]) round(ctx context.Context, frontier []uint32, gain, round int) ([]uint32, error) {
	next := make([][]uint32, c.plan.Workers)
	values := [2]value.Value{
		value.Measured(int16(c.endless+gain), min(round+1, value.MaxRemoteness)),
		value.Measured(int16(c.endless-gain), min(round+1, value.MaxRemoteness)),
	}
	err := parallel.For(ctx, c.plan.Workers, len(frontier), frontierGrain, func(w, from, to int) error {
		for _, f := range frontier[from:to] {
			for _, p := range c.parentsOf(f >> 1) {
				gainer := (f ^ p) & 1
				if c.decrement(p>>1, gainer) {
					c.values[p>>1] = values[gainer]
					next[w] = append(next[w], p&^1|gainer)
				}
			}
		}
		c.prog.Done.Add(int64(to - from))
		return nil
	})
	return slices.Concat(next...), err
}

// decrement records that role gainer can force the current gain in another child of
// a state. It reports whether this determines the state's value. If gainer moves in
// the state, one such child is sufficient; otherwise, all children are required.
func (c *solver[S]) decrement(at, gainer uint32) bool {
	for {
		left := atomic.LoadUint32(&c.left[at])
		if left>>1 == 0 {
			return false
		}
		next := left - 2
		if left&1 == gainer {
			next = left & 1
		}
		if atomic.CompareAndSwapUint32(&c.left[at], left, next) {
			return next>>1 == 0
		}
	}
}
