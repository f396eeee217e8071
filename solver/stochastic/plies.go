package stochastic

import (
	"context"
	"math"
)

// Plies sets the expected number of plies from each node to a terminal node if both
// roles make best moves, or -1 if it is infinite or unknown. The numbers of nodes with
// given bounds are given; those of terminal nodes are 0. Chance nodes count as plies.
// Of several moves whose bounds overlap, a role whose value is at least half of the
// total prefers the shortest, and the other role the longest.
// Nodes in cycles take one of their best moves without this preference.
// The bounds are those that Solve computed.
func (g *Graph) Plies(ctx context.Context, low, high []int64, plies []float64) error {
	if err := g.check(low, high); err != nil {
		return err
	}
	o, err := g.newOrder(ctx)
	if err != nil {
		return err
	}
	c := &counter{solver: &solver{Graph: g, order: o, low: low, high: high}, all: plies}
	first := uint32(0)
	for i, end := range o.ends {
		if i%(1<<10) == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if c.enter(first, end); c.links > 0 {
			if err := c.count(ctx); err != nil {
				return err
			}
		}
		first = end
	}
	return nil
}

type counter struct {
	*solver
	all []float64 // results by node
}

// count sets the results of the component.
func (c *counter) count(ctx context.Context) error {
	n := len(c.members)
	c.choices, c.plies = resize(c.choices, n), resize(c.plies, n)
	if c.choose(); !c.cyclic {
		c.prefer()
	}
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
	for i, node := range c.members {
		if c.all[node] = c.plies[i]; !ok || c.choices[i] == stuck {
			c.all[node] = -1
		}
	}
	return err
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

// prefer replaces the move of a node outside cycles by the preferred move.
func (c *counter) prefer() {
	node, own := c.members[0], side(c.Movers[c.members[0]])
	if own > 1 {
		return
	}
	bound, value := c.combine(node, own), c.combine(node, mean0+own)
	best := math.Inf(-1)
	links, _ := c.children(node)
	for k, l := range links {
		x := c.all[l>>1]
		if x < 0 {
			x = math.Inf(1)
		}
		if value >= c.Total-value {
			x = -x
		}
		if c.Total-c.read(l, 1-own) >= bound && x > best {
			c.choices[0], best = int32(k), x
		}
	}
}
