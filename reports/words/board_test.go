package words

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
)

func TestBoard(t *testing.T) {
	tests := []struct {
		name    string
		drawing games.Drawing
		want    string
	}{
		{"labels, legend and notes", games.Drawing{
			Width: 3, Height: 2, Columns: []string{"a", "b", "c"}, Rows: []string{"2", "1"},
			Cells:  []games.Cell{{Kind: games.Piece, Glyph: 'R'}, {Glyph: ' '}, {}, {}, {Kind: games.Wall}, {Kind: games.Piece, Role: 1}},
			Legend: []string{"R red", "# wall", "x blue"}, Notes: []string{"red to move", "score 5"},
		}, `
   +-------+
 2 | R   . |
 1 | . # x |
   +-------+
     a b c
R red, # wall, x blue
red to move
score 5
`},
		{"two-digit labels", games.Drawing{
			Width: 2, Height: 2, Columns: []string{"9", "10"}, Rows: []string{"10", "9"},
			Cells: []games.Cell{{Kind: games.Piece}, {Kind: games.Blocked}, {Kind: games.Mark}, {}},
		}, `
    +-------+
 10 |  o  * |
  9 |  _  . |
    +-------+
       9 10
`},
		{"no labels", games.Drawing{Width: 1, Height: 1, Columns: []string{""}, Rows: []string{""}, Cells: []games.Cell{{}}}, `
  +---+
  | . |
  +---+
`},
		{"no cells", games.Drawing{Notes: []string{"round 3 of 20"}}, "\nround 3 of 20\n"},
		{"long legend", games.Drawing{Legend: []string{strings.Repeat("a", 40), strings.Repeat("b", 35), "c"}},
			"\n" + strings.Repeat("a", 40) + ", " + strings.Repeat("b", 35) + ",\nc\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, "\n"+Board(test.drawing)); diff != "" {
				t.Error(diff)
			}
		})
	}
}
