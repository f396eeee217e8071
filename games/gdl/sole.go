package gdl

import (
	"sync"

	"zermelo/games"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/unroll"
)

// sole is what looks for plays to a goal of a sole role.
type sole[S batch.State] struct {
	machine *machine.Machine
	codec   *pack.Codec
	facts   *prove.Facts
	live    []bool
	layers  *pack.Layering // nil if there are none

	mu   sync.Mutex // of ends
	ends map[int]end[S]
}

// end is play that is over with a goal.
type end[S batch.State] struct {
	won    network.Lit // over the machine's fluents
	bounds *batch.Distances[S]
	layer  int32 // no end is in a lower one
}

// end is made when it is first asked for.
func (o *sole[S]) end(goal int) end[S] {
	o.mu.Lock()
	defer o.mu.Unlock()
	e, ok := o.ends[goal]
	if !ok {
		e.won = unroll.Won(o.machine.Logic, goal)
		e.bounds = batch.NewDistances[S](o.machine.Logic, o.codec.Pack(o.machine.Logic), e.won)
		if o.layers != nil {
			e.layer = o.layers.Least(e.won)
		}
		o.ends[goal] = e
	}
	return e
}

func (g *played[S]) distances(dst []games.Distance, src []S, payoff int) []games.Distance {
	end, from := g.sole.end(payoff), len(dst)
	dst = end.bounds.Append(dst, src)
	for i, s := range src {
		if d := &dst[from+i]; d.AtLeast >= 0 {
			d.AtLeast = max(d.AtLeast, g.sole.climb(s, end.layer))
		}
	}
	return dst
}

// climb is how many plies it takes at least from a state to a layer.
func (o *sole[S]) climb(s S, layer int32) int32 {
	if o.layers == nil {
		return 0
	}
	span := int32(o.layers.Span())
	return (layer - o.layers.Layer(batch.Words([]S{s})) + span - 1) / span
}

// Distances implements games.Relaxed, for a sole role.
func (g *game[S]) Distances(dst []games.Distance, src []S, payoff int) []games.Distance {
	return g.distances(dst, src, payoff)
}

// Unroll implements games.Unroller, for a sole role.
func (g *played[S]) Unroll(payoff int, bytes int64) games.Unrolling {
	end := g.sole.end(payoff)
	start, err := g.encode(g.Initial)
	if err != nil {
		panic(err) // it was encoded before
	}
	return unroll.New(g.Machine, g.sole.facts, g.sole.live, end.won, int(g.sole.climb(start, end.layer)), bytes)
}

// Distances implements games.Relaxed, for a sole role.
func (g *numberedGame[S]) Distances(dst []games.Distance, src []uint64, payoff int) []games.Distance {
	return g.distances(dst, g.states(src), payoff)
}
