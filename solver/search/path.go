package search

import (
	"fmt"

	"zermelo/games"
)

// Repeats reports whether it is known that positions of a game come back. A search without
// a limit of depth need not come to an end there. Where it is only not proven that none comes
// back, a Path watches.
func Repeats[S games.State](g games.Game[S]) bool {
	_, layered := any(g).(games.Layered[S])
	return !layered && !g.Info().RepeatsUnproven
}

// Path is the line that a search is on, in a game of which it is not proven that no position
// comes back. What is found by then is true anyhow: each result follows from earlier ones.
// Of other games it is nil.
type Path[S games.State] struct {
	game games.Game[S]
	line []S
	on   map[S]bool
}

// NewPath is a path that has no positions, nil for a game that needs none.
func NewPath[S games.State](g games.Game[S]) *Path[S] {
	if _, layered := any(g).(games.Layered[S]); layered || !g.Info().RepeatsUnproven {
		return nil
	}
	return &Path[S]{game: g, on: map[S]bool{}}
}

// mostPlies is how long a Path gets: longer lines take too much memory.
const mostPlies = 1 << 12

// RepeatError says that a search has met a position again on its line, or that the line is
// too long.
type RepeatError struct {
	Position string
	TooLong  bool // it is mostPlies long, and no position came back
}

// NewRepeatError is the error at a position that came back.
func NewRepeatError[S games.State](g games.Game[S], s S) *RepeatError {
	return &RepeatError{Position: games.NotationOf(g).FormatState(s)}
}

func (e *RepeatError) Error() string {
	if e.TooLong {
		return fmt.Sprintf("it is not proven that no position can come back, and play to %s takes %d plies", e.Position, mostPlies)
	}
	return "the position " + e.Position + " can come back"
}

// Enter puts a canonical position on the line, after so many others of it; what was there goes.
// The error is a *RepeatError if it is there already.
func (p *Path[S]) Enter(s S, depth int) error {
	if p == nil {
		return nil
	}
	return p.enter(s, depth)
}

func (p *Path[S]) enter(s S, depth int) error {
	for _, left := range p.line[depth:] {
		delete(p.on, left)
	}
	p.line = p.line[:depth]
	if p.on[s] || depth == mostPlies {
		err := NewRepeatError(p.game, s)
		err.TooLong = !p.on[s]
		return err
	}
	p.on[s] = true
	p.line = append(p.line, s)
	return nil
}
