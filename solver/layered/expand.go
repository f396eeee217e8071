package layered

import "zermelo/games"

// Expander turns states into their children. One per worker.
type Expander[S games.State] struct {
	Game      games.Game[S]
	Canonizer games.Canonizer[S]
	layered   games.Layered[S]
	ender     games.Ender[S]     // nil: the game does not tell which children are over
	open      games.OpenExpander // nil: the game has no fast way to expand
	Span      int

	// What the last call of Expand found.
	Children []S     // canonical; those that are not known to be over
	Swaps    []bool  // by child: does its canonical state have the roles exchanged?
	layers   []int32 // by child: its layer; empty where the span is 1
	Ends     []int32 // end of each state's children, all counted
	over     []bool  // of all children: is it known to be over? Empty where none is
	ended    []S     // the children that are over, as they were met

	expansion games.Expansion // what the last call of expandOpen found
}

func newExpander[S games.State](g games.Game[S], layered games.Layered[S]) *Expander[S] {
	e := &Expander[S]{Game: g, Canonizer: games.CanonizerOf(g), layered: layered, Span: layered.Span()}
	e.ender, _ = any(g).(games.Ender[S])
	e.open = games.OpenExpanderOf(g)
	return e
}

// Expand finds the children of the states.
func (e *Expander[S]) Expand(states []S) {
	e.Children, e.Ends = e.Game.Expand(e.Children[:0], e.Ends[:0], states)
	e.over, e.ended = e.over[:0], e.ended[:0]
	if e.ender != nil {
		e.over = e.ender.Over(e.over, e.Children)
		e.part()
	}
	e.Swaps = Resize(e.Swaps, len(e.Children))
	e.Canonizer.Canonize(e.Children, e.Swaps)
	if e.Span > 1 {
		e.layers = e.layered.Layers(e.layers[:0], e.Children)
	}
}

// expandOpen is Expand in one pass of a game that can, without the states that are over:
// e.expansion has what they pay.
func (e *Expander[S]) expandOpen(states []S) {
	e.expansion.Reset()
	e.open.ExpandOpen(&e.expansion, any(states).([]uint64))
	e.Children, e.Ends = any(e.expansion.Children).([]S), e.expansion.Ends
	e.over, e.ended = e.over[:0], e.ended[:0]
}

// part takes the children that are over away from the others. It has no branch that
// the processor would have to guess.
func (e *Expander[S]) part() {
	e.ended = Resize(e.ended, len(e.Children))
	children, ended, over, n := e.Children, e.ended, e.over[:len(e.Children)], 0
	for i, c := range children {
		ended[i-n], children[n] = c, c
		one := 1
		if over[i] {
			one = 0
		}
		n += one
	}
	e.Children, e.ended = children[:n], ended[:len(children)-n]
}
