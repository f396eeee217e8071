package gdl

import (
	"strings"

	"zermelo/games"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
)

// Notation is the notation of states and moves.
//
// In a term, separators replace blanks and parentheses: a dot at the top level, one
// colon at the next level, two colons at the level below, and so on. For example,
// (cell 1 1 b) becomes cell.1.1.b, and (on (f 1 2) (g (h 3))) becomes
// on.f:1:2.g:h::3. A state is the list of its fluents, joined by commas, or "." if
// no fluent is true. Bytes with a special meaning in a shell or in this notation are
// escaped as % and two hexadecimal digits.
type Notation struct {
	fluents []string
	fluent  map[string]int32 // fluent numbers by name
	moves   [][]string       // names by role and move
	start   string           // the initial state, as an example in error messages
}

const emptyState = "."

// NewNotation returns a new Notation for m.
func NewNotation(m *statemachine.Machine) *Notation {
	w := &Notation{fluent: map[string]int32{}}
	for i, f := range m.Fluents {
		w.fluents = append(w.fluents, sheet.Word(f))
		w.fluent[w.fluents[i]] = int32(i)
	}
	for _, moves := range m.Moves {
		var list []string
		for _, move := range moves {
			list = append(list, sheet.Word(move))
		}
		w.moves = append(w.moves, list)
	}
	w.start = w.Format(m.Initial)
	return w
}

// Move returns the name of a role's move.
func (w *Notation) Move(role int, move int32) string { return w.moves[role][move] }

// Format returns the notation of a state. The fluents must be in ascending order.
func (w *Notation) Format(fluents []int32) string {
	if len(fluents) == 0 {
		return emptyState
	}
	var b strings.Builder
	for i, f := range fluents {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(w.fluents[f])
	}
	return b.String()
}

// Parse parses the output of Format, but accepts the fluents in any order. It
// returns the fluents' numbers in ascending order. Errors are of type
// games.InputError.
func (w *Notation) Parse(text string) ([]int32, error) {
	if text == emptyState {
		return nil, nil
	}
	holds := make([]bool, len(w.fluents))
	for name := range strings.SplitSeq(text, ",") {
		f, ok := w.fluent[name]
		switch {
		case !ok:
			return nil, games.BadInput("position: unknown fluent %q; expected fluents separated by commas, such as %q", name, w.start)
		case holds[f]:
			return nil, games.BadInput("position: duplicate fluent %q", name)
		}
		holds[f] = true
	}
	var fluents []int32
	for f, h := range holds {
		if h {
			fluents = append(fluents, int32(f))
		}
	}
	return fluents, nil
}
