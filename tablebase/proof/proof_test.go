package proof

import (
	"context"
	"errors"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver/job"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/strategy"
	"zermelo/solver/search/table"
	"zermelo/tablebase/store"
)

// TestProof stores the proofs of a drawn and of a won game, reads them back and verifies them.
func TestProof(t *testing.T) {
	ctx := context.Background()
	for _, spec := range []string{"tron:size=4x4", "breakthrough:size=4x4,captures=diagonal"} {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		g := search.Plain(v.(games.Game[uint64]))
		if _, _, err := openProof(t.TempDir(), g); !errors.Is(err, store.ErrNoTable) {
			t.Errorf("no proof: %v", err)
		}
		db := t.TempDir()
		proof := findProof(t, g)
		if err := WriteProof(db, g, proof, &job.Solution{CPU: 7 * time.Second}, store.Options{Force: true}); err != nil {
			t.Fatal(err)
		}
		if err := WriteProof(db, g, proof, new(job.Solution), store.Options{}); !errors.Is(err, store.ErrExists) {
			t.Errorf("written twice: %v", err)
		}
		got, h, err := openProof(db, g)
		if err != nil {
			t.Fatal(err)
		}
		if got.Payoff != proof.Payoff || h.Solution.CPU != 7*time.Second {
			t.Errorf("payoffs %v and %s, want %v and 7s", got.Payoff, h.Solution.CPU, proof.Payoff)
		}
		n, err := verify(ctx, g, got, 2, strategy.Room{}, nil)
		if err != nil || n == 0 {
			t.Fatalf("%d positions, %v", n, err)
		}
		for _, st := range got.Strategies {
			if st != nil {
				st.Moves[0]++
			}
		}
		var wrong *store.WrongError
		if _, err := verify(ctx, g, got, 2, strategy.Room{}, nil); !errors.As(err, &wrong) {
			t.Errorf("a spoiled proof: %v", err)
		}
	}
}

func findProof(t *testing.T, g games.Searcher[uint64]) *strategy.Proven[uint64] {
	table := table.New(g, 1<<20)
	defer table.Close()
	p, err := strategy.Prove(context.Background(), g, alphabeta.New(g, table, search.Options{}), strategy.Room{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
