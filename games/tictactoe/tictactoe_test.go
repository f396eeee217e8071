package tictactoe

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[*game](Entry())

var specs = []string{
	"tictactoe", "tictactoe:misere=yes", "tictactoe:size=4x3", "tictactoe:size=3x5,misere=yes", "tictactoe:size=4x4,in-a-row=4",
	"tictactoe:size=5x5,in-a-row=4", "tictactoe:size=4x8,in-a-row=5", "tictactoe:size=8x4", "tictactoe:size=2x3,in-a-row=2",
	"tictactoe:size=1x9", "tictactoe:size=16x2,in-a-row=4", "tictactoe:size=5x2,in-a-row=5", "tictactoe:size=3x2,in-a-row=3",
}

func TestContract(t *testing.T) {
	for _, spec := range specs {
		if err := games.Check[uint64](open(t, spec), 600); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// TestPerft compares with the well-known numbers of games: 1440 end after five plies,
// and 5328, 47,952, 72,576 and 127,872 after six to nine. There are 5478 positions.
func TestPerft(t *testing.T) {
	g := games.Game[uint64](open(t, "tictactoe"))
	want := []int64{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872, 0}
	if diff := cmp.Diff(want, games.Perft(g, 10)); diff != "" {
		t.Errorf("perft (-want +got):\n%s", diff)
	}
	positions := int64(1)
	for _, n := range games.Distinct(g, 10) {
		positions += n
	}
	if positions != 5478 {
		t.Errorf("%d positions, want 5478", positions)
	}
}

// slow is a simple implementation of the rules on the text of a position.
type slow struct {
	rows   []string // from the top
	inARow int
}

// full reports whether a full row exists, by walking from every cell in every
// direction.
func (b slow) full(stone byte) bool {
	at := func(x, y int) byte {
		if y < 0 || y >= len(b.rows) || x < 0 || x >= len(b.rows[0]) {
			return 0
		}
		return b.rows[y][x]
	}
	for y := range b.rows {
		for x := range b.rows[0] {
			for _, d := range [][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}} {
				n := 0
				for at(x+n*d[0], y+n*d[1]) == stone {
					n++
				}
				if n >= b.inARow {
					return true
				}
			}
		}
	}
	return false
}

func (b slow) moves() map[string]string {
	text := strings.Join(b.rows, "/")
	result := map[string]string{}
	if b.full('x') || b.full('o') {
		return result
	}
	stone := "x"
	if strings.Count(text, "x") > strings.Count(text, "o") {
		stone = "o"
	}
	for i, c := range text {
		if c == '.' {
			x, y := i%(len(b.rows[0])+1), i/(len(b.rows[0])+1)
			name := fmt.Sprintf("%c%d", 'a'+x, len(b.rows)-y)
			result[name] = text[:i] + stone + text[i+1:]
		}
	}
	return result
}

// payoff returns the payoff of x.
func (b slow) payoff(misere bool) int16 {
	first, second := b.full('x'), b.full('o')
	if misere {
		first, second = second, first
	}
	switch {
	case first:
		return 100
	case second:
		return 0
	}
	return 50
}

func TestAgainstSlowRules(t *testing.T) {
	for _, spec := range specs {
		g := open(t, spec)
		read := func(position string) slow { return slow{strings.Split(position, "/"), g.inARow} }
		gamestest.Plays(t, g, 30, gamestest.SlowRules{
			Moves: func(position string) map[string]string { return read(position).moves() },
			Payoffs: func(position string, _ int) games.Payoff {
				x := read(position).payoff(g.misere)
				return games.Payoff{x, 100 - x}
			},
		})
	}
}

func TestBadPositions(t *testing.T) {
	g := open(t, "tictactoe")
	for text, want := range map[string]string{
		"":            "1 rows separated by '/', expected 3; the start is .../.../...",
		"xx./.../...": "2 x and 0 o stones",
		"o../.../...": "0 x and 1 o stones",
		"xxx/oo./...": "",
		"xxx/oo./o..": "x is to move and has 3 in a row, so the game was over before",
		"xx./ooo/x..": "",
		"xx./ooo/x.x": "o is to move and has 3 in a row",
		"xy./3/3":     "character 'y' in row 3",
	} {
		s, err := g.ParseState(text)
		if input := (*games.InputError)(nil); want != "" && (!errors.As(err, &input) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		if want == "" && (err != nil || g.FormatState(s) != text) {
			t.Errorf("%q is read as %s, %v", text, g.FormatState(s), err)
		}
	}
}

func TestBadOptions(t *testing.T) {
	for spec, want := range map[string]string{
		"tictactoe:size=6x6":            "size=6x6 has 36 cells; the maximum is 32, as in size=6x5",
		"tictactoe:in-a-row=4":          "use in-a-row=3 or less",
		"tictactoe:size=17x1":           "sides from 1 to 16",
		"tictactoe:in-a-row=1":          "whole number from 2 to 16",
		"tictactoe:misere=maybe":        "must be one of no, yes",
		"tictactoe:size=4x2,in-a-row=4": "",
	} {
		_, err := (&games.Registry{Entries: []games.Entry{Entry()}}).Open(spec)
		if input := (*games.InputError)(nil); want == "" && err != nil || want != "" && (!errors.As(err, &input) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}

func TestStatus(t *testing.T) {
	for _, test := range []struct{ spec, text, want string }{
		{"tictactoe", "3/3/3", "x to move"},
		{"tictactoe", "3/1x1/3", "o to move"},
		{"tictactoe", "oo1/xxx/3", "x has won: x has 3 in a row"},
		{"tictactoe:misere=yes", "oo1/xxx/3", "o has won: x has 3 in a row"},
		{"tictactoe", "xox/oxx/oxo", "a draw: the board is full"},
	} {
		g := open(t, test.spec)
		s, err := g.ParseState(test.text)
		if err != nil {
			t.Error(err)
			continue
		}
		if notes := g.Draw(s).Notes; len(notes) != 1 || notes[0] != test.want {
			t.Errorf("%s: %q, want %q", test.text, notes, test.want)
		}
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, open(f, "tictactoe"), "3/3/3", "xo./.x./..o", "xxx/oo1/3", "é/3/3")
}
