package breakthrough

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/games/gamestest"
)

func registry() *games.Registry {
	return &games.Registry{Entries: []games.Entry{Entry()}, Presets: Presets()}
}

func open[S games.State](t testing.TB, spec string) *game[S] {
	t.Helper()
	v, err := registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	g := contractOf[S](v)
	if g == nil {
		t.Fatalf("%s: %T", spec, v)
	}
	return g
}

// contractOf returns a variant without its search methods, or nil if its states have
// another type.
func contractOf[S games.State](v games.Variant) *game[S] {
	switch g := v.(type) {
	case *game[S]:
		return g
	case searcher[S]:
		return g.game
	}
	return nil
}

var specs = []string{
	"breakthrough:size=2x3,rows=1",
	"breakthrough:size=3x4",
	"breakthrough:size=5x5",
	"breakthrough",
	"breakthrough:size=8x7",
	"breakthrough:size=8x8",
	"breakthrough:size=8x8,captures=diagonal",
	"breakthrough:size=8x8,captures=diagonal,holes=2.3+2.6",        // upside down only
	"breakthrough:size=8x8,captures=diagonal,holes=2.3+3.3",        // none
	"breakthrough:size=8x8,rows=1,captures=diagonal,holes=4.2+5.2", // mirror only
	"breakthrough:size=2x8",
	"breakthrough:size=3x3,rows=1,captures=diagonal",
	"breakthrough:size=4x4,captures=diagonal",
	"breakthrough:size=5x6,captures=diagonal",
	"breakthrough:size=4x8,rows=1,captures=diagonal",
	"breakthrough:size=7x8,captures=diagonal",
	"breakthrough:size=4x5,rows=1,holes=2.3",
	"breakthrough:size=5x5,rows=1,captures=diagonal,holes=3.3",         // both symmetries
	"breakthrough:size=4x5,captures=diagonal,holes=2.3",                // upside down only
	"breakthrough:size=4x6,captures=diagonal,holes=2.3+3.4",            // half-turn only
	"breakthrough:size=4x6,captures=diagonal,holes=2.3+3.3",            // mirror only
	"breakthrough:size=4x5,rows=1,captures=diagonal,holes=2.2",         // none
	"breakthrough:size=6x6,rows=1,captures=diagonal,holes=2.3+2.4",     // upside down only, wide
	"breakthrough:size=6x6,captures=diagonal,holes=2.3+5.3+2.4+5.4",    // both, wide
	"breakthrough:size=3x3,rows=1,captures=diagonal,holes=1.2+2.2+3.2", // no move at all
	"breakthrough-holes", "breakthrough-small", "breakthrough-small-holes",
	"hexapawn", "octopawn",
	"breakthrough:size=5x4,steps=straight",
	"breakthrough:size=6x6,captures=diagonal,steps=straight",
	"breakthrough:size=5x5,rows=1,captures=diagonal,steps=straight,holes=2.3",
}

// both calls the function for the state type of a variant.
func both(t *testing.T, spec string, one func(*testing.T, *game[uint64]), two func(*testing.T, *game[[2]uint64])) {
	t.Run(spec, func(t *testing.T) {
		v, err := registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		if g := contractOf[uint64](v); g != nil {
			one(t, g)
		} else {
			two(t, contractOf[[2]uint64](v))
		}
	})
}

func TestContract(t *testing.T) {
	for _, spec := range specs {
		both(t, spec, contract[uint64], contract[[2]uint64])
	}
}

func contract[S games.State](t *testing.T, g *game[S]) {
	if err := games.Check(games.Game[S](g), 600); err != nil {
		t.Error(err)
	}
}

func TestAgainstSlowRules(t *testing.T) {
	for _, spec := range specs {
		both(t, spec, againstSlow[uint64], againstSlow[[2]uint64])
	}
}

// againstSlow compares all methods with the slow rules in random plays.
func againstSlow[S games.State](t *testing.T, g *game[S]) {
	slow := slowGame{g.width, g.height, g.captures, g.straight}
	rng := rand.New(rand.NewPCG(3, 4))
	for range 12 {
		s := g.Start()
		for ply := int32(0); ; ply++ {
			children := compareState(t, g, slow, s, ply)
			if len(children) == 0 || t.Failed() {
				break
			}
			s = children[rng.IntN(len(children))]
		}
	}
}

// compareState compares a state after a number of plies and returns its children.
func compareState[S games.State](t *testing.T, g *game[S], slow slowGame, s S, ply int32) []S {
	text := g.FormatState(s)
	ref := readSlow(text)
	children, _ := g.Expand(nil, nil, []S{s})
	winner := slow.winner(ref)
	want := map[string]string{}
	if winner == 0 {
		want = slow.moves(ref)
	}
	mover := strings.IndexRune("wb", ref.mover)
	names := g.Moves(s)
	got := map[string]string{}
	for i, name := range names[mover] {
		got[name] = g.FormatState(children[i])
	}
	if diff := cmp.Diff(want, got); diff != "" || len(names[1-mover]) > 0 {
		t.Errorf("%s: moves (-want +got):\n%s", text, diff)
	}
	if winner != 0 {
		payoff := games.Payoff{100, 0}
		if winner == 'b' {
			payoff = games.Payoff{0, 100}
		}
		if p := g.Payoffs(nil, []S{s})[0]; p != payoff {
			t.Errorf("%s: payoffs %v, want %v", text, p, payoff)
		}
	}
	if !g.captures {
		if l := g.Layers(nil, []S{s})[0]; l != ply {
			t.Errorf("%s: layer %d after %d plies", text, l, ply)
		}
	}
	compareClass(t, g, slow, s)
	return children
}

// compareClass compares the canonical state and the orbit of a state with its images.
func compareClass[S games.State](t *testing.T, g *game[S], slow slowGame, s S) {
	text := g.FormatState(s)
	want, swap := games.Canonical(games.Game[S](g), s)
	class := slow.class(readSlow(text))
	if !slices.Contains(class, g.FormatState(want)) {
		t.Errorf("%s: canonical state %s is no image", text, g.FormatState(want))
	}
	if swap != (g.FormatState(want)[len(text)-1] != text[len(text)-1]) {
		t.Errorf("%s: swap %v, canonical state %s", text, swap, g.FormatState(want))
	}
	orbit := map[string]bool{}
	for _, image := range class {
		m, err := g.ParseState(image)
		if err != nil {
			t.Error(err)
			continue
		}
		if c, _ := games.Canonical(games.Game[S](g), m); c != want {
			t.Errorf("%s and its image %s: canonical states %s and %s", text, image, g.FormatState(want), g.FormatState(c))
		}
		if image[len(image)-1] == g.FormatState(want)[len(text)-1] {
			orbit[image] = true
		}
	}
	if n := g.Orbits(nil, []S{want})[0]; int(n) != len(orbit) {
		t.Errorf("%s: orbit %d, want %d: %v", text, n, len(orbit), slices.Sorted(maps.Keys(orbit)))
	}
}

func TestAnyBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := rapid.IntRange(1, 2).Draw(t, "rows")
		width, height := rapid.IntRange(2, 8).Draw(t, "width"), rapid.IntRange(2*rows, 8).Draw(t, "height")
		if rapid.IntRange(0, 4).Draw(t, "full") == 0 {
			width, height = 8, 8
		}
		if height < 3 {
			t.Skip("no such board")
		}
		var holes [][2]int
		for y := rows + 1; y <= height-rows; y++ {
			for x := 1; x <= width; x++ {
				if rapid.IntRange(0, 5).Draw(t, "hole") == 0 {
					holes = append(holes, [2]int{x, y})
				}
			}
		}
		b := newBoard(width, height, rows, rapid.Bool().Draw(t, "captures"), rapid.Bool().Draw(t, "straight"), holes)
		if b.narrow {
			playAny(t, newGame[uint64](b))
		} else {
			playAny(t, newGame[[2]uint64](b))
		}
	})
}

func playAny[S games.State](t *rapid.T, g *game[S]) {
	slow := slowGame{g.width, g.height, g.captures, g.straight}
	s := g.Start()
	for {
		text := g.FormatState(s)
		ref := readSlow(text)
		want := map[string]string{}
		if slow.winner(ref) == 0 {
			want = slow.moves(ref)
		}
		children, _ := g.Expand(nil, nil, []S{s})
		got := make([]string, len(children))
		for i, c := range children {
			got[i] = g.FormatState(c)
		}
		slices.Sort(got)
		if diff := cmp.Diff(slices.Sorted(maps.Values(want)), got, equateEmpty()); diff != "" {
			t.Fatalf("%s: children (-want +got):\n%s", text, diff)
		}
		if back, err := g.ParseState(text); err != nil || back != s {
			t.Fatalf("%s does not round-trip: %v", text, err)
		}
		if len(children) == 0 {
			return
		}
		s = children[rapid.IntRange(0, len(children)-1).Draw(t, "move")]
	}
}

func equateEmpty() cmp.Option {
	return cmp.FilterValues(func(a, b []string) bool { return len(a) == 0 && len(b) == 0 }, cmp.Ignore())
}

func TestBadOptions(t *testing.T) {
	gamestest.Options(t, registry(), map[string]string{
		"breakthrough:size=5x2":                  "size=5x2 has 2 rows; the minimum is 3, as in size=5x3",
		"breakthrough:size=4x3":                  "rows=2 requires at least 4 rows; use size=4x4 or rows=1",
		"breakthrough:size=9x4":                  "sides from 2 to 8",
		"breakthrough:rows=3":                    "whole number from 1 to 2",
		"breakthrough:captures=all":              "must be one of none, diagonal",
		"breakthrough:holes=7.3":                 "holes=7.3 is not on the board; columns range from 1 to 6",
		"breakthrough:holes=2.2":                 "holes=2.2 is a piece's starting cell; holes must be in rows 3 to 4",
		"breakthrough:size=4x4,holes=2.3":        "is a piece's starting cell; this board has no rows between the armies",
		"breakthrough:rows=1,size=3x3,holes=2.3": "holes must be in row 2",
		"breakthrough:hole=2.3":                  "has no option",
	})
}

func TestSymmetryText(t *testing.T) {
	for spec, want := range map[string]string{
		"breakthrough":             "left-right mirror",
		"breakthrough-holes":       "",
		"breakthrough-small":       "left-right mirror; half-turn with the colours and the side to move exchanged",
		"breakthrough-small-holes": "half-turn with the colours and the side to move exchanged",
		"breakthrough:size=4x5,captures=diagonal,holes=2.3": "top and bottom exchanged with the colours and the side to move exchanged",
	} {
		v, err := registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Info().Symmetry; got != want {
			t.Errorf("%s: symmetry %q, want %q", spec, got, want)
		}
	}
}
