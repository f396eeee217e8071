package skirmish

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
)

func TestNotation(t *testing.T) {
	g := open(t, "2pffa-zerosum")
	if got, want := g.FormatState(g.Start()), "#######/#.....#/#.....#/r.....b/#.....#/#.....#/#######:1:0:0"; got != want {
		t.Errorf("start %s, want %s", got, want)
	}
	want := [games.MaxRoles][]string{{"1.4-2.2", "1.4-3.3", "1.4-3.5", "1.4-2.6"}}
	if diff := cmp.Diff(want, g.Moves(g.Start())); diff != "" {
		t.Errorf("moves (-want +got):\n%s", diff)
	}
}

func TestParseStateErrors(t *testing.T) {
	never := open(t, "skirmish:inner=3")
	captured := open(t, "skirmish:inner=3,respawn=captured")
	every := open(t, "2pffa-zerosum:inner=3,steps=60")
	for _, test := range []struct {
		g          *game
		text, want string
	}{
		{never, "", "expected CELLS:STEP:RED:BLUE, where RED and BLUE are the captures of each side"},
		{never, "#####/#...#/r...b/#...#/#####:1:0", "expected CELLS:STEP:RED:BLUE"},
		{never, "#####/#...#/r...b/#...#:1:0:0", "4 rows separated by '/', expected 5"},
		{never, "#####/#...#/r..b/#...#/#####:1:0:0", "row 3 has 4 characters, expected 5"},
		{never, "#####/#..x#/r...b/#...#/#####:1:0:0", "invalid character 'x' at 4.4, expected r, b, '.' or '#'"},
		{never, "#####/#..##/r...b/#...#/#####:1:0:0", "'#' at 4.4 must be r, b or '.'"},
		{never, "#####/....#/r...b/#...#/#####:1:0:0", "'.' at 1.4 must be '#' because pieces cannot enter this cell"},
		{never, "#####/#...#/b...r/#...#/#####:1:0:0", "'b' at 1.3 is on the other side's start cell"},
		{never, "#####/#...#/r...b/#...#/#####:0:0:0", `the step must be a number from 1 to 31, not "0"`},
		{never, "#####/#...#/r...b/#...#/#####:32:0:0", `the step must be a number from 1 to 31, not "32"`},
		{never, "#####/#...#/r...b/#...#/#####:01:0:0", `the step must be a number from 1 to 31, not "01"`},
		{never, "#####/#...#/r...b/#...#/#####:2:2:0", `red's captures must be a number from 0 to 1, not "2"`},
		{never, "#####/#...#/r...b/#...#/#####:2:0:1", `blue's captures must be a number from 0 to 0, not "1"`},
		{never, "#####/#.r.#/r...b/#...#/#####:3:0:0", "2 red pieces and 0 captured, expected 1 in total"},
		{never, "#####/#.r.#/..../#...#/#####:3:0:0", "row 3 has 4 characters"},
		{never, "#####/#.r.#/...../#...#/#####:3:0:0", "0 blue pieces and 0 captured, expected 1 in total"},
		{captured, "#####/#.r.#/...../#...#/#####:3:0:0", "0 blue pieces, expected 1; the start is #####/#...#/r...b/#...#/#####:1:0:0"},
		{every, "#####/#.r.#/....b/#...#/#####:3:0:0", "red's start cell is empty; it must have a piece after every ply"},
		{every, "#####/#.r.#/r...b/#...#/#####:41:15:0", `red's captures must be a number from 0 to 14, not "15"`},
	} {
		_, err := test.g.ParseState(test.text)
		gamestest.Refused(t, test.text, err, test.want)
	}
}

func TestDraw(t *testing.T) {
	g := open(t, "skirmish:inner=3,respawn=captured,steps=9")
	s, err := g.ParseState("#####/#.r.#/....b/#...#/#####:9:2:1")
	if err != nil {
		t.Fatal(err)
	}
	var glyphs []rune
	d := g.Draw(s)
	for _, c := range d.Cells {
		glyphs = append(glyphs, c.Glyph)
	}
	if got, want := string(glyphs), "######.r.#+...b#...######"; got != want {
		t.Errorf("cells %s, want %s", got, want)
	}
	want := []string{"the game is over at step 9: red has won", "captures: red 2, blue 1"}
	if diff := cmp.Diff(want, d.Notes); diff != "" {
		t.Errorf("notes (-want +got):\n%s", diff)
	}
}

func FuzzParseState(f *testing.F) {
	list := []*game{open(f, "skirmish:inner=3"), open(f, "skirmish:inner=3,respawn=captured"), open(f, "2pffa-zerosum:inner=3,steps=60")}
	f.Add("#####/#...#/r...b/#...#/#####:1:0:0")
	f.Add("#####/#.b.#/..r../#...#/#####:31:12:3")
	f.Add("#####/#.b.#/r.r.b/#...#/#####:41:14:3")
	f.Add("#####/#.r.#/...../#...#/#####:3:1:0")
	f.Fuzz(func(t *testing.T, text string) {
		for _, g := range list {
			s, err := g.ParseState(text)
			if err != nil {
				continue
			}
			if g.FormatState(s) != text {
				t.Errorf("%s: %q is written %s", g.About.Name, text, g.FormatState(s))
			}
			g.Draw(s)
			children, _ := g.Expand(nil, nil, [][2]uint64{s})
			for _, c := range children {
				if back, err := g.ParseState(g.FormatState(c)); err != nil || back != c {
					t.Errorf("%s: %q leads to %s: %v", g.About.Name, text, g.FormatState(c), err)
				}
			}
		}
	})
}
