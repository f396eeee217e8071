package gdl

import (
	"fmt"
	"sync"

	"zermelo/games"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/rulesymmetry"
)

// numberedGame is a game with packed states of more than 256 bits. A state is
// represented by its number, in order of discovery; the initial state has number 0.
type numberedGame[S batch.State] struct {
	*common
	packed *evaluated[S]
	mutex  sync.RWMutex // guards found.States and found.Number
	found  *games.Graph[S]
}

// exploredGame is a numberedGame that was completely explored when it was opened.
type exploredGame[S batch.State] struct{ *numberedGame[S] }

// growingGame is a numberedGame that assigns a number to each state when the state
// is first returned.
type growingGame[S batch.State] struct{ *numberedGame[S] }

type (
	layeredExplored[S batch.State] struct {
		exploredGame[S]
		layering[uint64]
	}
	layeredGrowing[S batch.State] struct {
		growingGame[S]
		layering[uint64]
	}
)

// openNumbered opens a game with large states, and explores it completely if it is
// small.
func openNumbered[S batch.State](c *common) (sheetGame, error) {
	e, start, err := newEvaluated[S](c)
	if err != nil {
		return nil, err
	}
	m, claims := c.Machine, c.facts.Claims
	g := &numberedGame[S]{common: c, packed: e}
	if x := e.batches.Explore(start, m.Work); x != nil {
		if len(x.Mixed) > 0 {
			return nil, e.mixedError(x.Mixed[0])
		}
		g.found = x.Graph
		numbers, span := x.Layers()
		g.describe(kindOf(m, x.Claims(len(m.Moves)), nil, x.Broken), numbers != nil)
		if numbers == nil {
			return exploredGame[S]{g}, nil
		}
		return layeredExplored[S]{exploredGame[S]{g}, layering[uint64]{func(dst []int32, src []uint64) []int32 {
			for _, s := range src {
				dst = append(dst, numbers[s])
			}
			return dst
		}, span}}, nil
	}
	g.found = games.NewGraph(start)
	e.setMover(c.facts.Turn)
	k := kindOf(m, claims, c.facts.Turn, c.facts.Broken)
	k.assumeSum(m, claims)
	g.describe(k, c.layers != nil)
	if c.layers == nil {
		g.info.RepeatsUnproven = true
		return growingGame[S]{g}, nil
	}
	return layeredGrowing[S]{growingGame[S]{g}, layering[uint64]{func(dst []int32, src []uint64) []int32 {
		return e.provenLayers(dst, g.states(src))
	}, c.layers.Span()}}, nil
}

// maxNumberedBytes is the approximate memory limit for the states of a growingGame
// with several roles. Searches in games of one role have their own limit.
const maxNumberedBytes = 1 << 30

// add returns the numbers of the given states, assigning numbers to new states. It
// fails the game if the states exceed maxNumberedBytes.
func (g *numberedGame[S]) add(states []S) []uint64 {
	g.mutex.Lock()
	defer g.mutex.Unlock()
	x, numbers := g.found, make([]uint64, len(states))
	// States are stored in a slice and in a map, both with spare capacity.
	if limit := maxNumberedBytes / (4 * 8 * len(batch.Words(make([]S, 1)))); len(g.Roles) > 1 && len(x.States) > limit {
		g.fail(fmt.Errorf("%s: the search ran out of memory after %d positions of %d bits; set a lower limit on time or nodes", g.info.Label(), len(x.States), g.codec.Bits))
	}
	for i, s := range states {
		numbers[i] = uint64(x.Add(s))
	}
	return numbers
}

func (g *numberedGame[S]) states(src []uint64) []S {
	g.mutex.RLock()
	defer g.mutex.RUnlock()
	states := make([]S, len(src))
	for i, s := range src {
		states[i] = g.found.States[s]
	}
	return states
}

func (g *numberedGame[S]) state(n uint64) S { return g.states([]uint64{n})[0] }

// Start returns 0, the number of the initial state.
func (g *numberedGame[S]) Start() uint64 { return 0 }

// CountMoves implements games.MoveCounter.
func (g *numberedGame[S]) CountMoves(dst []int32, src []uint64) []int32 {
	return g.packed.CountMoves(dst, g.states(src))
}

// Movers implements games.Game; see evaluated.Movers.
func (g *numberedGame[S]) Movers(dst []int8, src []uint64) []int8 {
	return g.packed.Movers(dst, g.states(src))
}

// Rows implements games.Simultaneous.
func (g *numberedGame[S]) Rows(dst []int32, src []uint64) []int32 {
	return g.packed.Rows(dst, g.states(src))
}

// MoversAndRows implements games.MoversAndRows.
func (g *numberedGame[S]) MoversAndRows(movers []int8, rows []int32, src []uint64) ([]int8, []int32) {
	return g.packed.MoversAndRows(movers, rows, g.states(src))
}

// Payoffs implements games.Game; see evaluated.Payoffs.
func (g *numberedGame[S]) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	return g.packed.Payoffs(dst, g.states(src))
}

// Distances implements games.DistanceEstimator.
func (g *numberedGame[S]) Distances(dst []games.Distance, src []uint64, payoff int) []games.Distance {
	return g.packed.Distances(dst, g.states(src), payoff)
}

// FormatState implements games.Notation; see Notation.
func (g *numberedGame[S]) FormatState(s uint64) string { return g.packed.FormatState(g.state(s)) }

// Moves implements games.Notation; see evaluated.Moves.
func (g *numberedGame[S]) Moves(s uint64) [games.MaxRoles][]string {
	return g.packed.Moves(g.state(s))
}

// Draw implements games.Drawer.
func (g *numberedGame[S]) Draw(s uint64) games.Drawing { return g.packed.Draw(g.state(s)) }

// Symmetries returns the trivial group because numbered states are not canonized.
func (g *numberedGame[S]) Symmetries() rulesymmetry.Group { return rulesymmetry.Trivial(0) }

func (g *numberedGame[S]) ignoreSymmetry() {}

// Expand appends the children of each state in src.
func (g exploredGame[S]) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for _, n := range g.found.Children(int32(s)) {
			dst = append(dst, uint64(n))
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// ParseState parses the output of FormatState. The state must be reachable.
func (g exploredGame[S]) ParseState(text string) (uint64, error) {
	s, err := g.packed.ParseState(text)
	if err != nil {
		return 0, err
	}
	n, ok := g.found.Number[s]
	if !ok {
		return 0, games.BadInput("position: unreachable from the start; this game supports only reachable positions")
	}
	return uint64(n), nil
}

// Expand appends the children of each state in src.
func (g growingGame[S]) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	from, first := int32(len(dst)), len(ends)
	children, ends := g.packed.Expand(nil, ends, g.states(src))
	for i := range ends[first:] {
		ends[first+i] += from
	}
	return append(dst, g.add(children)...), ends
}

// ParseState parses the output of FormatState.
func (g growingGame[S]) ParseState(text string) (uint64, error) {
	s, err := g.packed.ParseState(text)
	if err != nil {
		return 0, err
	}
	return g.add([]S{s})[0], nil
}

// Packed implements games.Numbered.
func (g growingGame[S]) Packed(src []uint64) []uint64 { return batch.Words(g.states(src)) }
