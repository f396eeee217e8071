package strategy

import (
	"context"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/table"
	"zermelo/solver/solvertest"
)

// TestRecall compares the bounds derived from strategies of a drawn and a won
// game with the reference solver.
func TestRecall(t *testing.T) {
	for _, spec := range []string{"tron:size=4x4", "breakthrough:size=3x4,captures=diagonal", "kalah:pits=2,seeds=3", "dots-and-boxes:boxes=3x1"} {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		g := search.Plain(v.(games.Game[uint64]))
		engine := alphabeta.New(g, table.New(g, 1<<20), search.Options{})
		defer engine.Close()
		p, err := Prove(context.Background(), g, engine, Room{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		naive := solvertest.Naive[uint64](g)
		scoreOf := func(s uint64) int {
			payoff, _ := naive(s).Payoff[games.Mover[uint64](g, s)].Float64()
			return search.ScoreOf(g.Info().Total, int16(payoff))
		}
		start, _ := games.Canonical[uint64](g, g.Start())
		learned := 0
		for _, st := range p.Strategies {
			if st != nil {
				if err := st.Load(); err != nil {
					t.Fatal(err)
				}
			}
		}
		r := NewRecall(g, p.Strategies[:]...)
		r.VisitBounds(g.Start(), 500, func(s uint64, b search.Bounds) {
			if s == start && b.Low != b.High {
				t.Errorf("%s: the start is %d..%d", spec, b.Low, b.High)
			}
			if score := scoreOf(s); b.Low > score || b.High < score {
				t.Errorf("%s: %d..%d at %s, want %d", spec, b.Low, b.High, games.NotationOf[uint64](g).FormatState(s), score)
			}
			learned++
		})
		if t.Logf("%s: bounds of %d positions", spec, learned); learned < 50 {
			t.Errorf("%s: bounds of only %d positions", spec, learned)
		}
	}
}
