package othello

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
	parallel      bool
}{
	{"othello", 4, 4, false},
	{"othello:start=parallel,empties=winner", 4, 4, true},
	{"othello:size=4x6", 4, 6, false},
	{"othello:size=6x4,start=parallel", 6, 4, true},
	{"othello:size=6x6", 6, 6, false},
	{"othello:size=6x8,empties=winner", 6, 8, false},
	{"othello:size=14x4", 14, 4, false},
	{"othello:size=4x14,start=parallel", 4, 14, true},
}

var open = gamestest.Opener[games.Variant](Entry())

func each(v games.Variant, narrow func(*game[uint64]), wide func(*game[[2]uint64])) {
	switch g := v.(type) {
	case *game[uint64]:
		narrow(g)
	case *game[[2]uint64]:
		wide(g)
	}
}

func TestCheck(t *testing.T) {
	for _, c := range boards {
		var err error
		each(open(t, c.spec),
			func(g *game[uint64]) { err = games.Check(games.Game[uint64](g), 500) },
			func(g *game[[2]uint64]) { err = games.Check(games.Game[[2]uint64](g), 300) })
		if err != nil {
			t.Errorf("%s: %v", c.spec, err)
		}
	}
}

func TestRules(t *testing.T) {
	for _, c := range boards {
		t.Run(c.spec, func(t *testing.T) {
			start := newSlow(c.width, c.height, c.parallel)
			each(open(t, c.spec),
				func(g *game[uint64]) { rapid.Check(t, func(t *rapid.T) { playBoth(t, g, start) }) },
				func(g *game[[2]uint64]) { rapid.Check(t, func(t *rapid.T) { playBoth(t, g, start) }) })
		})
	}
}

// playBoth plays a random game on both implementations and checks that stable discs
// are permanent.
func playBoth[S games.State](t *rapid.T, g *game[S], b slow) {
	s := g.Start()
	var stable [2]uint64
	for {
		text := g.FormatState(s)
		if text != b.String() {
			t.Fatalf("%s, want %s", text, b)
		}
		p := g.unpack(s)
		for role := range stable {
			if gone := stable[role] &^ p.side(role); gone != 0 {
				t.Fatalf("%s: %s was stable", text, g.cellName(gone))
			}
			stable[role] |= g.stable(p.side(role), p.side(1-role))
		}
		names, want := g.Moves(s), b.moves()
		if got := slices.Sorted(slices.Values(names[b.mover])); !slices.Equal(got, want) || names[1-b.mover] != nil {
			t.Fatalf("%s: moves %v, want %v", text, names, want)
		}
		if len(want) == 0 {
			break
		}
		children, _ := g.Expand(nil, nil, []S{s})
		i := rapid.IntRange(0, len(children)-1).Draw(t, "move")
		s, b = children[i], b.play(names[b.mover][i])
	}
	count := map[int]int{}
	for _, role := range b.at {
		count[role]++
	}
	lead, empty := count[0]-count[1], b.width*b.height-count[0]-count[1]
	if g.winnerTakes && lead > 0 {
		lead += empty
	}
	if g.winnerTakes && lead < 0 {
		lead -= empty
	}
	if got := g.Payoffs(nil, []S{s})[0]; got != (games.Payoff{int16(lead), int16(-lead)}) {
		t.Fatalf("%s: payoffs %v, want a lead of %d", g.FormatState(s), got, lead)
	}
	if stable := g.stable(g.unpack(s).own, g.unpack(s).opp); empty == 0 && stable != g.unpack(s).own {
		t.Fatalf("%s: all discs of a full board are stable", g.FormatState(s))
	}
}

func TestEnd(t *testing.T) {
	for _, c := range []struct{ spec, text, status string }{
		{"othello", "..../.ox./.xo./....:black", "black to move; discs: black 2, white 2"},
		{"othello", "xo../xxx./xxxx/.x..:black", "black to move; discs: black 9, white 1"},
		{"othello", "xo../xxx./xxxx/.x..:white", "white must pass; discs: black 9, white 1"},
		{"othello", "xx../xxx./xxx./....:white", "black has won by 8; discs: black 8, white 0"},
		{"othello:empties=winner", "xx../xxx./xxx./....:white", "black has won by 16; discs: black 8, white 0"},
		{"othello", "..../.oo./.oo./....:white", "white has won by 4; discs: black 0, white 4"},
		{"othello", "xxxx/xxxx/oooo/oooo:white", "a draw; discs: black 8, white 8"},
	} {
		g := open(t, c.spec).(*game[uint64])
		s, err := g.ParseState(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.Draw(s).Notes[0]; got != c.status {
			t.Errorf("%s %s: %q, want %q", c.spec, c.text, got, c.status)
		}
	}
}

func TestParseErrors(t *testing.T) {
	g := open(t, "othello").(*game[uint64])
	gamestest.BadPositions(t, g, map[string]string{
		"":                           "expected the player to move at the end, :black or :white",
		"..../.ox./.xo./....":        "expected the player to move",
		"..../.ox./.xo.:black":       "3 rows separated by '/', expected 4",
		".../.ox./.xo./....:black":   "row 1 has 3 cells, expected 4",
		"..../.ox../.xo./....:black": "row 2 is too long, expected 4 cells",
		"..../.ox./.xo./..é.:black":  "invalid character 'é' in row 4, expected x, o or '.'",
		"..../.ox./.x../....:black":  "c3 is empty, but the four cells in the middle always have discs; the start is ..../.ox./.xo./....:black",
	})
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzExactPositions(f, open(f, "othello").(*game[uint64]), "..../.ox./.xo./....:black", "xo../xxx./xxx./....:white", "é/:black")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"othello:size=8x8":     "64 cells; the maximum is 63, as in size=6x6",
		"othello:size=5x4":     "both sides must be even, as in size=6x4",
		"othello:size=2x4":     "sides from 4 to 14",
		"othello:start=random": "must be one of crossed, parallel",
		"othello:size=4x14":    "othello:size=4x14",
	})
}
