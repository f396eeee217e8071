package gdl

import (
	"sync"

	"zermelo/games"
	"zermelo/games/gdl/batch"
)

// metGame is a game with large states that are too many to be explored: they are numbered as
// they are met. It is safe for concurrent use.
type metGame[S batch.State] struct {
	*numberedGame[S]
	mutex sync.Mutex // of explored.States and explored.Number
}

// meet numbers states.
func (g *metGame[S]) meet(states []S) []uint64 {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	x, numbers := g.explored, make([]uint64, len(states))
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
	children, ends := g.batches.Expand(nil, ends, g.met(src))
	for i := range ends[first:] {
		ends[first+i] += from
	}
	return append(dst, g.meet(children)...), ends
}

// Movers appends the sole role.
func (g *metGame[S]) Movers(dst []int8, src []uint64) []int8 {
	return append(dst, make([]int8, len(src))...)
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
	return g.moveNames(g.met([]uint64{s})[0], 0)
}

// Draw draws a state.
func (g *metGame[S]) Draw(s uint64) games.Drawing { return g.draw(g.met([]uint64{s})[0]) }

// Distances implements games.Relaxed.
func (g *metGame[S]) Distances(dst []games.Distance, src []uint64, payoff int) []games.Distance {
	return g.distances(dst, g.met(src), payoff)
}
