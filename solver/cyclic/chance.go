package cyclic

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"zermelo/games"
	"zermelo/solver/loops"
	"zermelo/solver/parallel"
	"zermelo/solver/stochastic"
	"zermelo/solver/value"
)

// maxExactComponent is the maximum number of states that depend on each other for which exact
// values are computed. The time grows with its cube.
const maxExactComponent = 40

// valueComponents computes the values of the states that can repeat or lead to such states in a
// game with chance. As long as the components are small and the fractions short, the values are
// exact. The others are bounds.
func (c *solver[S]) valueComponents(ctx context.Context, rule value.Rule) error {
	first := uint32(math.MaxUint32)
	known := make([]bool, len(c.states))
	for i, left := range c.left {
		if known[i] = left == 0; left != 0 {
			first = min(first, uint32(i))
		}
	}
	if first == math.MaxUint32 {
		return nil
	}
	info := c.game.Info()
	if info.GeneralSum || info.Simultaneous {
		return fmt.Errorf("%s: positions can repeat, as in %s; with chance, this requires one player, or two players with a constant sum who move in turn", info.Label(), strings.Join(c.loop(first), " -> "))
	}
	if err := c.checkMemory(int64(len(c.parents)), int64(88*len(c.states)+4*len(c.parents))); err != nil {
		return err
	}
	c.parents, c.ends = nil, nil // no longer needed
	endless, err := value.Endless(info, info.Payoffs)
	if err != nil {
		return err
	}
	if err := c.checkFair(endless); err != nil {
		return err
	}
	places := c.outcomes.Outcomes().Bits
	g := &stochastic.Graph{Pieces: c.pieces, Movers: c.choosers, Known: known, Total: int64(info.Total) << places, Endless: int64(endless) << places}
	if open, err := c.valueExactly(ctx, g, rule, endless); !open || err != nil {
		return err
	}
	c.renumber()
	bounder := c.outcomes.(value.Bounder)
	if !bounder.Frozen() {
		bounder.Freeze()
	}
	low, high, plies := make([]int64, len(c.states)), make([]int64, len(c.states)), make([]float64, len(c.states))
	for i := range known {
		if known[i] {
			x := bounder.Bounds(c.values[i])
			low[i], high[i], plies[i] = x.Low, x.High, float64(x.Plies)/value.PlyUnit
		}
	}
	if err := g.Solve(ctx, low, high); err != nil {
		return err
	}
	if err := g.Plies(ctx, low, high, plies); err != nil {
		return err
	}
	return parallel.For(ctx, c.plan.Workers, len(c.states), pieceStates, func(_, from, to int) error {
		for i := from; i < to; i++ {
			if !known[i] {
				c.values[i], c.left[i] = bounder.NumberBounds(value.Interval{Low: low[i], High: high[i], Plies: pliesOf(plies[i])}), 0
			}
		}
		return nil
	})
}

func pliesOf(plies float64) int64 {
	if !(plies >= 0 && plies < 1<<40) { // also if plies is not a number
		return -1
	}
	return int64(plies * value.PlyUnit)
}

// valueExactly computes exact values, component by component, until the components are too
// large or the fractions too long. It reports whether values are missing.
func (c *solver[S]) valueExactly(ctx context.Context, g *stochastic.Graph, rule value.Rule, endless int) (open bool, err error) {
	bounder := c.outcomes.(value.Bounder)
	nodes, ends, err := g.Components(ctx)
	if err != nil {
		return true, err
	}
	var childValues []value.Value
	first := uint32(0)
	for _, end := range ends {
		members := nodes[first:end]
		first = end
		if g.Known[members[0]] {
			continue
		}
		if bounder.Frozen() || bounder.Full() || len(members) > maxExactComponent {
			return true, nil
		}
		if at := members[0]; len(members) == 1 && !c.repeats(at) {
			childValues = c.valuesOf(childValues[:0], c.children(at))
			if c.values[at], err = c.combine(rule, at, childValues); err != nil {
				return true, err
			}
		} else if err := c.valueComponent(ctx, members, endless); err != nil {
			if _, ok := errors.AsType[*loops.BoundsError](err); ok {
				err = nil
			}
			return true, err
		}
		for _, at := range members {
			c.left[at], g.Known[at] = 0, true
		}
	}
	return false, nil
}

// repeats reports whether a state is its own child.
func (c *solver[S]) repeats(at uint32) bool {
	for _, l := range c.children(at) {
		if l>>1 == at {
			return true
		}
	}
	return false
}

// valueComponent computes the exact values of states that depend on each other. The error is
// a *loops.BoundsError if the values are not found.
func (c *solver[S]) valueComponent(ctx context.Context, members []uint32, endless int) error {
	index := map[uint32]int32{}
	for i, at := range members {
		index[at] = int32(i)
	}
	info := c.game.Info()
	g := &loops.Game{
		Kind: c.kind, Roles: 2, Stochastic: true, Positions: make([]loops.Position, len(members)),
		Endless: games.Payoff{int16(endless), int16(info.Total - endless)},
	}
	bounder := c.outcomes.(value.Bounder)
	for i, at := range members {
		p := &g.Positions[i]
		if p.Shape = c.shape(at); c.choosers[at] == games.Chance {
			p.Odds = c.odds(at)
		}
		for _, l := range c.children(at) {
			n, inside := index[l>>1]
			child := loops.Child{Index: n, Known: !inside, Swapped: l&1 != 0}
			if child.Known {
				child.Index = int32(len(g.Known))
				o := bounder.Exact(c.values[l>>1])
				if child.Swapped {
					o = o.Swapped()
				}
				g.Known = append(g.Known, o)
			}
			p.Children = append(p.Children, child)
		}
	}
	outcomes, err := g.Solve(ctx)
	if err != nil {
		return err
	}
	for i, at := range members {
		c.values[at] = c.outcomes.Number(&outcomes[i])
	}
	return nil
}
