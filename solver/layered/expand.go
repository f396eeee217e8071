package layered

import (
	"fmt"

	"zermelo/games"
	"zermelo/solver/job"
)

// setup holds the parameters of a solve that both sweeps use.
type setup[S games.State] struct {
	game    games.Game[S]
	layered games.Layered[S]
	work    string
	plan    job.Plan
	prog    *job.Progress
}

// Expander expands states into canonical children. It is not safe for
// concurrent use.
type Expander[S games.State] struct {
	Game      games.Game[S]
	Canonizer games.Canonizer[S]
	layered   games.Layered[S]
	ender     games.TerminalTester[S] // nil if the game cannot recognize terminal children
	open      games.OpenExpander      // nil if the game cannot expand in one pass
	Span      int

	// Results of the last call to Expand.
	Children   []S     // canonical children, excluding recognized terminal ones
	Swaps      []bool  // for each child, whether canonization exchanged the roles
	layers     []int32 // indexed by child; empty if Span is 1
	Ends       []int32 // for each state, the end of its children, including terminal ones
	isTerminal []bool  // indexed by child, including terminal ones; empty if ender is nil
	terminals  []S     // recognized terminal children, not canonical

	expansion games.Expansion // result of the last call to expandOpen
}

func newExpander[S games.State](g games.Game[S], layered games.Layered[S]) *Expander[S] {
	e := &Expander[S]{Game: g, Canonizer: games.CanonizerOf(g), layered: layered, Span: layered.Span()}
	e.ender, _ = any(g).(games.TerminalTester[S])
	e.open = games.OpenExpanderOf(g)
	return e
}

// Expand expands states and sets Children, Swaps and Ends.
func (e *Expander[S]) Expand(states []S) {
	e.Children, e.Ends = e.Game.Expand(e.Children[:0], e.Ends[:0], states)
	e.isTerminal, e.terminals = e.isTerminal[:0], e.terminals[:0]
	if e.ender != nil {
		e.isTerminal = e.ender.IsTerminal(e.isTerminal, e.Children)
		e.part()
	}
	e.Swaps = Resize(e.Swaps, len(e.Children))
	e.Canonizer.Canonize(e.Children, e.Swaps)
	if e.Span > 1 {
		e.layers = e.layered.Layers(e.layers[:0], e.Children)
	}
}

// expandOpen expands states in one pass with ExpandOpen. Terminal children are
// represented only by their payoffs in e.expansion.
func (e *Expander[S]) expandOpen(states []S) {
	e.expansion.Reset()
	e.open.ExpandOpen(&e.expansion, any(states).([]uint64))
	e.Children, e.Ends = any(e.expansion.Children).([]S), e.expansion.Ends
	e.isTerminal, e.terminals = e.isTerminal[:0], e.terminals[:0]
}

// part moves terminal children from e.Children to e.terminals. The loop is
// branch-free to avoid mispredictions.
func (e *Expander[S]) part() {
	e.terminals = Resize(e.terminals, len(e.Children))
	children, ended, over, n := e.Children, e.terminals, e.isTerminal[:len(e.Children)], 0
	for i, c := range children {
		ended[i-n], children[n] = c, c
		one := 1
		if over[i] {
			one = 0
		}
		n += one
	}
	e.Children, e.terminals = children[:n], ended[:len(children)-n]
}

func errMissingChild[S games.State](s S) error {
	return fmt.Errorf("state %x: child was not enumerated; the game violates its contract", games.Bits(&s))
}

func errPayoffs(payoffs, states int) error {
	return fmt.Errorf("%d payoffs for %d terminal states; the game violates its contract", payoffs, states)
}

func errWrongLayer[S games.State](child, layer int, s S) error {
	return fmt.Errorf("state %x: child of a state in layer %d is in layer %d; the game violates its contract", games.Bits(&s), layer, child)
}

// Resize returns a slice of length n, reusing s if its capacity suffices. New
// elements are not cleared.
func Resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}

type chunkSizer struct {
	plan     job.Plan
	children []float64 // average number of children per state, by layer; 0 if unknown
}

const (
	minChildren = 1 << 12 // minimum number of children per chunk, to amortize scheduling
	maxChildren = 1 << 22 // maximum number of children per chunk, to limit memory
	minChunks   = 4       // minimum number of chunks per worker, to balance their loads
)

func (p *chunkSizer) record(layer, states, children int) {
	for len(p.children) <= layer {
		p.children = append(p.children, 0)
	}
	p.children[layer] = float64(children) / float64(max(1, states))
}

// size returns the number of states per chunk of a layer. It returns usual, or fewer
// if there would otherwise be too few chunks or too many children per chunk. Layers
// that have not been recorded are assumed to resemble the last recorded one.
func (p *chunkSizer) size(layer, states, usual int) int {
	if len(p.children) == 0 {
		return usual
	}
	children := p.children[min(layer, len(p.children)-1)]
	if children == 0 {
		return usual
	}
	size := max(int(minChildren/children), states/(minChunks*p.plan.Workers))
	return max(1, min(usual, size, int(maxChildren/children)))
}
