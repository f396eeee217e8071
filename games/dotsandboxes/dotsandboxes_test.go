package dotsandboxes

import (
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
	framed        bool
}{
	{"dots-and-boxes", 3, 3, false},
	{"dots-and-boxes:boxes=1x1", 1, 1, false},
	{"dots-and-boxes:boxes=1x3", 1, 3, false},
	{"dots-and-boxes:boxes=2x2", 2, 2, false},
	{"dots-and-boxes:boxes=3x2,start=swedish", 3, 2, true},
	{"dots-and-boxes:boxes=4x4,start=swedish", 4, 4, true},
	{"dots-and-boxes:boxes=4x6", 4, 6, false},
	{"dots-and-boxes:boxes=18x1", 18, 1, false},
}

var open = gamestest.Opener[*game](Entry())

func TestCheck(t *testing.T) {
	for _, c := range boards {
		if err := games.Check[uint64](open(t, c.spec), 300); err != nil {
			t.Errorf("%s: %v", c.spec, err)
		}
	}
}

func TestRules(t *testing.T) {
	for _, c := range boards {
		t.Run(c.spec, func(t *testing.T) {
			g := open(t, c.spec)
			rapid.Check(t, func(t *rapid.T) {
				s, b := g.Start(), newSlow(c.width, c.height, c.framed)
				for {
					names := g.Moves(s)
					if names[1-b.mover] != nil {
						t.Fatalf("%s: the wrong player to move", g.FormatState(s))
					}
					sorted := slices.Sorted(slices.Values(names[b.mover]))
					if want := b.moves(); !slices.Equal(sorted, want) {
						t.Fatalf("%s: moves %v, want %v", g.FormatState(s), sorted, want)
					}
					if len(sorted) == 0 {
						break
					}
					children, _ := g.Expand(nil, nil, []uint64{s})
					i := rapid.IntRange(0, len(children)-1).Draw(t, "move")
					s, b = children[i], b.draw(names[b.mover][i])
				}
				want := games.Payoff{int16(b.boxes(0)), int16(b.boxes(1))}
				if got := g.Payoffs(nil, []uint64{s})[0]; got != want {
					t.Fatalf("%s: payoffs %v, want %v", g.FormatState(s), got, want)
				}
			})
		})
	}
}

// TestPositions counts the reachable positions with both implementations.
func TestPositions(t *testing.T) {
	for _, c := range boards[1:5] {
		g := open(t, c.spec)
		total, want := 0, 0
		for level := []uint64{g.Start()}; len(level) > 0; {
			total += len(level)
			level, _ = g.Expand(nil, nil, level)
			slices.Sort(level)
			level = slices.Compact(level)
		}
		start := newSlow(c.width, c.height, c.framed)
		for level := map[string]slow{start.key(): start}; len(level) > 0; {
			want += len(level)
			next := map[string]slow{}
			for _, b := range level {
				for _, line := range b.moves() {
					child := b.draw(line)
					next[child.key()] = child
				}
			}
			level = next
		}
		if total != want {
			t.Errorf("%s: %d positions, want %d", c.spec, total, want)
		}
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "dots-and-boxes:boxes=2x1")
	framed := open(t, "dots-and-boxes:boxes=2x1,start=swedish")
	for _, text := range []string{"../.../..:0-0:first", "h./vv./h.:0-1:second", "hh/vvv/hh:2-0:first"} {
		if s, err := g.ParseState(text); err != nil || g.FormatState(s) != text {
			t.Errorf("%s reads as %s, %v", text, g.FormatState(s), err)
		}
	}
	for _, c := range []struct {
		g          *game
		text, want string
	}{
		{g, "", "separated by ':'"},
		{g, "../.../..:0-0", "separated by ':'"},
		{g, "../...:0-0:first", "2 rows of lines separated by '/', expected 3"},
		{g, "./.../..:0-0:first", "row 1 has 1 lines, expected 2"},
		{g, "../..../..:0-0:first", "row 2 is too long; it must have 3 lines"},
		{g, "v./.../..:0-0:first", "row 1 of lines contains 'v', expected 'h' or '.'"},
		{g, "../.é./..:0-0:first", "row 2 of lines contains 'é', expected 'v' or '.'"},
		{g, "../.../..:1-0:first", "boxes are 1-0, but the lines complete 0"},
		{g, "../.../..:+0-0:first", `boxes are "+0-0"`},
		{g, "../.../..:0:first", `boxes are "0", expected one count per player, such as 0-0`},
		{g, "../.../..:0-0:third", `the player to move is "third", expected first or second; the start is ../.../..:0-0:first`},
		{framed, "hh/v.v/h.:0-0:first", "the line b1-c1 is missing; it is drawn from the start"},
	} {
		_, err := c.g.ParseState(c.text)
		gamestest.Refused(t, c.text, err, c.want)
	}
}

func TestDraw(t *testing.T) {
	g := open(t, "dots-and-boxes:boxes=2x1")
	s, err := g.ParseState("h./vv./h.:0-1:second")
	if err != nil {
		t.Fatal(err)
	}
	d := g.Draw(s)
	got := ""
	for i, cell := range d.Cells {
		if got += string(cell.Glyph); i%d.Width == d.Width-1 {
			got += "\n"
		}
	}
	if want := "+-+.+\n|#| .\n+-+.+\n"; got != want {
		t.Errorf("drawn as\n%swant\n%s", got, want)
	}
	if want := "second to move; boxes: first 0, second 1"; d.Notes[0] != want {
		t.Errorf("%q, want %q", d.Notes[0], want)
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzExactPositions(f, open(f, "dots-and-boxes:boxes=2x1"), "../.../..:0-0:first", "h./vv./h.:0-1:second", "hh/vvv/hh:2-0:first", "é/:")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"dots-and-boxes:boxes=5x5":               "60 lines and needs 66 bits; the maximum is 64, as in boxes=4x6",
		"dots-and-boxes:boxes=1x1,start=swedish": "use start=empty",
		"dots-and-boxes:start=icelandic":         "must be one of empty, swedish",
		"dots-and-boxes:boxes=4x6":               "dots-and-boxes:boxes=4x6",
		"dots-and-boxes:boxes=6x4":               "dots-and-boxes:boxes=6x4",
	})
}

func BenchmarkExpand(b *testing.B) {
	gamestest.BenchmarkExpand(b, open(b, "dots-and-boxes"), 3)
}
