package measure

import (
	"iter"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// memoryTable is an in-memory table of layers. Probe uses the naive solver.
type memoryTable struct {
	layers map[int][]tablebase.Block[uint64]
	naive  func(uint64) value.Outcome
}

func (m *memoryTable) Put(layer int, states []uint64, values []value.Value) error {
	m.layers[layer] = append(m.layers[layer], tablebase.Block[uint64]{
		States: append([]uint64(nil), states...), Values: append([]value.Value(nil), values...),
	})
	return nil
}

func (m *memoryTable) Sync() error { return nil }

func (m *memoryTable) Blocks(layer int) iter.Seq2[tablebase.Block[uint64], error] {
	return func(yield func(tablebase.Block[uint64], error) bool) {
		for _, b := range m.layers[layer] {
			if !yield(b, nil) {
				return
			}
		}
	}
}

func (m *memoryTable) Probe(dst []value.Outcome, states []uint64) ([]value.Outcome, error) {
	for _, s := range states {
		dst = append(dst, m.naive(s))
	}
	return dst, nil
}

// TestBoundedValues compares the measures of tables of exact fractions with those of the same tables
// where all values are bounds.
func TestBoundedValues(t *testing.T) {
	for seed := range uint64(60) {
		g := games.Game[uint64](solvertest.NewRandomGame[uint64](solvertest.Shape{
			Kind: value.Simultaneous, Chance: true, Turns: true, Swap: seed%2 == 0, Span: 2, Layers: 6, Width: 8, MaxMoves: 3, Seed: seed,
		}))
		if seed == 0 {
			g = builtinGame(t, "hog:target=5,dice=2")
		}
		table := &memoryTable{layers: map[int][]tablebase.Block[uint64]{}, naive: solvertest.Naive(g)}
		solution, err := solver.Solve(t.Context(), g, t.TempDir(), table, job.Options{Workers: 1, Memory: job.MinMemory})
		if err != nil {
			t.Fatal(err)
		}
		exact, err := Of(t.Context(), g, table, solution)
		if err != nil {
			t.Fatal(err)
		}
		o := &solution.Outcomes
		o.Bits = value.UnitBits(g.Info())
		for _, x := range o.List {
			o.Intervals = append(o.Intervals, value.IntervalOf(&x, o.Bits))
		}
		o.List = nil
		bounded, err := Of(t.Context(), g, table, solution)
		if err != nil {
			t.Fatal(err)
		}
		near := cmp.Comparer(func(a, b float64) bool { return math.Abs(a-b) < 1e-9 })
		if diff := cmp.Diff(exact, bounded, near); diff != "" {
			t.Errorf("seed %d: (-exact +bounded)\n%s", seed, diff)
		}
	}
}

func builtinGame(t *testing.T, spec string) games.Game[uint64] {
	t.Helper()
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return v.(games.Game[uint64])
}

// TestOf computes nim with piles of 1 and 2 by hand. The player who takes the last object wins.
// The first player wins by leaving 1 and 1, which is one of three moves; the other two are
// errors. After the error that leaves a pile of 2, one of two replies is an error too. Two
// equal piles have one move.
func TestOf(t *testing.T) {
	g := builtinGame(t, "nim:piles=1+2")
	table := &memoryTable{layers: map[int][]tablebase.Block[uint64]{}, naive: solvertest.Naive(g)}
	solution, err := solver.Solve(t.Context(), g, t.TempDir(), table, job.Options{Workers: 1, Memory: job.MinMemory})
	if err != nil {
		t.Fatal(err)
	}
	m, err := Of(t.Context(), g, table, solution)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"first wins", m.FirstWins, 1.0/3*1/2 + 1.0/3},
		{"second wins", m.SecondWins, 1.0/3*1/2 + 1.0/3},
		{"drawn", m.Drawn, 0},
		{"plies", m.TypicalPlies, 1.0/3*(3+2)/2 + 1.0/3*3 + 1.0/3*2},
		{"errors", m.RandomErrors, 2.0/3 + 1.0/3*1/2},
		{"perfect plies", float64(m.PerfectPlies), 3},
		{"moves that keep the value", m.Keeping, (1.0/3 + 1 + 1) / 3},
		{"shortest", float64(m.ShortestPlies), 2},
		{"longest", float64(m.LongestPlies), 3},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
	if m.First != 0 || m.BestLines != "1" {
		t.Errorf("role %d moves first, %s best lines, want role 0 and 1", m.First, m.BestLines)
	}
}
