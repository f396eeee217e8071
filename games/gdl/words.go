package gdl

import (
	"strings"

	"zermelo/games"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
)

// Words is the notation of a machine's states and moves. A term is written
// with separators in place of blanks and parentheses: dots within a sentence,
// colons within its arguments, two colons within theirs and so on, as in
// cell.1.1.b for (cell 1 1 b) and on.f:1:2.g:h::3 for (on (f 1 2) (g (h 3))).
// A state is its fluents, in their order, joined by commas; "." if it has none.
// Bytes of names that could mean something to a shell or to this notation are
// written as % and two hexadecimal digits.
type Words struct {
	fluents []string
	fluent  map[string]int32 // number of each
	moves   [][]string       // of each role
	start   string           // the first state, as an example
}

// emptyState is the notation of a state in which no fluent is true.
const emptyState = "."

// NewWords is the notation of a machine.
func NewWords(m *machine.Machine) *Words {
	w := &Words{fluent: map[string]int32{}}
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

// Move is the name of a move of a role.
func (w *Words) Move(role int, move int32) string { return w.moves[role][move] }

// Format writes a state. The fluents are in ascending order.
func (w *Words) Format(fluents []int32) string {
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

// Parse reads what Format writes, in any order, and returns the fluents in
// ascending order.
func (w *Words) Parse(text string) ([]int32, error) {
	if text == emptyState {
		return nil, nil
	}
	holds := make([]bool, len(w.fluents))
	for name := range strings.SplitSeq(text, ",") {
		f, ok := w.fluent[name]
		switch {
		case !ok:
			return nil, games.BadInput("position: %q cannot be true in this game; a position lists what is true with commas between, as in %q", name, w.start)
		case holds[f]:
			return nil, games.BadInput("position: %q is there twice", name)
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
