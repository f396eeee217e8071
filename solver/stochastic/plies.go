package stochastic

import (
	"context"
	"math"
)

// Plies returns the expected number of plies from each node to a terminal node
// if both roles make best moves, or -1 if it is infinite or unknown. Chance nodes
// count as plies. Of several moves whose bounds overlap, a role whose value is at
// least half of the total prefers the shortest, and the other role the longest.
// In components with cycles, the preferences may not be fully taken into account.
// The bounds are those that Solve computed.
func (g *Graph) Plies(ctx context.Context, low, high []int64) ([]float64, error) {
	if err := g.check(low, high); err != nil {
		return nil, err
	}
	o, err := g.newOrder(ctx)
	if err != nil {
		return nil, err
	}
	c := &counter{solver: &solver{Graph: g, order: o, low: low, high: high}, all: make([]float64, len(low))}
	first := uint32(0)
	for i, end := range o.ends {
		if i%(1<<10) == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if c.enter(first, end); c.links > 0 {
			if err := c.count(ctx); err != nil {
				return nil, err
			}
		}
		first = end
	}
	return c.all, nil
}

type counter struct {
	*solver
	all []float64 // results by node
}

// maxPreferences is the maximum number of times that preferred moves are chosen in
// a component.
const maxPreferences = 20

// count sets the results of the component.
func (c *counter) count(ctx context.Context) error {
	n := len(c.members)
	c.choices, c.plies = resize(c.choices, n), resize(c.plies, n)
	c.choose()
	for round := range maxPreferences {
		c.block()
		ok, err := c.expect(ctx, 1e-9, func(i int) float64 {
			x := 1.0
			c.each(i, func(l uint32, p float64) {
				if _, inside := c.local(l); !inside {
					x += float64(p * c.all[l>>1])
				}
			})
			return x
		})
		if err != nil {
			return err
		}
		if !ok && round > 0 {
			break // the preferred moves do not end; keep the previous results
		}
		for i, node := range c.members {
			if c.all[node] = c.plies[i]; !ok || c.choices[i] == stuck {
				c.all[node] = -1
			}
		}
		if !ok || !c.prefer() {
			break
		}
	}
	return nil
}

// block marks nodes as stuck if play can reach a node without a known number of
// plies.
func (c *counter) block() {
	for changed := true; changed; {
		changed = false
		for i := range c.members {
			known := true
			c.each(i, func(l uint32, _ float64) {
				if at, inside := c.local(l); inside {
					known = known && c.choices[at] != stuck
				} else {
					known = known && c.all[l>>1] >= 0
				}
			})
			if !known {
				c.choices[i], changed = stuck, true
			}
		}
	}
}

// prefer replaces moves by preferred moves, and reports whether there were any.
func (c *counter) prefer() (changed bool) {
	length := func(l uint32) float64 {
		if x := c.all[l>>1]; x >= 0 {
			return x
		}
		return math.Inf(1)
	}
	for i, node := range c.members {
		if c.choices[i] < 0 {
			continue
		}
		links, _ := c.children(node)
		own := side(c.Movers[node])
		bound, _ := c.combine(node, own)
		value, _ := c.combine(node, mean0+own)
		shorter := value >= c.Total-value
		best := length(links[c.choices[i]])
		for k, l := range links {
			x := length(l)
			if better := shorter && x < best*(1-1e-9) || !shorter && x > best*(1+1e-9); better && c.Total-c.read(l, 1-own) >= bound {
				c.choices[i], best, changed = int32(k), x, true
			}
		}
	}
	return changed
}
