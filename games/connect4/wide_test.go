package connect4

import (
	"math/rand/v2"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

// wideSpecs are boards with two-word states.
var wideSpecs = []string{
	"connect4:size=10x7", "connect4:size=9x7", "connect4:size=8x8", "connect4:size=11x6", "connect4:size=16x4", "connect4:size=7x10",
	"connect4:size=6x11",
}

var openWide = gamestest.Opener[games.Searcher[[2]uint64]](Entry())

// windowed returns a game on a small board with windows of the given width.
func windowed(width, height, connect, window int) *wide[[0]struct{}] {
	return newWide[[0]struct{}](newBoard(window, height, connect), width)
}

// TestWideIsNarrow compares one-word and two-word states in random plays.
func TestWideIsNarrow(t *testing.T) {
	for _, window := range []int{5, 6, 7} {
		g, w := newGame[[7]struct{}](newBoard(7, 6, 4)), windowed(7, 6, 4, window)
		rng := rand.New(rand.NewPCG(3, 4))
		for range 100 {
			s, wideState := g.Start(), w.Start()
			for {
				text := g.FormatState(s)
				if got := w.FormatState(wideState); got != text {
					t.Fatalf("%s is wide %s", text, got)
				}
				if back, err := w.ParseState(text); err != nil || back != wideState {
					t.Fatalf("%s is read as %x, %v, want %x", text, back, err, wideState)
				}
				canonical, _ := games.Canonical[uint64](g, s)
				wideCanonical, _ := games.Canonical[[2]uint64](w, wideState)
				mirrored := g.FormatState(g.mirrored(canonical))
				if got := w.FormatState(wideCanonical); got != g.FormatState(canonical) && got != mirrored {
					t.Fatalf("%s is wide %s when canonical", g.FormatState(canonical), got)
				}
				if got, want := w.Evaluate(nil, [][2]uint64{wideState})[0], g.Evaluate(nil, []uint64{s})[0]; got != want {
					t.Fatalf("%s: %v when wide, want %v", text, got, want)
				}
				children, _ := g.Expand(nil, nil, []uint64{s})
				wideChildren, _ := w.Expand(nil, nil, [][2]uint64{wideState})
				if len(children) != len(wideChildren) {
					t.Fatalf("%s: %d children, %d when wide", text, len(children), len(wideChildren))
				}
				if len(children) == 0 {
					if got, want := w.Payoffs(nil, [][2]uint64{wideState})[0], g.Payoffs(nil, []uint64{s})[0]; got != want {
						t.Fatalf("%s: payoff %v when wide, want %v", text, got, want)
					}
					break
				}
				i := rng.IntN(len(children))
				s, wideState = children[i], wideChildren[i]
			}
		}
	}
}

func TestWideLook(t *testing.T) {
	for _, g := range []games.Searcher[[2]uint64]{
		windowed(7, 6, 4, 5), windowed(6, 5, 4, 5), windowed(5, 4, 3, 4), windowed(4, 5, 3, 3), openWide(t, "connect4:size=10x7"), openWide(t, "connect4:size=8x8"),
	} {
		d := games.DrawingOf[[2]uint64](g, g.Start())
		rng := rand.New(rand.NewPCG(1, 2))
		looked := 0
		for range 25 {
			if s, ok := randomPlay(g, rng, d.Width*d.Height-9); ok {
				r := &referee[[2]uint64]{g, map[[2]uint64]int8{}}
				r.windows(t, s)
				looked++
			}
		}
		if looked == 0 {
			t.Errorf("%dx%d: no positions", d.Width, d.Height)
		}
	}
}
