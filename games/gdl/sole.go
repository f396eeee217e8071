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

	mu   sync.Mutex // of ends
	ends map[int]end[S]
}

// end is play that is over with a goal.
type end[S batch.State] struct {
	won    network.Lit // over the machine's fluents
	bounds *batch.Distances[S]
}

// end is made when it is first asked for.
func (o *sole[S]) end(goal int) end[S] {
	o.mu.Lock()
	defer o.mu.Unlock()
	e, ok := o.ends[goal]
	if !ok {
		e.won = unroll.Won(o.machine.Logic, goal)
		e.bounds = batch.NewDistances[S](o.machine.Logic, o.codec.Pack(o.machine.Logic), e.won)
		o.ends[goal] = e
	}
	return e
}

func (g *played[S]) distances(dst []games.Distance, src []S, payoff int) []games.Distance {
	return g.sole.end(payoff).bounds.Append(dst, src)
}

// Distances implements games.Relaxed, for a sole role.
func (g *game[S]) Distances(dst []games.Distance, src []S, payoff int) []games.Distance {
	return g.distances(dst, src, payoff)
}

// Unroll implements games.Unroller, for a sole role.
func (g *played[S]) Unroll(payoff int, bytes int64) games.Unrolling {
	return unroll.New(g.Machine, g.sole.facts, g.sole.live, g.sole.end(payoff).won, bytes)
}

// Distances implements games.Relaxed, for a sole role.
func (g *numberedGame[S]) Distances(dst []games.Distance, src []uint64, payoff int) []games.Distance {
	return g.distances(dst, g.states(src), payoff)
}
