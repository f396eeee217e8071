package domineering

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[*game](Entry())

var specs = []string{
	"domineering", "domineering:size=1x1", "domineering:size=2x1", "domineering:size=1x2", "domineering:size=4x4",
	"domineering:size=8x8", "domineering:size=20x3", "domineering:size=3x20", "domineering:size=7x6", "domineering:size=1x20",
}

func TestContract(t *testing.T) {
	for _, spec := range specs {
		if err := games.Check[uint64](open(t, spec), 500); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// TestPerft compares with manual counts on 3x2. Vertical has three moves. After an
// outer column, Horizontal can use both rows of the remaining columns, after which no
// column is free; after the middle column, Horizontal has no move.
func TestPerft(t *testing.T) {
	g := games.Game[uint64](open(t, "domineering:size=3x2"))
	if diff := cmp.Diff([]int64{3, 4, 0}, games.Perft(g, 3)); diff != "" {
		t.Errorf("perft (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{3, 4, 0}, games.Distinct(g, 3)); diff != "" {
		t.Errorf("distinct (-want +got):\n%s", diff)
	}
}

func slowMoves(text string) map[string]string {
	rows := strings.Split(text, "/")
	dx, dy := 0, 1
	if strings.Count(text, "x")%4 == 2 {
		dx, dy = 1, 0
	}
	result := map[string]string{}
	for y := range len(rows) - dy { // from the bottom
		for x := range len(rows[0]) - dx {
			cells := make([][]byte, len(rows))
			for i, row := range rows {
				cells[len(rows)-1-i] = []byte(row)
			}
			if cells[y][x] != '.' || cells[y+dy][x+dx] != '.' {
				continue
			}
			cells[y][x], cells[y+dy][x+dx] = 'x', 'x'
			child := ""
			for _, row := range cells {
				child = "/" + string(row) + child
			}
			result[fmt.Sprintf("%c%d-%c%d", 'a'+x, y+1, 'a'+x+dx, y+dy+1)] = child[1:]
		}
	}
	return result
}

func TestAgainstSlowRules(t *testing.T) {
	for _, spec := range specs {
		gamestest.Plays(t, open(t, spec), 10, gamestest.SlowRules{Moves: slowMoves, Payoffs: gamestest.LastMoverWins})
	}
}

func TestBadInput(t *testing.T) {
	g := open(t, "domineering:size=3x2")
	gamestest.BadPositions(t, g, map[string]string{
		"x../...": "1 covered cells; the number must be even because each domino covers two; the start is .../...",
		"x../":    "row 1 has 0 cells, expected 3",
		"ox./...": "character 'o' in row 2",
	})
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"domineering:size=9x8":  "size=9x8 has 72 cells; the maximum is 64, as in size=9x7",
		"domineering:size=21x1": "sides from 1 to 20",
	})
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, open(f, "domineering:size=3x2"), "3/3", "x.x/3", "xx1/12", "é/3")
}
