package gdl

import (
	"zermelo/games"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/symmetry"
)

// numberedGame is a game with large states: a state stands for itself by its number, in
// the order in which they are found breadth first. A small one is explored whole before
// anything else is done with it.
type numberedGame[S batch.State] struct {
	*played[S]
	explored *batch.Exploration[S]
}

// layeredNumbers is a numberedGame in which no state comes back.
type layeredNumbers[S batch.State] struct {
	*numberedGame[S]
	layers []int32
	span   int
}

// openWide makes the game of a machine with states of more than 256 bits.
func openWide[S batch.State](m *machine.Machine, c pack.Codec, facts prove.Facts, live []bool, layers *pack.Layering) (games.Variant, error) {
	p, start, err := newPlayed[S](m, c, facts, live, layers)
	if err != nil {
		return nil, err
	}
	x := p.batches.Explore(start, m.Work)
	if x == nil {
		return openMet(p, start, facts, layers), nil
	}
	g := &numberedGame[S]{p, x}
	numbers, span := x.Layers()
	g.describe(kindOf(m, x.Claims(len(m.Roles)), nil, x.Broken), numbers != nil)
	if numbers != nil {
		return layeredNumbers[S]{g, numbers, span}, nil
	}
	return g, nil
}

// Start is state 0.
func (g *numberedGame[S]) Start() uint64 { return 0 }

// Expand appends the children, the last role's move changing fastest.
func (g *numberedGame[S]) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for _, n := range g.explored.Children(int32(s)) {
			dst = append(dst, uint64(n))
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// CountMoves appends how many children each state has.
func (g *numberedGame[S]) CountMoves(dst []int32, src []uint64) []int32 {
	return g.batches.CountMoves(dst, g.states(src))
}

// states are the packed states with the given numbers.
func (g *numberedGame[S]) states(src []uint64) []S {
	states := make([]S, len(src))
	for i, s := range src {
		states[i] = g.explored.States[s]
	}
	return states
}

// Movers appends who has a choice or does more than wait.
func (g *numberedGame[S]) Movers(dst []int8, src []uint64) []int8 {
	dst, _ = g.stages(dst, nil, g.states(src))
	return dst
}

// Rows appends the numbers of legal moves of all roles but the last.
func (g *numberedGame[S]) Rows(dst []int32, src []uint64) []int32 {
	_, dst = g.stages(nil, dst, g.states(src))
	return dst
}

// MoversAndRows appends what Movers and Rows do, at once.
func (g *numberedGame[S]) MoversAndRows(movers []int8, rows []int32, src []uint64) ([]int8, []int32) {
	return g.stages(movers, rows, g.states(src))
}

// Payoffs appends the goals; see payoffs.
func (g *numberedGame[S]) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	return g.payoffs(dst, g.states(src))
}

// FormatState writes a state as its fluents, without those that are always
// true; see Words.
func (g *numberedGame[S]) FormatState(s uint64) string { return g.format(g.explored.States[s]) }

// ParseState reads what FormatState writes, in any order, for states that can be
// reached.
func (g *numberedGame[S]) ParseState(text string) (uint64, error) {
	s, err := g.parse(text)
	if err != nil {
		return 0, err
	}
	n, ok := g.explored.Number[s]
	if !ok {
		return 0, games.BadInput("position: it cannot be reached, and positions of this game are too large to be looked at then")
	}
	return uint64(n), nil
}

// Moves names the moves; see moveNames.
func (g *numberedGame[S]) Moves(s uint64) [games.MaxRoles][]string {
	return g.moveNames(g.explored.States[s], g.Movers(nil, []uint64{s})[0])
}

// Draw draws a state.
func (g *numberedGame[S]) Draw(s uint64) games.Drawing { return g.draw(g.explored.States[s]) }

// Symmetries are none but that of moving nothing.
func (g *numberedGame[S]) Symmetries() symmetry.Group { return symmetry.Trivial(0) }

// Layers appends the layer of each state.
func (g layeredNumbers[S]) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, g.layers[s])
	}
	return dst
}

// Span is the largest step between layers.
func (g layeredNumbers[S]) Span() int { return g.span }
