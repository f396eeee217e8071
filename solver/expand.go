package solver

import "zermelo/games"

// expander turns states into their canonical children. One per worker.
type expander[S games.State] struct {
	game      games.Game[S]
	canonizer games.Canonizer[S]
	layered   games.Layered[S]
	span      int

	// What the last call of expand found.
	children []S
	ends     []int32 // end of each state's children
	swaps    []bool  // by child: does its canonical state have the roles exchanged?
	layers   []int32 // by child: its layer; empty where the span is 1
}

func newExpander[S games.State](g games.Game[S], layered games.Layered[S]) *expander[S] {
	return &expander[S]{game: g, canonizer: games.CanonizerOf(g), layered: layered, span: layered.Span()}
}

// expand finds the canonical children of the states.
func (e *expander[S]) expand(states []S) {
	e.children, e.ends = e.game.Expand(e.children[:0], e.ends[:0], states)
	if cap(e.swaps) < len(e.children) {
		e.swaps = make([]bool, cap(e.children))
	}
	e.swaps = e.swaps[:len(e.children)]
	e.canonizer.Canonize(e.children, e.swaps)
	if e.span > 1 {
		e.layers = e.layered.Layers(e.layers[:0], e.children)
	}
}
