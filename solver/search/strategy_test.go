package search

import (
	"context"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

// TestStrategy finds strategies for both sides of small games, checks them, and
// checks that a spoiled one is refused.
func TestStrategy(t *testing.T) {
	for _, spec := range []string{"tron:size=4x4", "tron:size=4x5", "breakthrough:size=4x5,rows=1", "breakthrough:size=4x4,captures=diagonal", "skirmish:steps=6"} {
		t.Run(spec, func(t *testing.T) {
			v, err := builtin.Registry().Open(spec)
			if err != nil {
				t.Fatal(err)
			}
			switch g := v.(type) {
			case games.Game[uint64]:
				testStrategy(t, g)
			case games.Game[[2]uint64]:
				testStrategy(t, g)
			}
		})
	}
}

func testStrategy[S games.State](t *testing.T, g games.Game[S]) {
	ctx := context.Background()
	p := Plain(g)
	table := NewTable(p, 1<<20)
	defer table.Close()
	a := NewAlphaBeta(p, table, Options{Threads: 2})
	low, high, err := a.Score(ctx, g.Start())
	if err != nil || low != high {
		t.Fatalf("score %d..%d, %v", low, high, err)
	}
	for _, mine := range []bool{true, false} {
		score := low
		if !mine {
			score = -low
		}
		judges, stop := a.Judges(ctx)
		defer stop()
		st, err := FindStrategy(ctx, p, judges, g.Start(), mine, score, nil)
		if err != nil {
			t.Fatal(err)
		}
		n, err := st.Check(ctx, p, g.Start(), 2, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("score %d, moves at %d positions, %d positions in all", score, len(st.States), n)
		if score == -p.Scores() {
			continue // no strategy is needed for the worst score
		}
		better := *st
		better.Score++
		if _, err := better.Check(ctx, p, g.Start(), 2, nil); err == nil {
			t.Errorf("the strategy passes for more than the value")
		}
		if len(st.States) > 1 {
			less := *st
			less.States, less.Moves = st.States[1:], st.Moves[1:]
			if _, err := less.Check(ctx, p, g.Start(), 2, nil); err == nil {
				t.Errorf("a strategy with a gap passes")
			}
		}
	}
}
