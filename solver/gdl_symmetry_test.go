package solver

import (
	"os"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// TestSheetSymmetry solves rule sheets with and without their symmetries: all
// states are worth the same, and there are as many.
func TestSheetSymmetry(t *testing.T) {
	for name, least := range map[string]int64{ // by how much fewer states there are, at least
		"ticTacToe": 7, "tictactoe_orthogonal": 40, "sum15": 7, "nim2": 2, "lightsOn": 10, "eotcitcit": 6,
		"chickentictactoe": 6, "factoringGeorgeForman": 10,
	} {
		t.Run(name, func(t *testing.T) {
			if !gamestest.Large() && name == "chickentictactoe" {
				t.Skip("many states")
			}
			file := sharedSheets + "games/" + name + ".kif"
			if _, err := os.Stat(file); err != nil {
				t.Skip(err)
			}
			var on, off games.Game[uint64]
			for _, spec := range []struct {
				name string
				game *games.Game[uint64]
			}{{file, &on}, {file + ":symmetry=off", &off}} {
				v, err := gdl.OpenSpec(t.Context(), spec.name, work.Limits{})
				if err != nil {
					t.Fatal(err)
				}
				*spec.game = v.(games.Game[uint64])
			}
			short, outcomes := outcomesOf(t, on)
			long, all := outcomesOf(t, off)
			if short.RawStates != long.States() || short.States()*least > long.States() {
				t.Errorf("%d states that stand for %d, want %d", short.States(), short.RawStates, long.States())
			}
			for s, want := range all {
				canonical, _ := games.Canonical(on, s)
				if got, ok := outcomes[canonical]; !ok || got != want {
					t.Fatalf("%x: %s, without symmetry %s", s, got, want)
				}
			}
		})
	}
}

// outcomesOf solves a game, and returns the outcome of each state that was
// stored.
func outcomesOf(t *testing.T, g games.Game[uint64]) (*job.Solution, map[uint64]string) {
	t.Helper()
	store := &solvertest.MemoryStore[uint64]{}
	solution, err := Solve(t.Context(), g, t.TempDir(), store, job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := map[uint64]string{}
	for layer := range store.LastLayer() + 1 {
		states, values := store.Layer(layer)
		for i, s := range states {
			all[s] = solution.Outcomes.Of(values[i]).Key()
		}
	}
	return solution, all
}
