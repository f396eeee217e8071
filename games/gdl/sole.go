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

// sole is what looks for plays to the greatest goal of a sole role. It is made when it is
// first asked for.
type sole[S batch.State] struct {
	machine *machine.Machine
	codec   *pack.Codec
	facts   *prove.Facts
	live    []bool

	once   sync.Once
	won    network.Lit // over the machine's fluents
	bounds *batch.Distances[S]
}

// open makes the bounds.
func (o *sole[S]) open(goal int) {
	o.once.Do(func() {
		o.won = unroll.Won(o.machine.Logic, goal)
		o.bounds = batch.NewDistances[S](o.machine.Logic, o.codec.Pack(o.machine.Logic), o.won)
	})
}

// greatest is the greatest payoff of a sole role.
func (g *played[S]) greatest() int { return g.info.Payoffs[len(g.info.Payoffs)-1] }

func (g *played[S]) distances(dst []games.Distance, src []S) []games.Distance {
	g.sole.open(g.greatest())
	return g.sole.bounds.Append(dst, src)
}

// Distances implements games.Relaxed, for a sole role.
func (g *game[S]) Distances(dst []games.Distance, src []S) []games.Distance {
	return g.distances(dst, src)
}

// Unroll implements games.Unroller, for a sole role.
func (g *played[S]) Unroll(bytes int64) games.Unrolling {
	g.sole.open(g.greatest())
	return unroll.New(g.Machine, g.sole.facts, g.sole.live, g.sole.won, bytes)
}

// Distances implements games.Relaxed, for a sole role.
func (g *numberedGame[S]) Distances(dst []games.Distance, src []uint64) []games.Distance {
	return g.distances(dst, g.states(src))
}
