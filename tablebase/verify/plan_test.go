package verify

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
)

// bigHeader returns the header of a table of 200 layers with up to 12 million states and 1.8
// children per state.
func bigHeader(kind value.Kind) *store.Header {
	h := &store.Header{Name: "big", Solution: &job.Solution{Outcomes: value.Outcomes{Kind: kind}}}
	for layer := range int64(200) {
		states := 1 + layer*(199-layer)*1200
		h.Solution.Layers = append(h.Solution.Layers, job.LayerStats{States: states, Terminals: states / 2, Moves: states * 9 / 5})
	}
	return h
}

// TestVerifyPlansWithinTheMemory computes the size of plans.
func TestVerifyPlansWithinTheMemory(t *testing.T) {
	for _, kind := range []value.Kind{value.Alternating, value.Simultaneous} {
		testPlans[uint64](t, bigHeader(kind))
		testPlans[[4]uint64](t, bigHeader(kind))
	}
}

func testPlans[S games.State](t *testing.T, h *store.Header) {
	t.Helper()
	smallest := int64(1 << 62)
	for _, workers := range []int{1, 2, 16} {
		for _, memory := range []int64{0, 96 << 20, 256 << 20, 1 << 30, 1 << 40} {
			name := fmt.Sprintf("%d workers, %d MiB", workers, memory>>20)
			p, err := makePlan[S](h, true, false, Options{Workers: workers, Memory: memory})
			var small *MemoryError
			if errors.As(err, &small) {
				if small.Need <= memory {
					t.Errorf("%s: refused, and needs %d MiB", name, small.Need>>20)
				}
				// The memory in the error is sufficient, and one byte less is not.
				if _, err := makePlan[S](h, true, false, Options{Workers: workers, Memory: small.Need - 1}); err == nil {
					t.Errorf("%s: less than %d bytes is enough", name, small.Need)
				}
				if p, err = makePlan[S](h, true, false, Options{Workers: workers, Memory: small.Need}); err != nil {
					t.Errorf("%s: %v", name, err)
				}
				smallest, memory = min(smallest, small.Need), small.Need
			}
			if p.bytes > memory-job.ProgramMemory {
				t.Errorf("%s: holds %d MiB", name, p.bytes>>20)
			}
			if p.cacheBlocks < 1 || slices.Min(p.unitBlocks) < 1 || slices.Max(p.unitBlocks) > maxUnitBlocks {
				t.Errorf("%s: %+v", name, p)
			}
		}
	}
	if smallest < job.ProgramMemory || smallest == 1<<62 {
		t.Errorf("no memory was refused")
	}
}

// TestVerifySaysWhatItNeeds checks that a verification with too little memory fails
// immediately, and that the memory in the error is sufficient.
func TestVerifySaysWhatItNeeds(t *testing.T) {
	db := t.TempDir()
	g := tablebasetest.Tiered{Seed: 5, Sizes: []uint64{300, 700}, Gaps: 3}
	buildTiers(t, db, g, tablebasetest.NaiveTiers(g))
	dags := tablebasetest.NewDag[uint64](4, value.Alternating, 4, 12, false)
	build(t, db, dags, tablebasetest.Naive[uint64](dags))
	for _, table := range []*tablebase.Table[uint64]{tablebasetest.Open[uint64](t, db, g), tablebasetest.Open[uint64](t, db, dags)} {
		calls := 0
		o := Options{Workers: 2, Memory: 1, Progress: func(int64, int64) { calls++ }}
		var small *MemoryError
		if _, err := Verify(t.Context(), table, o); !errors.As(err, &small) || calls > 0 {
			t.Fatalf("%v after %d calls", err, calls)
		}
		o.Memory = small.Need
		if report, err := Verify(t.Context(), table, o); err != nil || !report.Full {
			t.Errorf("with %d bytes: %+v %v", small.Need, report, err)
		}
	}
}
