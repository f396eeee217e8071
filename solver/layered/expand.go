package layered

import "zermelo/games"

// Expander turns states into their canonical children. One per worker.
type Expander[S games.State] struct {
	Game      games.Game[S]
	Canonizer games.Canonizer[S]
	layered   games.Layered[S]
	Span      int

	// What the last call of expand found.
	Children []S
	Ends     []int32 // end of each state's children
	Swaps    []bool  // by child: does its canonical state have the roles exchanged?
	layers   []int32 // by child: its layer; empty where the span is 1
}

func newExpander[S games.State](g games.Game[S], layered games.Layered[S]) *Expander[S] {
	return &Expander[S]{Game: g, Canonizer: games.CanonizerOf(g), layered: layered, Span: layered.Span()}
}

// Expand finds the canonical children of the states.
func (e *Expander[S]) Expand(states []S) {
	e.Children, e.Ends = e.Game.Expand(e.Children[:0], e.Ends[:0], states)
	if cap(e.Swaps) < len(e.Children) {
		e.Swaps = make([]bool, cap(e.Children))
	}
	e.Swaps = e.Swaps[:len(e.Children)]
	e.Canonizer.Canonize(e.Children, e.Swaps)
	if e.Span > 1 {
		e.layers = e.layered.Layers(e.layers[:0], e.Children)
	}
}
