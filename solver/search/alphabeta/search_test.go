package alphabeta

import (
	"context"
	"fmt"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver/search"
	"zermelo/solver/search/table"
	"zermelo/solver/solvertest"
)

// TestScore compares searches with the reference solver on small games, for
// several numbers of threads and table sizes.
func TestScore(t *testing.T) {
	for _, spec := range []string{
		"tron:size=4x4", "tron:size=4x4,walls=ring", "tron:size=4x3,edge=error", "breakthrough:size=3x5", "breakthrough:size=3x6,rows=1",
		"breakthrough:size=3x4,captures=diagonal", "breakthrough:size=3x5,rows=1,captures=diagonal", "skirmish:steps=6", "skirmish:inner=3,steps=8,respawn=captured",
		"kalah:pits=2,seeds=3", "dots-and-boxes:boxes=3x1",
	} {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		switch g := v.(type) {
		case games.Game[uint64]:
			testScore(t, g)
		case games.Game[[2]uint64]:
			testScore(t, g)
		}
	}
}

func testScore[S games.State](t *testing.T, g games.Game[S]) {
	outcome := solvertest.Naive(g)(g.Start())
	payoff, _ := outcome.Payoff[0].Float64()
	want := search.ScoreOf(g.Info().Total, int16(payoff))
	for _, threads := range []int{1, 2, 4} {
		for _, size := range []int64{1 << 12, 1 << 20} {
			t.Run(fmt.Sprintf("%s/%d threads/%d bytes", g.Info().Name, threads, size), func(t *testing.T) {
				p := search.Plain(g)
				table := table.New(p, size)
				defer table.Close()
				a := New(p, table, search.Options{Threads: threads})
				low, high, err := a.Score(context.Background(), g.Start())
				if err != nil || low != want || high != want {
					t.Fatalf("score %d..%d, %v; want %d", low, high, err, want)
				}
			})
		}
	}
}

// TestNextAlpha follows the thresholds for each possible score and checks that
// every result narrows the range.
func TestNextAlpha(t *testing.T) {
	for _, spec := range []string{"connect4", "othello:size=4x6"} {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		g := v.(games.Searcher[uint64])
		table := table.New(g, 1)
		a := New(g, table, search.Options{})
		if want := spec == "connect4"; a.quickWins != want {
			t.Errorf("%s: quick wins %v", spec, a.quickWins)
		}
		for score := -g.Scores(); score <= g.Scores(); score++ {
			questions := 0
			for low, high := -g.Scores(), g.Scores(); low < high; questions++ {
				alpha := a.nextAlpha(low, high)
				switch {
				case alpha < low || alpha >= high:
					t.Fatalf("%s: more than %d? is asked of a score in %d..%d", spec, alpha, low, high)
				case score > alpha:
					low = alpha + 1
				default:
					high = alpha
				}
			}
			if most := g.Scores(); questions > most {
				t.Errorf("%s: %d questions about the score %d, want at most %d", spec, questions, score, most)
			}
		}
		a.Close()
		table.Close()
	}
}
