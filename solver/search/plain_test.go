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

// made is a game whose moves are only counted by making them.
type made[S games.State] struct{ games.Game[S] }

// counted is one that counts them, too.
type counted[S games.State] struct {
	games.Game[S]
	games.MoveCounter[S]
}

// TestCountedMovesAreSeenAsMadeOnesAre looks at positions of random plays of a sheet.
func TestCountedMovesAreSeenAsMadeOnesAre(t *testing.T) {
	gdltest.Sheets(t, "games") // or the test is skipped
	v, err := gdl.OpenSpec(t.Context(), filepath.Join(gdltest.Shared(), "games", "ticTacToe.kif"), work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[uint64])
	a, b := Plain[uint64](made[uint64]{g}), Plain[uint64](counted[uint64]{g, g.(games.MoveCounter[uint64])})
	rng := rand.New(rand.NewPCG(1, 1))
	ends := 0
	for range 20 {
		for s := g.Start(); ; {
			children, _ := g.Expand(nil, nil, []uint64{s})
			if len(children) == 0 {
				ends++
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
	if ends != 20 {
		t.Errorf("%d plays ended, want 20", ends)
	}
}
