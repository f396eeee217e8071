package cyclic

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/loops"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// induct values all states of a game that is not alternating: a state when all of its
// children have values, and those that then remain together. Where that is not possible, it
// returns a *LoopError.
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
	if err := c.valueOpen(ctx); err != nil {
		return err
	}
	c.startValue() // as the start's roles see it, it may be an outcome of its own
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
			if err := ctx.Err(); err != nil { // a state can take a second: see value.LengthError
				return err
			}
			below[w] = c.valuesOf(below[w][:0], c.children(at))
			var err error
			if c.values[at], err = rules[w].Combine(c.shape(at), below[w]); err != nil {
				return err
			}
		}
		return nil
	})
	return list, err
}

// openBytes is the memory for a state that others depend on and that depends on them, in a
// game of so many roles.
func openBytes(roles int) int64 { return int64(1000 + 500*roles) }

// valueOpen values the states that depend on each other.
func (c *solver[S]) valueOpen(ctx context.Context) error {
	var open []uint32
	number := map[uint32]int32{}
	for i, left := range c.left {
		if left != 0 {
			number[uint32(i)] = int32(len(open))
			open = append(open, uint32(i))
		}
	}
	if len(open) == 0 {
		return nil
	}
	info := c.game.Info()
	if err := c.checkMemory(int64(len(c.parents)), int64(len(open))*openBytes(len(info.Roles))); err != nil {
		return err
	}
	endless := value.EndlessPayoffs(info)
	if err := c.fair(int(endless[0])); err != nil {
		return err
	}
	g := &loops.Game{Kind: c.kind, Roles: len(info.Roles), Endless: endless, Positions: make([]loops.Position, len(open))}
	known := map[value.Value]int32{}
	for i, at := range open {
		p := &g.Positions[i]
		p.Shape = c.shape(at)
		for _, l := range c.children(at) {
			child := loops.Child{Swapped: l&1 != 0}
			if child.At, child.Known = number[l>>1], c.left[l>>1] == 0; child.Known {
				v := c.valuesOf(nil, []uint32{l})[0]
				n, met := known[v]
				if !met {
					n = int32(len(known))
					known[v] = n
				}
				child.At = n
			}
			p.Children = append(p.Children, child)
		}
	}
	list := c.outcomes.Outcomes().List
	g.Known = make([]value.Outcome, len(known))
	for v, n := range known {
		g.Known[n] = list[v]
	}
	outcomes, err := g.Solve(ctx)
	if bounds, ok := errors.AsType[*loops.BoundsError](err); ok {
		return c.loops(open, bounds)
	}
	if err != nil {
		return err
	}
	for i, at := range open {
		c.values[at] = c.outcomes.Number(&outcomes[i])
	}
	return nil
}

// fair is an error where a symmetry exchanges the roles and endless play, which role 0 gets
// so much for, is not worth the same to both.
func (c *solver[S]) fair(endless int) error {
	info := c.game.Info()
	if c.swapped && 2*endless != info.Total {
		return fmt.Errorf("%s: a symmetry exchanges the roles, but endless play is worth %d to the one and %d to the other", info.Name, endless, info.Total-endless)
	}
	return nil
}

// LoopError says that a game has positions whose values depend on themselves, as play can
// come back to them, and that not all of these are known.
type LoopError struct {
	Label     string   // of the game, see games.Info.Label
	States    int64    // all positions
	Open      int64    // those that depend on themselves
	Loop      []string // positions of which each leads to the next, and the last to the first
	Role, At  string   // who secures something where
	Low, High *big.Rat // between which it lies
}

func (e *LoopError) Error() string {
	low, _ := e.Low.Float64()
	high, _ := e.High.Float64()
	return fmt.Sprintf("%s: play can come back to a position, on which the values of %s of %s positions depend, as in %s: what %s secures at %s is between %.6g and %.6g, and no value in between is proven",
		e.Label, job.Count(e.Open), job.Count(e.States), strings.Join(e.Loop, " -> "), e.Role, e.At, low, high)
}

// shownLoop is how many positions of a loop a LoopError has at most.
const shownLoop = 4

// loops is the error that states which depend on each other are not all known.
func (c *solver[S]) loops(open []uint32, bounds *loops.BoundsError) error {
	seen := map[uint32]int{}
	var way []uint32
	for at := open[bounds.At]; ; {
		if first, met := seen[at]; met {
			way = way[first:]
			break
		}
		seen[at] = len(way)
		way = append(way, at)
		for _, l := range c.children(at) {
			if c.left[l>>1] != 0 {
				at = l >> 1
				break
			}
		}
	}
	info, notation := c.game.Info(), games.NotationOf(c.game)
	e := &LoopError{
		Label: info.Label(), States: int64(len(c.states)), Open: int64(len(open)),
		Role: info.Roles[bounds.Role], At: notation.FormatState(c.states[open[bounds.At]]), Low: bounds.Low, High: bounds.High,
	}
	for _, at := range way[:min(len(way), shownLoop)] {
		e.Loop = append(e.Loop, notation.FormatState(c.states[at]))
	}
	if len(way) > shownLoop {
		e.Loop = append(e.Loop, fmt.Sprintf("(%d more)", len(way)-shownLoop))
	}
	e.Loop = append(e.Loop, e.Loop[0])
	return e
}
