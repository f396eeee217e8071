package search

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/work"
)

// expandOnly hides the MoveCounter of a game.
type expandOnly[S games.State] struct{ games.Game[S] }

// withCounter is a game with a MoveCounter.
type withCounter[S games.State] struct {
	games.Game[S]
	games.MoveCounter[S]
}

func TestCountedMovesAreSeenAsMadeOnesAre(t *testing.T) {
	gdltest.Sheets(t, "games") // skips the test if the descriptions are missing
	v, err := gdl.OpenSpec(t.Context(), filepath.Join(gdltest.Shared(), "games", "ticTacToe.kif"), work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[uint64])
	a, b := Plain[uint64](expandOnly[uint64]{g}), Plain[uint64](withCounter[uint64]{g, g.(games.MoveCounter[uint64])})
	rng := rand.New(rand.NewPCG(1, 1))
	terminal := 0
	for range 20 {
		for s := g.Start(); ; {
			children, _ := g.Expand(nil, nil, []uint64{s})
			if len(children) == 0 {
				terminal++
				break
			}
			var x, y games.Node[uint64]
			a.Look(&x, s, -50, 50)
			b.Look(&y, s, -50, 50)
			if x.Low != y.Low || x.High != y.High || !slices.Equal(x.Children, y.Children) {
				t.Fatalf("position %s: with moves counted %d..%d %v, made %d..%d %v", games.NotationOf(g).FormatState(s), y.Low, y.High, y.Children, x.Low, x.High, x.Children)
			}
			s = children[rng.IntN(len(children))]
		}
	}
	if terminal != 20 {
		t.Errorf("%d plays ended, want 20", terminal)
	}
}
