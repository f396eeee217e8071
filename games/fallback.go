package games

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// NotationOf returns the notation of g. If g does not implement Notation, states are
// written as hexadecimal words and moves as numbers.
func NotationOf[S State](g Game[S]) Notation[S] {
	if n, ok := any(g).(Notation[S]); ok {
		return n
	}
	return defaultNotation[S]{g}
}

type defaultNotation[S State] struct{ game Game[S] }

func (defaultNotation[S]) FormatState(s S) string {
	parts := make([]string, 0, 4)
	for _, w := range Bits(&s) {
		parts = append(parts, strconv.FormatUint(w, 16))
	}
	return strings.Join(parts, ".")
}

func (defaultNotation[S]) ParseState(text string) (S, error) {
	var s S
	words := Bits(&s)
	parts := strings.Split(text, ".")
	if len(parts) != len(words) {
		return s, BadInput("position %q: expected %d hexadecimal words separated by dots", text, len(words))
	}
	for i, p := range parts {
		w, err := strconv.ParseUint(p, 16, 64)
		if err != nil {
			return s, BadInput("position %q: %q is not a hexadecimal word", text, p)
		}
		words[i] = w
	}
	return s, nil
}

func (n defaultNotation[S]) Moves(s S) [MaxRoles][]string {
	children, _ := n.game.Expand(nil, nil, []S{s})
	return NumberedMoves(n.game, s, len(children))
}

// NumberedMoves returns numbers, starting with 1, as the names of each role's moves
// in s, given the number of children of s.
func NumberedMoves[S State](g Game[S], s S, children int) (moves [MaxRoles][]string) {
	if children == 0 {
		return moves
	}
	mover, sizes := Stage(g, s, children)
	for role, n := range sizes {
		if mover == Both || mover == int8(role) {
			moves[role] = numbered(n)
		}
	}
	if mover == Chance {
		moves[0] = numbered(children)
	}
	return moves
}

func numbered(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(i + 1)
	}
	return names
}

// DrawingOf returns the drawing of s. If g does not implement Drawer, the drawing
// consists of the position as text.
func DrawingOf[S State](g Game[S], s S) Drawing {
	if d, ok := any(g).(Drawer[S]); ok {
		return d.Draw(s)
	}
	return Drawing{Notes: []string{NotationOf(g).FormatState(s)}}
}

// CanonizerOf returns the Canonizer of g. By default, every state is canonical.
func CanonizerOf[S State](g Game[S]) Canonizer[S] {
	if c, ok := any(g).(Canonizer[S]); ok {
		return c
	}
	return asymmetric[S]{}
}

type asymmetric[S State] struct{}

func (asymmetric[S]) Canonize(_ []S, swaps []bool) { clear(swaps) }

func (asymmetric[S]) Orbits(dst []int32, src []S) []int32 {
	for range src {
		dst = append(dst, 1)
	}
	return dst
}

// Canonical returns the canonical state of s, and reports whether the symmetry that
// maps s to it exchanges the roles.
func Canonical[S State](g Game[S], s S) (S, bool) {
	states, swaps := []S{s}, []bool{false}
	CanonizerOf(g).Canonize(states, swaps)
	return states[0], swaps[0]
}

// Evaluator is implemented by games with a static evaluation.
type Evaluator[S State] interface {
	// Evaluate appends a heuristic score of each src state for the player to move,
	// from -1 (certain loss) to 1 (certain win). The src states must be
	// non-terminal. Equivalent states must have equal scores.
	Evaluate(dst []float32, src []S) []float32
}

// EvaluatorOf returns the Evaluator of g. The default score of a state with m moves
// and an average of r replies per move is (m-r)/(m+r).
func EvaluatorOf[S State](g Game[S]) Evaluator[S] {
	if e, ok := any(g).(Evaluator[S]); ok {
		return e
	}
	return &mobility[S]{game: g, buffers: sync.Pool{New: func() any { return new(mobilityBuffer[S]) }}}
}

type mobility[S State] struct {
	game    Game[S]
	buffers sync.Pool
}

type mobilityBuffer[S State] struct {
	children, replies []S
	ends, replyEnds   []int32
}

func (m *mobility[S]) Evaluate(dst []float32, src []S) []float32 {
	b := m.buffers.Get().(*mobilityBuffer[S])
	b.children, b.ends = m.game.Expand(b.children[:0], b.ends[:0], src)
	b.replies, b.replyEnds = m.game.Expand(b.replies[:0], b.replyEnds[:0], b.children)
	from, before := int32(0), int32(0)
	for _, end := range b.ends {
		if end == from {
			dst = append(dst, 0)
			continue
		}
		moves, last := float32(end-from), b.replyEnds[end-1]
		replies := float32(last-before) / moves
		dst = append(dst, (moves-replies)/(moves+replies))
		from, before = end, last
	}
	m.buffers.Put(b)
	return dst
}
