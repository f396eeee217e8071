package search

import (
	"fmt"

	"zermelo/games"
)

// Repeats reports whether positions of g are known to repeat, so that a search
// without a depth limit may not terminate. If repetition is possible but not certain,
// Repeats returns false, and the search must use a Path.
func Repeats[S games.State](g games.Game[S]) bool {
	_, layered := any(g).(games.Layered[S])
	return !layered && !g.Info().RepeatsUnproven
}

// Path is the current line of a search in a game whose positions might repeat. It
// detects repetitions. Results found before a repetition remain valid. The methods
// of a nil Path do nothing.
type Path[S games.State] struct {
	game    games.Game[S]
	line    []S
	visited map[S]bool
}

// NewPath returns an empty Path, or nil if positions of g cannot repeat.
func NewPath[S games.State](g games.Game[S]) *Path[S] {
	if _, layered := any(g).(games.Layered[S]); layered || !g.Info().RepeatsUnproven {
		return nil
	}
	return &Path[S]{game: g, visited: map[S]bool{}}
}

const maxPlies = 1 << 12 // maximum length of a Path

// RepeatError is returned if a search reaches a position that is already on its
// line, or if the line is too long.
type RepeatError struct {
	Position string
	TooLong  bool // no position repeats, but the line has maxPlies plies
}

// NewRepeatError returns the error for a repetition of s.
func NewRepeatError[S games.State](g games.Game[S], s S) *RepeatError {
	return &RepeatError{Position: games.NotationOf(g).FormatState(s)}
}

func (e *RepeatError) Error() string {
	if e.TooLong {
		return fmt.Sprintf("positions may repeat, and the line to %s has reached the maximum of %d plies", e.Position, maxPlies)
	}
	return "the position " + e.Position + " can repeat"
}

// Enter truncates the line to depth positions and appends the canonical position s.
// It returns a *RepeatError if s is already on the line or if the line is too long.
func (p *Path[S]) Enter(s S, depth int) error {
	if p == nil {
		return nil
	}
	return p.enter(s, depth)
}

func (p *Path[S]) enter(s S, depth int) error {
	for _, left := range p.line[depth:] {
		delete(p.visited, left)
	}
	p.line = p.line[:depth]
	if p.visited[s] || depth == maxPlies {
		err := NewRepeatError(p.game, s)
		err.TooLong = !p.visited[s]
		return err
	}
	p.visited[s] = true
	p.line = append(p.line, s)
	return nil
}
