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

// Values spread from the terminal states back, from the greatest gain to the
// least. A gain is the distance of a payoff from what endless play pays; the
// role that has it can hope for nothing better once all greater gains are dealt
// with. Round r of a gain takes the states where a role forces it in r plies.
// Their parents where that role moves are valued in round r+1. Where the other
// role moves, a parent has one child less that is not as bad, and when none is
// left it is valued too: in the round after the last of its children, so that
// the loser delays. Both roles' gains of the same size are dealt with at once,
// as a symmetry may exchange the roles. What no round reaches is worth what
// endless play is, in an unknown number of plies.

// decide values all states.
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

// terminals values the terminal states and returns them by gain. A member of a list
// is an index times two, plus 1 where role 1 has the gain.
func (c *solver[S]) terminals(ctx context.Context) (map[int][]uint32, error) {
	var terminal []S
	var at []uint32
	for i, left := range c.left {
		if left>>1 == 0 {
			terminal, at = append(terminal, c.states[i]), append(at, uint32(i))
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	payoffs := c.game.Payoffs(nil, terminal)
	var met []int
	for _, p := range payoffs {
		met = append(met, int(p[0]))
	}
	slices.Sort(met)
	info := c.game.Info()
	c.endless = value.Endless(info, met)
	if err := c.fair(c.endless); err != nil {
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

// frontierGrain is how many states of a frontier a worker takes at once.
const frontierGrain = 1 << 10

// round values the parents of states that were valued in a round, and returns
// them.
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
				if c.lower(p>>1, gainer) {
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

// lower notes that a state has a child where the gainer has its gain, and
// reports whether that decides the state: at once where the gainer moves, else
// when all children are like that.
func (c *solver[S]) lower(at, gainer uint32) bool {
	for {
		left := atomic.LoadUint32(&c.left[at])
		if left>>1 == 0 {
			return false
		}
		lower := left - 2
		if left&1 == gainer {
			lower = left & 1
		}
		if atomic.CompareAndSwapUint32(&c.left[at], left, lower) {
			return lower>>1 == 0
		}
	}
}
