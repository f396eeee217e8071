package gdl

import (
	"fmt"
	"sync"

	"zermelo/games"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/prove"
)

// metGame is a game with large states that are too many to be explored: they are numbered as
// they are met. It is safe for concurrent use.
type metGame[S batch.State] struct {
	*numberedGame[S]
	mover func([]uint64) int8 // who plays at a state; nil if no turn is known
	mutex sync.Mutex          // of explored.States and explored.Number
}

// layeredMet is a metGame in which no state comes back.
type layeredMet[S batch.State] struct {
	*metGame[S]
	layers *pack.Layering
}

// metBytes is what the states of a metGame take at most, about.
const metBytes = 1 << 30

// openMet makes the game of states that are too many to be explored.
func openMet[S batch.State](p *played[S], start S, facts prove.Facts, layers *pack.Layering) games.Variant {
	g := &metGame[S]{numberedGame: &numberedGame[S]{p, &batch.Exploration[S]{Number: map[S]int32{}}}, mover: moverOf(&p.Codec, facts.Turn)}
	g.meet([]S{start})
	k := kindOf(p.Machine, facts.Claims, facts.Turn, prove.SeenBroken(p.Machine))
	k.assumeSum(p.Machine, facts.Claims)
	g.describe(k, layers != nil)
	if layers != nil {
		return layeredMet[S]{g, layers}
	}
	g.info.RepeatsUnproven = true
	return g
}

// meet numbers states.
func (g *metGame[S]) meet(states []S) []uint64 {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	x, numbers := g.explored, make([]uint64, len(states))
	// A state is in the list and in the map, and each has room to grow. A search for a play
	// of one role has a limit of its own.
	if most := metBytes / (4 * 8 * len(batch.Words(make([]S, 1)))); len(g.Roles) > 1 && len(x.States) > most {
		g.fail(fmt.Errorf("the search has met %d positions of %d bits, as many as fit: give it less time or fewer nodes", len(x.States), g.Bits))
	}
	for i, s := range states {
		n, ok := x.Number[s]
		if !ok {
			n = int32(len(x.States))
			x.Number[s] = n
			x.States = append(x.States, s)
		}
		numbers[i] = uint64(n)
	}
	return numbers
}

// met are the packed states with the given numbers.
func (g *metGame[S]) met(src []uint64) []S {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	return g.states(src)
}

// Packed implements games.Numbered.
func (g *metGame[S]) Packed(src []uint64) []uint64 { return batch.Words(g.met(src)) }

// Expand appends the states after each move.
func (g *metGame[S]) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	from, first := int32(len(dst)), len(ends)
	children, ends := g.expand(nil, ends, g.met(src))
	for i := range ends[first:] {
		ends[first+i] += from
	}
	return append(dst, g.meet(children)...), ends
}

// CountMoves appends how many children each state has.
func (g *metGame[S]) CountMoves(dst []int32, src []uint64) []int32 {
	return g.batches.CountMoves(dst, g.met(src))
}

// Movers appends who plays, as those of other sheets do.
func (g *metGame[S]) Movers(dst []int8, src []uint64) []int8 {
	dst, _ = g.MoversAndRows(dst, nil, src)
	return dst
}

// Rows appends the numbers of legal moves of all roles but the last.
func (g *metGame[S]) Rows(dst []int32, src []uint64) []int32 {
	_, dst = g.stages(nil, dst, g.met(src))
	return dst
}

// MoversAndRows appends what Movers and Rows do, at once.
func (g *metGame[S]) MoversAndRows(movers []int8, rows []int32, src []uint64) ([]int8, []int32) {
	states := g.met(src)
	if g.mover == nil {
		return g.stages(movers, rows, states)
	}
	for i := range states {
		movers = append(movers, g.mover(batch.Words(states[i:i+1])))
	}
	return movers, append(rows, make([]int32, len(src))...) // of two roles; nobody asks for rows
}

// Payoffs appends the goals; see payoffs.
func (g *metGame[S]) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	return g.payoffs(dst, g.met(src))
}

// FormatState writes a state as its fluents, without those that are always true; see Words.
func (g *metGame[S]) FormatState(s uint64) string { return g.format(g.met([]uint64{s})[0]) }

// ParseState reads what FormatState writes, in any order.
func (g *metGame[S]) ParseState(text string) (uint64, error) {
	s, err := g.parse(text)
	if err != nil {
		return 0, err
	}
	return g.meet([]S{s})[0], nil
}

// Moves names the moves; see moveNames.
func (g *metGame[S]) Moves(s uint64) [games.MaxRoles][]string {
	return g.moveNames(g.met([]uint64{s})[0], g.Movers(nil, []uint64{s})[0])
}

// Draw draws a state.
func (g *metGame[S]) Draw(s uint64) games.Drawing { return g.draw(g.met([]uint64{s})[0]) }

// Distances implements games.Relaxed.
func (g *metGame[S]) Distances(dst []games.Distance, src []uint64, payoff int) []games.Distance {
	return g.distances(dst, g.met(src), payoff)
}

// Layers appends the layer of each state.
func (g layeredMet[S]) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range g.met(src) {
		dst = append(dst, g.layers.Layer(batch.Words([]S{s})))
	}
	return dst
}

// Span is the largest step between layers.
func (g layeredMet[S]) Span() int { return g.layers.Span() }
