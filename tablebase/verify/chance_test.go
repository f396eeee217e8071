package verify

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
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

// loaded is a game in which the die of one position has a wrong weight.
type loaded struct {
	games.Game[uint64]
	games.Canonizer[uint64]
	at uint64
}

func (g loaded) Odds(dst []uint32, src []uint64) []uint32 {
	for _, s := range src {
		children, _ := g.Expand(nil, nil, []uint64{s})
		list := games.Odds(g.Game, s, len(children))
		if s == g.at {
			list[len(list)-1]++
		}
		dst = append(dst, list...)
	}
	return dst
}

// layeredLoaded is a loaded game with layers.
type layeredLoaded struct {
	loaded
	games.Layered[uint64]
}

// TestVerifyNoticesChangedDice verifies tables of dice games in which one value is moved by a
// unit, one interval is narrowed, or one weight is changed.
func TestVerifyNoticesChangedDice(t *testing.T) {
	specs := []string{"pig:target=12", "pig:target=20", "pig:target=10,die=4", "hog:target=16", "hog:target=20,dice=3", "hog:target=20,die=4", "bearoff:men=1", "bearoff:men=2", "einstein:size=3x3"}
	for _, spec := range specs {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		g := v.(games.Game[uint64])
		for _, change := range []string{"", "moved", "narrowed", "weight"} {
			db := t.TempDir()
			b, err := write.Create[uint64](db, g, store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			solution, err := solver.Solve[uint64](t.Context(), g, b.WorkDir(), b, job.Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			list, exact := solution.Outcomes.Intervals, solution.Outcomes.List
			switch n := len(list) / 2; {
			case change == "weight" || change == "":
			case n > 0 && change == "moved":
				list[n].Low++
				list[n].High++
			case n > 0:
				for list[n].Low == list[n].High {
					n++
				}
				list[n].High--
			default: // an exact value that is not of a terminal position
				n = len(exact) / 2
				for exact[n].Plies == 0 {
					n++
				}
				unit := big.NewRat(1, 1<<50)
				if change == "narrowed" { // of width 0: the other direction
					unit.Neg(unit)
				}
				x := new(big.Rat).Add(exact[n].Payoff[0], unit)
				exact[n].Payoff = value.Payoffs{x, new(big.Rat).Sub(big.NewRat(int64(g.Info().Total), 1), x)}
				exact[n].Security = exact[n].Payoff
			}
			if err := b.Commit(solution); err != nil {
				t.Fatal(err)
			}
			table := tablebasetest.Open[uint64](t, db, g)
			if change == "weight" {
				random := firstRandom(g)
				with := loaded{g, games.CanonizerOf(g), random}
				table.Game = with
				if l, ok := g.(games.Layered[uint64]); ok {
					table.Game = layeredLoaded{with, l}
				}
			}
			if _, err := Verify(t.Context(), table, Options{Workers: 2}); (err == nil) != (change == "") {
				t.Errorf("%s, change %q: %v", spec, change, err)
			}
		}
	}
}

// firstRandom returns the canonical state of the first position in which chance moves.
func firstRandom(g games.Game[uint64]) uint64 {
	for _, s := range solvertest.Reachable(g) {
		if c, _ := games.Canonical(g, s); games.Mover(g, c) == int(games.Chance) {
			return c
		}
	}
	return 0
}
