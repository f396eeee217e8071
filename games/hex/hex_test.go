package hex

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/games/gamestest"
)

// boards are variants with their expected sizes.
var boards = []struct {
	spec          string
	width, height int
	swap          bool
}{
	{"hex", 4, 4, false},
	{"hex:size=2x2", 2, 2, false},
	{"hex:size=3x3,swap=yes", 3, 3, true},
	{"hex:size=5x5,swap=yes", 5, 5, true},
	{"hex:size=2x5", 2, 5, false},
	{"hex:size=6x5", 6, 5, false},
	{"hex:size=15x2", 15, 2, false},
	{"hex:size=8x4", 8, 4, false}, // from here on states have two words
	{"hex:size=6x6,swap=yes", 6, 6, true},
	{"hex:size=7x9", 7, 9, false},
	{"hex:size=8x8", 8, 8, false},
}

var open = gamestest.Opener[*narrow](Entry())

var openAny = gamestest.Opener[games.Variant](Entry())

func TestCheck(t *testing.T) {
	for _, c := range boards {
		v := openAny(t, c.spec)
		if err := games.ByState(v, check[uint64], check[[2]uint64], check[[4]uint64]); err != nil {
			t.Errorf("%s: %v", c.spec, err)
		}
	}
}

func check[S games.State](g games.Game[S]) error { return games.Check(g, 300) }

// slow is a board as a map of cells by column and row. Chains are followed cell by
// cell.
type slow struct {
	width, height int
	role          map[[2]int]int
}

func (b slow) joined(role int) bool {
	var todo [][2]int
	for cell, r := range b.role {
		if r == role && cell[1-role] == 0 {
			todo = append(todo, cell)
		}
	}
	seen := map[[2]int]bool{}
	for len(todo) > 0 {
		c := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if r, ok := b.role[c]; !ok || r != role || seen[c] {
			continue
		}
		seen[c] = true
		if c[1-role] == []int{b.height, b.width}[role]-1 {
			return true
		}
		for _, d := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}} {
			todo = append(todo, [2]int{c[0] + d[0], c[1] + d[1]})
		}
	}
	return false
}

func (b slow) moves() []string {
	var list []string
	for x := range b.width {
		for y := range b.height {
			if _, taken := b.role[[2]int{x, y}]; !taken {
				list = append(list, fmt.Sprintf("%c%d", 'a'+x, y+1))
			}
		}
	}
	slices.Sort(list)
	return list
}

func TestRules(t *testing.T) {
	for _, c := range boards {
		t.Run(c.spec, func(t *testing.T) {
			switch g := openAny(t, c.spec).(type) {
			case *narrow:
				playSlow[uint64](t, g, g.board)
			case *game[[2]uint64]:
				playSlow[[2]uint64](t, g, g.board)
			}
		})
	}
	// Two-word states on small boards.
	for _, b := range []*board{newBoard(3, 3, true), newBoard(3, 4, false)} {
		playSlow[[2]uint64](t, newGame[[2]uint64](b), b)
	}
}

// described is the part of a game that the test uses.
type described[S games.State] interface {
	games.Game[S]
	games.Notation[S]
}

func playSlow[S games.State](t *testing.T, g described[S], board *board) {
	rapid.Check(t, func(t *rapid.T) {
		s, b := g.Start(), slow{board.Width, board.Height, map[[2]int]int{}}
		for ply := 0; ; ply++ {
			mover := ply % 2
			if b.joined(1 - mover) {
				children, _ := g.Expand(nil, nil, []S{s})
				if p := g.Payoffs(nil, []S{s})[0]; len(children) > 0 || p[1-mover] != 100 || p[mover] != 0 {
					t.Fatalf("%s: %d children, payoffs %v", g.FormatState(s), len(children), p)
				}
				return
			}
			want := b.moves()
			if board.swap && ply == 1 {
				want = append(want, "swap")
			}
			names := g.Moves(s)
			if got := slices.Sorted(slices.Values(names[mover])); names[1-mover] != nil || !slices.Equal(got, want) {
				t.Fatalf("%s: moves %v, want %v for role %d", g.FormatState(s), names, want, mover)
			}
			children, _ := g.Expand(nil, nil, []S{s})
			i := rapid.IntRange(0, len(children)-1).Draw(t, "move")
			s = children[i]
			if name := names[mover][i]; name == "swap" {
				for cell := range b.role {
					b.role = map[[2]int]int{{cell[1], cell[0]}: 1}
				}
			} else {
				var x, y int
				fmt.Sscanf(name[1:], "%d", &y)
				x = int(name[0] - 'a')
				b.role[[2]int{x, y - 1}] = mover
			}
		}
	})
}

// TestPositions compares with manual counts for 2x2: 4 first stones, 4*3 pairs of
// stones, 6*2 positions with three stones; for three of the six pairs (a1 and b1, a2
// and b2, a1 and b2) the first player has not won, and a last stone is placed.
func TestPositions(t *testing.T) {
	g := open(t, "hex:size=2x2")
	want := []int64{4, 12, 12, 3}
	if got := games.Distinct[uint64](g, 4); !slices.Equal(got, want) {
		t.Errorf("%v positions by ply, want %v", got, want)
	}
}

func TestNotation(t *testing.T) {
	plain := open(t, "hex:size=3x3")
	swapping := open(t, "hex:size=3x3,swap=yes")
	for _, text := range []string{".../.../...:first", "x../.o./...:first", "x../.../...:second"} {
		for _, g := range []*narrow{plain, swapping} {
			if s, err := g.ParseState(text); err != nil || g.FormatState(s) != text {
				t.Errorf("%s reads as %s, %v", text, g.FormatState(s), err)
			}
		}
	}
	for _, text := range []string{"o../.../...:first", "o../x../...:second"} {
		if s, err := swapping.ParseState(text); err != nil || swapping.FormatState(s) != text {
			t.Errorf("%s reads as %s, %v", text, swapping.FormatState(s), err)
		}
	}
	for _, c := range []struct {
		g          *narrow
		text, want string
	}{
		{plain, "", "expected the player to move at the end, :first or :second"},
		{plain, ".../.../...", "expected the player to move"},
		{plain, ".../...:first", "2 rows separated by '/', expected 3"},
		{plain, ".../../...:first", "row 2 has 2 cells, expected 3"},
		{plain, ".../..../...:first", "row 2 is too long, expected 3 cells"},
		{plain, ".../.é./...:first", "invalid character 'é' in row 2, expected x, o or '.'"},
		{plain, "x../.../...:first", "1 x and 0 o stones are impossible with first to move"},
		{plain, "o../.../...:first", "0 x and 1 o stones with first to move, expected equal counts"},
		{swapping, ".../.../...:second", "the board is empty, so the position must end in :first"},
		{plain, "xoo/x.o/x..:first", "first is to move and has joined its sides, so the game was over before the last move; the start is .../.../...:first"},
	} {
		_, err := c.g.ParseState(c.text)
		gamestest.Refused(t, c.text, err, c.want)
	}
}

func TestSwap(t *testing.T) {
	g := open(t, "hex:size=3x3,swap=yes")
	s, err := g.ParseState("..x/.../...:second")
	if err != nil {
		t.Fatal(err)
	}
	if note := g.Draw(s).Notes[0]; note != "second to move, and may swap" {
		t.Errorf("%q", note)
	}
	children, _ := g.Expand(nil, nil, []uint64{s})
	swapped := children[len(children)-1]
	if got := g.FormatState(swapped); got != ".../.../o..:first" {
		t.Errorf("after the swap %s", got)
	}
	if note := g.Draw(swapped).Notes[0]; note != "first to move" {
		t.Errorf("%q", note)
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzExactPositions(f, open(f, "hex:size=3x3,swap=yes"), ".../.../...:first", "o../x../...:second", "xoo/x.o/x..:second", "é/:first")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"hex:size=9x8":          "72 cells; the maximum is 64, as in size=9x7",
		"hex:size=8x8,swap=yes": "the maximum is 63",
		"hex:size=4x3,swap=yes": "such as size=3x3",
		"hex:swap=maybe":        "must be one of no, yes",
		"hex:size=5x6":          "hex:size=5x6",
	})
}

func BenchmarkExpand(b *testing.B) {
	gamestest.BenchmarkExpand(b, open(b, "hex"), 4)
}
