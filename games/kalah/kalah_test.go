package kalah

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var specs = []string{
	"kalah", "kalah:pits=1,seeds=5", "kalah:pits=2,seeds=8", "kalah:pits=3,seeds=3,captures=facing", "kalah:pits=4,seeds=3,end=turn",
	"kalah:pits=6,seeds=1", "kalah:pits=6,seeds=6", "kalah:pits=6,seeds=4,captures=facing,end=turn,rest=opponent", "kalah:pits=3,seeds=2,rest=opponent",
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
	for _, spec := range specs {
		var err error
		each(open(t, spec),
			func(g *game[uint64]) { err = games.Check(games.Game[uint64](g), 500) },
			func(g *game[[2]uint64]) { err = games.Check(games.Game[[2]uint64](g), 500) })
		if err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

func TestRules(t *testing.T) {
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			each(open(t, spec),
				func(g *game[uint64]) { rapid.Check(t, func(t *rapid.T) { playBoth(t, g) }) },
				func(g *game[[2]uint64]) { rapid.Check(t, func(t *rapid.T) { playBoth(t, g) }) })
		})
	}
}

func playBoth[S games.State](t *rapid.T, g *game[S]) {
	s, b := g.Start(), newSlow(g.rules)
	for {
		text := g.FormatState(s)
		if text != b.String() {
			t.Fatalf("%s, want %s", text, b)
		}
		names, want := g.Moves(s), b.moves()
		if !slices.Equal(names[b.mover], want) || names[1-b.mover] != nil {
			t.Fatalf("%s: moves %v, want %v", text, names, want)
		}
		children, _ := g.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			break
		}
		i := rapid.IntRange(0, len(children)-1).Draw(t, "move")
		s, b = children[i], b.sow(want[i])
	}
	want := games.Payoff{int16(b.seeds(0)), int16(b.seeds(1))}
	if got := g.Payoffs(nil, []S{s})[0]; got != want {
		t.Fatalf("%s: payoffs %v, want %v", g.FormatState(s), got, want)
	}
}

// TestSow compares single moves with manual results.
func TestSow(t *testing.T) {
	for _, c := range []struct{ spec, from, move, to string }{
		{"kalah", "2.2.2.2-0/2.2.2.2-0:first", "3", "2.2.0.3-1/2.2.2.2-0:first"},                  // the last seed in the store
		{"kalah", "2.2.2.2-0/2.2.2.2-0:first", "4", "2.2.2.0-1/3.2.2.2-0:second"},                 // continues on the opponent's side
		{"kalah", "1.0.2.2-3/2.2.3.1-0:first", "1", "0.0.2.2-7/2.2.0.1-0:second"},                 // captures three seeds and the last seed sown
		{"kalah", "1.0.2.2-3/2.2.0.4-0:first", "1", "0.0.2.2-4/2.2.0.4-0:second"},                 // captures only the last seed sown
		{"kalah:captures=facing", "1.0.2.2-3/2.2.0.4-0:first", "1", "0.1.2.2-3/2.2.0.4-0:second"}, // does not capture
		{"kalah", "0.0.0.9-0/1.1.1.1-3:first", "4", "1.1.1.0-4/0.2.2.2-3:second"},                 // sows around the board to the emptied pit and captures
		{"kalah", "0.1.1.1-2/0.0.1.8-2:second", "4", "1.2.2.2-2/1.1.2.0-3:first"},                 // skips the opponent's store
		{"kalah:pits=6,seeds=4", "0.0.0.0.0.1-19/0.0.0.0.0.8-20:second", "6", "1.1.1.1.1.0-19/0.0.0.0.0.0-24:first"},
	} {
		each(open(t, c.spec), func(g *game[uint64]) { testSow(t, g, c.from, c.move, c.to) }, func(g *game[[2]uint64]) { testSow(t, g, c.from, c.move, c.to) })
	}
}

func testSow[S games.State](t *testing.T, g *game[S], from, move, to string) {
	t.Helper()
	s, err := g.ParseState(from)
	if err != nil {
		t.Error(err)
		return
	}
	children, _ := g.Expand(nil, nil, []S{s})
	names := slices.Concat(g.Moves(s)[0], g.Moves(s)[1])
	if got := g.FormatState(children[slices.Index(names, move)]); got != to {
		t.Errorf("%s, %s: %s, want %s", from, move, got, to)
	}
}

func TestEnd(t *testing.T) {
	for _, c := range []struct {
		spec, text, status string
	}{
		{"kalah", "0.0.0.0-4/2.2.2.2-4:first", "second has won with 4 to 12 seeds"},
		{"kalah", "0.0.0.0-4/2.2.2.2-4:second", "second has won with 4 to 12 seeds"},
		{"kalah:end=turn", "0.0.0.0-4/2.2.2.2-4:second", "second to move"},
		{"kalah:rest=opponent", "0.0.0.0-4/2.2.2.2-4:second", "first has won with 12 to 4 seeds"},
		{"kalah:rest=opponent", "0.0.0.0-4/2.1.1.0-8:first", "a draw with 8 to 8 seeds"},
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
	g := open(t, "kalah:pits=2").(*game[uint64])
	gamestest.BadPositions(t, g, map[string]string{
		"":                    ":first or :second",
		"2.2-0/2.2-0:third":   ":first or :second",
		"2.2-0:first":         "1 sides separated by '/'",
		"2.2.0-0/2.2-0:first": "first has 3 pits separated by '.', expected 2",
		"2.2/2.2-0:first":     `"" is not a number of seeds from 0 to 8`,
		"2.x-0/2.2-0:first":   `"x" is not a number`,
		"2.02-0/2.2-0:first":  `"02" is not a number`,
		"2.2-0/2.9-0:first":   `"9" is not a number`,
		"2.2-0/2.1-0:first":   "7 seeds in total, expected 8; the start is 2.2-0/2.2-0:first",
		"3.1-0/2.2-0:first":   "further back than at the start",
	})
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzExactPositions(f, open(f, "kalah:pits=2").(*game[uint64]), "2.2-0/2.2-0:first", "0.0-4/0.2-2:second", "é.-/:first")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"kalah:pits=8,seeds=8":   "128 seeds in 16 pits",
		"kalah:pits=9":           "from 1 to 8",
		"kalah:captures=never":   "must be one of always, facing",
		"kalah:pits=6,seeds=6":   "kalah:pits=6,seeds=6",
		"kalah:pits=7,seeds=8":   "kalah:pits=7,seeds=8",
		"kalah:end=turn,seeds=0": "from 1 to 8",
	})
}

func BenchmarkExpand(b *testing.B) {
	gamestest.BenchmarkExpand(b, open(b, "kalah").(*game[uint64]), 6)
}
