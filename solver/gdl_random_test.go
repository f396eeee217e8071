package solver

import (
	"errors"
	"fmt"
	"math/big"
	"os"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/gdl"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
	"zermelo/solver/cyclic"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// TestRandomSheetsAreSolved solves random descriptions with one to four roles,
// with and without simultaneous choices and repetitions, and compares them with
// the reference solvers.
func TestRandomSheetsAreSolved(t *testing.T) {
	n := uint64(240)
	if gamestest.Large() {
		n = 10_000
	}
	solved, dir := map[string]int{}, t.TempDir() // number of solved games by kind
	for seed := range n {
		rules, problems := sheet.Parse("random", gdltest.NewSheetMaker(seed).Sheet())
		if len(problems) > 0 {
			t.Fatalf("seed %d: %v", seed, problems[0].Message)
		}
		m, err := statemachine.Compile(t.Context(), rules, work.Limits{Bytes: 8 << 20})
		if err != nil {
			continue // terms that grow without bound, or an undefined role
		}
		v, err := gdl.Open(t.Context(), m)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		var kind string
		switch g := v.(type) {
		case games.Game[uint64]:
			kind, err = compareSheet(t, g, dir)
		case games.Game[[2]uint64]:
			kind, err = compareSheet(t, g, dir)
		}
		var large *job.TooLargeError
		var loops *cyclic.LoopError
		switch {
		case errors.As(err, &large):
		case errors.As(err, &loops):
			solved["bounds"]++
		case err != nil:
			t.Errorf("seed %d: %v", seed, err)
		default:
			solved[kind]++
		}
	}
	t.Log(solved)
	for _, kind := range []string{"alternating, constant-sum", "general-sum", "alternating, constant-sum, cyclic", "general-sum, cyclic"} {
		if solved[kind] < int(n)/100 {
			t.Errorf("%s: %d of %d sheets", kind, solved[kind], n)
		}
	}
}

// compareSheet solves a game and compares all values. It leaves no files in
// dir.
func compareSheet[S games.State](t *testing.T, g games.Game[S], dir string) (kind string, err error) {
	work, err := os.MkdirTemp(dir, "")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(work)
	store := &solvertest.MemoryStore[S]{}
	solution, err := Solve(t.Context(), g, work, store, job.Options{Workers: 1, Limit: 2000})
	if err != nil {
		return "", err
	}
	info := g.Info()
	kind = solution.Outcomes.Kind.String()
	var check func(s S, o value.Outcome) error
	if _, layered := g.(games.Layered[S]); layered {
		naive := solvertest.Naive(g)
		check = func(s S, o value.Outcome) error {
			want := naive(s)
			return differ(o.Key(), want.Key())
		}
	} else if kind += ", cyclic"; value.KindOf(info) == value.Alternating {
		var states []S
		for _, block := range store.Blocks[0] {
			states = append(states, block.States...)
		}
		values := solvertest.NaiveCyclic(g, append(states, g.Start()))
		check = func(s S, o value.Outcome) error {
			want := solution.Outcomes.Of(values[s])
			return differ(o.Key(), want.Key())
		}
	} else {
		endless, err := value.EndlessPayoffs(info)
		if err != nil {
			return "", err
		}
		secures := make([]map[S]int16, len(info.Roles))
		for role := range secures {
			secures[role] = solvertest.NaiveSecures(g, role, endless[role])
		}
		check = func(s S, o value.Outcome) error {
			for role := range secures {
				want, met := secures[role][s]
				if !met {
					continue // another state of its class was reached
				}
				if o.Pure[role] != want {
					return fmt.Errorf("role %d secures %d, want %d", role, o.Pure[role], want)
				}
				if exact := big.NewRat(int64(want), 1); !info.Simultaneous && o.Security[role].Cmp(exact) != 0 {
					return fmt.Errorf("role %d secures %s, want %d", role, o.Security[role], want)
				}
			}
			return nil
		}
	}
	for _, blocks := range store.Blocks {
		for _, block := range blocks {
			for i, s := range block.States {
				if err := check(s, solution.Outcomes.Of(block.Values[i])); err != nil {
					return kind, fmt.Errorf("state %x: %w", s, err)
				}
			}
		}
	}
	return kind, nil
}

func differ(got, want string) error {
	if got != want {
		return fmt.Errorf("%s, want %s", got, want)
	}
	return nil
}
