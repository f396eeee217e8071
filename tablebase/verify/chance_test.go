package verify

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"zermelo/games"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/write"
)

// altered is a store that changes the value of one state.
type altered struct {
	job.Store[uint64]
	at    int // number of the state
	to    value.Value
	found value.Value // the value before
}

func (a *altered) Put(layer int, states []uint64, values []value.Value) error {
	if a.at >= 0 && a.at < len(values) {
		values = append([]value.Value(nil), values...)
		a.found, values[a.at] = values[a.at], a.to
	}
	a.at -= len(values)
	return a.Store.Put(layer, states, values)
}

// solveAltered solves a game and stores its table with the value of one state changed, unless at
// is negative. The digest is that of the stored values.
func solveAltered(t *testing.T, g games.Game[uint64], at int, to value.Value) (table *tablebase.Table[uint64], same bool) {
	t.Helper()
	db := t.TempDir()
	b, err := write.Create[uint64](db, g, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := &altered{b, at, to, to + 1}
	solution, err := solver.Solve[uint64](context.Background(), g, b.WorkDir(), a, job.Options{Workers: 1})
	if err = errors.Join(err, b.Commit(solution)); err != nil {
		t.Fatal(err)
	}
	return tablebasetest.Open[uint64](t, db, g), a.found == to
}

// TestVerifyChance solves and verifies random games with chance, and then verifies them with one
// wrong value.
func TestVerifyChance(t *testing.T) {
	noticed := 0
	for seed := range uint64(60) {
		kind := []value.Kind{value.Simultaneous, value.General}[seed%2]
		shape := solvertest.Shape{Kind: kind, Span: 1, Layers: 5, Width: 6, MaxMoves: 3, Chance: true, Seed: seed}
		if kind == value.General {
			shape.Roles = 2 + int(seed/2%3)
		}
		g := solvertest.NewRandomGame[uint64](shape)
		table, _ := solveAltered(t, g, -1, 0)
		for _, sample := range []int64{0, max(1, table.Solution().States()-1)} {
			if _, err := Verify(t.Context(), table, Options{Workers: 2, Sample: sample}); err != nil {
				t.Fatalf("seed %d, sample of %d: %v", seed, sample, err)
			}
		}
		rng := rand.New(rand.NewPCG(seed, 5))
		wrong, same := solveAltered(t, g, rng.IntN(int(table.Solution().States())), value.Value(rng.IntN(table.Solution().Outcomes.Len())))
		if same {
			continue
		}
		noticed++
		if _, err := Verify(t.Context(), wrong, Options{Workers: 1}); err == nil {
			t.Errorf("seed %d: a wrong value is verified", seed)
		}
		if err := newSampler(wrong).random(); err == nil {
			t.Errorf("seed %d: a wrong value is verified by samples of all positions", seed)
		}
	}
	if noticed < 27 {
		t.Errorf("%d games with a wrong value", noticed)
	}
}
