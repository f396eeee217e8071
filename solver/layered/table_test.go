package layered

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// TestTableHasTheValuesOfALayer looks up all states of layers of different
// sizes, and one state that is not in the layer.
func TestTableHasTheValuesOfALayer(t *testing.T) {
	room := make([]uint64, minTableBytes(3000)/8)
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		n := rapid.IntRange(1, 3000).Draw(t, "states")
		low := uint64(rapid.SampledFrom([]int{0, 1, 1 << 40}).Draw(t, "low"))
		width := rapid.SampledFrom([]uint64{1, 2, 1 << 20}).Draw(t, "gap")
		workers := rapid.IntRange(1, 3).Draw(t, "workers")
		different := rapid.IntRange(1, 2000).Draw(t, "values")
		states, values := make([]uint64, n), make([]value.Value, n)
		for i := range states {
			states[i] = low
			low += 1 + rng.Uint64N(width)
			values[i] = value.Value(rng.IntN(different)) * 0x10001
		}
		l := &Solved[uint64]{States: runs.Column[uint64]{N: n, Mem: states}, Values: runs.Column[value.Value]{N: n, Mem: values}}
		err := l.makeTable(t.Context(), workers, room)
		table := l.table
		if err != nil || table == nil {
			t.Fatal(table, err)
		}
		asked := slices.Clone(states)
		rng.Shuffle(n, func(i, j int) {
			asked[i], asked[j], values[i], values[j] = asked[j], asked[i], values[j], values[i]
		})
		got := make([]value.Value, n)
		if at := table.values(got, asked); at >= 0 || !slices.Equal(got, values) {
			t.Fatalf("state %d is unknown, or the values are wrong", at)
		}
		at := rng.IntN(n)
		for asked[at] = low; asked[at] == low; {
			asked[at] = rng.Uint64() // most likely not in the layer
		}
		if _, there := slices.BinarySearch(states, asked[at]); !there && table.values(got, asked) != at {
			t.Fatalf("state %x is there", asked[at])
		}
	})
}

// TestTableOfWideValuesIsNone tests states and values that do not fit into an
// entry.
func TestTableOfWideValuesIsNone(t *testing.T) {
	for name, states := range map[string][]uint64{"one bit is missing": {1, 1 << 62}, "all states": {0, 1<<64 - 1}} {
		l := &Solved[uint64]{States: runs.Column[uint64]{N: 2, Mem: states}, Values: runs.Column[value.Value]{N: 2, Mem: []value.Value{1, 2}}}
		err := l.makeTable(t.Context(), 1, make([]uint64, 10))
		table := l.table
		if err != nil || (table == nil) != (name == "all states") {
			t.Errorf("%s: %v, %v", name, table, err)
		}
	}
}

// TestFilterKeepsEachState tests that each state, including the zero state,
// passes the filter at least once.
func TestFilterKeepsEachState(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	states := []uint64{0}
	for range 100_000 {
		states = append(states, rng.Uint64N(50_000))
	}
	f := newFilter[uint64]()
	kept := f.add([]uint64{7}, states)
	if len(kept) > 90_000 {
		t.Errorf("%d of %d states kept", len(kept), len(states))
	}
	wide := newFilter[[2]uint64]()
	var kept2 [][2]uint64
	for _, s := range states {
		kept2 = wide.add(kept2, [][2]uint64{{s & 1, s >> 1}})
	}
	two := map[[2]uint64]bool{}
	for _, s := range kept2 {
		two[s] = true
	}
	one := map[uint64]bool{}
	for _, s := range kept[1:] {
		one[s] = true
	}
	for _, s := range states {
		if !one[s] || !two[[2]uint64{s & 1, s >> 1}] {
			t.Fatalf("%d is lost", s)
		}
	}
}
