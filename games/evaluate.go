package games

import "sync"

// Evaluator is the power of games that can judge a position without searching.
type Evaluator[S State] interface {
	// Evaluate appends for each src state how good it looks for the player to
	// move: from -1, a sure loss, over 0 to 1, a sure win. It is a guess that
	// proves nothing. No state is terminal. A state and its canonical one get
	// the same, as whoever moves in the one moves in the other.
	Evaluate(dst []float32, src []S) []float32
}

// EvaluatorOf returns the game's evaluation, or one by mobility: the moves of
// the player to move against the opponent's replies to them.
func EvaluatorOf[S State](g Game[S]) Evaluator[S] {
	if e, ok := any(g).(Evaluator[S]); ok {
		return e
	}
	return &mobility[S]{game: g, buffers: sync.Pool{New: func() any { return new(mobilityBuffer[S]) }}}
}

// mobility evaluates positions of any game.
type mobility[S State] struct {
	game    Game[S]
	buffers sync.Pool
}

// mobilityBuffer holds the children of a batch and their children.
type mobilityBuffer[S State] struct {
	children, replies []S
	ends, replyEnds   []int32
}

// Evaluate implements Evaluator: (m-r)/(m+r) for m moves and r replies to each
// on average.
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
