package tablebase_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/verify"
	"zermelo/tablebase/write"
)

// TestOmitted builds a table with wrong values for the omitted positions. Lookups
// must derive their values from the stored positions instead.
func TestOmitted(t *testing.T) {
	plain, want := tablebasetest.ExampleTiers()
	g := tablebasetest.Thinned{Tiered: plain}
	spoilt := &tablebasetest.TieredSolution{Solution: want.Solution}
	omitted := make([]int, len(want.Cells))
	for tier, cells := range want.Cells {
		cells = slices.Clone(cells)
		for i := range cells {
			if g.Omits(tier, uint64(i)) {
				omitted[tier]++
				cells[i] = value.Win(rand.IntN(100))
			}
		}
		spoilt.Cells = append(spoilt.Cells, cells)
	}
	if omitted[2] < len(want.Cells[2])/20 {
		t.Fatalf("%v positions are omitted, too few to test", omitted)
	}

	db := t.TempDir()
	b, err := write.CreateTiers(db, games.Tiered[uint64](g), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for tier, cells := range spoilt.Cells {
		spoilt.Put(t, b, tier)
		// Before Commit, the builder returns the values that were put.
		got := make([]value.Cell, len(cells))
		if err := b.ReadCells(tier, 0, got); err != nil || !slices.Equal(got, cells) {
			t.Fatalf("tier %d in the journal: %v", tier, err)
		}
	}
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	table := tablebasetest.Open[uint64](t, db, g)
	if err := tablebasetest.TiersRight(t, table, plain, want); err != nil {
		t.Error(err)
	}
	for tier, cells := range want.Cells {
		got, err := table.Tiers.TierCells(t.Context(), tier, true, 2)
		if err != nil || !slices.Equal(got, cells) {
			t.Errorf("tier %d: %v", tier, err)
		}
		wdl, err := table.Tiers.TierCells(t.Context(), tier, false, 1)
		if err != nil || slices.CompareFunc(wdl, cells, func(a, b value.Cell) int { return int(a&3) - int(b&3) }) != 0 {
			t.Errorf("outcomes of tier %d: %v", tier, err)
		}
	}
	var small *verify.MemoryError
	if _, err := verify.Verify(t.Context(), table, verify.Options{Workers: 2, Memory: 1}); !errors.As(err, &small) {
		t.Fatal(err)
	}
	for _, memory := range []int64{0, small.Need + 200<<10} { // whole tiers, and windows
		report, err := verify.Verify(t.Context(), table, verify.Options{Workers: 2, Memory: memory})
		if err != nil || report.Digest != want.Digest {
			t.Errorf("%d bytes: %+v %v", memory, report, err)
		}
	}
	if report, err := verify.Verify(t.Context(), table, verify.Options{Sample: 700, Workers: 2}); err != nil {
		t.Errorf("%+v %v", report, err)
	}

	whole := t.TempDir()
	makeTiers(t, whole, plain, want)
	if all, some := size(t, tablebasetest.Open[uint64](t, whole, plain)), size(t, table); some >= all {
		t.Errorf("%d bytes without the omitted positions, %d with them", some, all)
	}
	// The rules are the same, but the game omits different positions.
	var foreign *store.ForeignError
	if _, err := tablebase.Open[uint64](whole, g); !errors.As(err, &foreign) {
		t.Errorf("open a whole table as one that omits: %v", err)
	}
}

func size(t *testing.T, table *tablebase.Table[uint64]) int64 {
	t.Helper()
	n, err := table.Size()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestVerifyOmitted checks that Verify detects a wrong value in a position that
// only omitted positions lead to, or that leads to omitted positions.
func TestVerifyOmitted(t *testing.T) {
	plain := tablebasetest.Tiered{Seed: 5, Sizes: []uint64{300, 700}, Gaps: 3}
	g := tablebasetest.Thinned{Tiered: plain}
	want := tablebasetest.NaiveTiers(plain)
	tried := 0
	for i, cell := range want.Cells[1] {
		if !cell.IsWin() || cell.Remoteness() < 3 || g.Omits(1, uint64(i)) {
			continue
		}
		tried++
		spoilt := tablebasetest.NaiveTiers(plain)
		spoilt.Cells[1][i] += 2 << 2
		db := t.TempDir()
		makeTiers(t, db, g, spoilt)
		_, err := verify.Verify(t.Context(), tablebasetest.Open[uint64](t, db, g), verify.Options{Workers: 2})
		var wrong *store.WrongError
		if !errors.As(err, &wrong) || !slices.ContainsFunc(wrong.First, func(f string) bool { return strings.Contains(f, "but the table has ") }) {
			t.Errorf("index %d: %v", i, err)
		}
		if tried == 12 {
			break
		}
	}
	if tried == 0 {
		t.Error("no value to spoil")
	}
}

// TestFindOmittedCell looks up each cell that occurs in a tier.
func TestFindOmittedCell(t *testing.T) {
	plain := tablebasetest.Tiered{Seed: 5, Sizes: []uint64{300, 700}, Gaps: 3}
	g, want := tablebasetest.Thinned{Tiered: plain}, tablebasetest.NaiveTiers(plain)
	db := t.TempDir()
	makeTiers(t, db, g, want)
	table := tablebasetest.Open[uint64](t, db, g)
	onlyOmitted := 0
	for tier, cells := range want.Cells {
		for _, cell := range slices.Compact(slices.Sorted(slices.Values(cells))) {
			if cell == value.Unused {
				continue
			}
			s, found, err := table.Tiers.FindCell(tier, cell)
			if err != nil || !found {
				t.Fatalf("tier %d, cell %d: %v", tier, cell, err)
			}
			at := games.Slot(s >> 1)
			if cells[at.Index()] != cell || at.Tier() != tier {
				t.Errorf("tier %d, cell %d: found index %d, which has %d", tier, cell, at.Index(), cells[at.Index()])
			}
			if g.Omits(tier, at.Index()) {
				onlyOmitted++
			}
		}
		if _, found, err := table.Tiers.FindCell(tier, value.Win(5000)); found || err != nil {
			t.Errorf("found what is not there: %v", err)
		}
	}
	if onlyOmitted == 0 {
		t.Error("all cells are held by the table: nothing was tested")
	}
}
