package cyclic

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// induct values all states of a game that is not alternating: a state when all of its
// children have values. Where some never have, it returns a *LoopError.
func (c *solver[S]) induct(ctx context.Context) error {
	rules := make([]value.Rule, c.plan.Workers)
	for w := range rules {
		rules[w] = c.outcomes.Rule()
	}
	frontier, err := c.ended(rules[0])
	if err != nil {
		return err
	}
	c.prog.Enter(job.Solving, 0, int64(len(c.states)))
	c.prog.States.Store(int64(len(c.states)))
	for len(frontier) > 0 {
		if frontier, err = c.inductRound(ctx, frontier, rules); err != nil {
			return err
		}
	}
	if loops := c.loops(); loops != nil {
		return loops
	}
	renamed := c.outcomes.Renumber()
	for i := range c.values {
		if renamed != nil {
			c.values[i] = renamed[c.values[i]]
		}
	}
	return nil
}

// ended values the terminal states, and returns them.
func (c *solver[S]) ended(rule value.Rule) ([]uint32, error) {
	var terminal []S
	var at []uint32
	for i, left := range c.left {
		if left>>1 == 0 {
			terminal, at = append(terminal, c.states[i]), append(at, uint32(i))
		}
	}
	info := c.game.Info()
	for i, p := range c.game.Payoffs(nil, terminal) {
		if sum := int(p[0]) + int(p[1]); c.kind == value.Simultaneous && sum != info.Total {
			return nil, fmt.Errorf("%s: payoffs %v do not add up to %d", info.Name, p[:2], info.Total)
		}
		c.values[at[i]] = rule.Terminal(p)
	}
	return at, nil
}

// inductRound values the states whose last children were valued in a round, and returns
// them.
func (c *solver[S]) inductRound(ctx context.Context, frontier []uint32, rules []value.Rule) ([]uint32, error) {
	next, below := make([][]uint32, len(rules)), make([][]value.Value, len(rules))
	err := parallel.For(ctx, len(rules), len(frontier), frontierGrain, func(w, from, to int) error {
		for _, f := range frontier[from:to] {
			for _, p := range c.parentsOf(f) {
				at := p >> 1
				if atomic.AddUint32(&c.left[at], ^uint32(1)) == 0 {
					next[w] = append(next[w], at)
				}
			}
		}
		c.prog.Done.Add(int64(to - from))
		return nil
	})
	if err != nil {
		return nil, err
	}
	list := slices.Concat(next...)
	err = parallel.For(ctx, len(rules), len(list), frontierGrain, func(w, from, to int) error {
		for _, at := range list[from:to] {
			below[w] = c.valuesOf(below[w][:0], c.children(at))
			c.values[at] = rules[w].Combine(c.shape(at), below[w])
		}
		return nil
	})
	return list, err
}

// LoopError says that a game has positions whose values depend on themselves, as play can
// come back to them.
type LoopError struct {
	Label  string   // of the game, see games.Info.Label
	States int64    // all positions
	Open   int64    // those that are not valued
	Loop   []string // positions of which each leads to the next, and the last to the first
}

func (e *LoopError) Error() string {
	text := fmt.Sprintf("%s: play can come back to a position, on which the values of %s of %s positions depend, as in %s",
		e.Label, job.Count(e.Open), job.Count(e.States), strings.Join(e.Loop, " -> "))
	return text + ": such games can be solved only where the payoffs have a constant sum and one player moves at a time"
}

// shownLoop is how many positions of a loop a LoopError has at most.
const shownLoop = 4

// loops is an error if states are not valued.
func (c *solver[S]) loops() error {
	e := &LoopError{Label: c.game.Info().Label(), States: int64(len(c.states))}
	open := func(at uint32) bool { return c.left[at] != 0 }
	var at uint32
	for i := range c.left {
		if open(uint32(i)) {
			if e.Open++; e.Open == 1 {
				at = uint32(i)
			}
		}
	}
	if e.Open == 0 {
		return nil
	}
	// Each of them has a child that is not valued either.
	seen := map[uint32]int{}
	var way []uint32
	for {
		first, met := seen[at]
		if met {
			way = way[first:]
			break
		}
		seen[at] = len(way)
		way = append(way, at)
		for _, l := range c.children(at) {
			if open(l >> 1) {
				at = l >> 1
				break
			}
		}
	}
	notation := games.NotationOf(c.game)
	for _, at := range way[:min(len(way), shownLoop)] {
		e.Loop = append(e.Loop, notation.FormatState(c.states[at]))
	}
	if len(way) > shownLoop {
		e.Loop = append(e.Loop, fmt.Sprintf("(%d more)", len(way)-shownLoop))
	}
	e.Loop = append(e.Loop, e.Loop[0])
	return e
}
