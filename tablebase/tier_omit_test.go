package tablebase

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/solver/value"
)

// thinned is a tiered game whose tables omit positions: of one in three those
// that lead only to others.
type thinned struct{ tiered }

func (g thinned) Omit(dst []bool, src []uint64) []bool {
	chosen := func(at games.Slot) bool { return g.noise(at, 20)%3 == 0 }
	for _, s := range src {
		after := g.after(games.Slot(s >> 1))
		dst = append(dst, chosen(games.Slot(s>>1)) && len(after) > 0 && !slices.ContainsFunc(after, chosen))
	}
	return dst
}

// omits reports whether an index of a tier is omitted.
func (g thinned) omits(tier int, index uint64) bool {
	at := games.SlotOf(tier, index)
	return g.used(at) && g.Omit(nil, []uint64{uint64(at) << 1})[0]
}

// TestOmitted makes a table of wrong values where positions are omitted: they
// must be worked out from the right ones.
func TestOmitted(t *testing.T) {
	plain, want := exampleTiers()
	g := thinned{plain}
	spoilt := &tieredSolution{Solution: want.Solution}
	omitted := make([]int, len(want.cells))
	for tier, cells := range want.cells {
		cells = slices.Clone(cells)
		for i := range cells {
			if g.omits(tier, uint64(i)) {
				omitted[tier]++
				cells[i] = value.Win(rand.IntN(100))
			}
		}
		spoilt.cells = append(spoilt.cells, cells)
	}
	if omitted[2] < len(want.cells[2])/20 {
		t.Fatalf("%v positions are omitted, too few to test", omitted)
	}

	db := t.TempDir()
	b := createTiers(t, db, g, Options{})
	for tier, cells := range spoilt.cells {
		spoilt.put(t, b, tier)
		// Until the table is made the builder gives back what was put.
		got := make([]value.Cell, len(cells))
		if err := b.ReadCells(tier, 0, got); err != nil || !slices.Equal(got, cells) {
			t.Fatalf("tier %d in the journal: %v", tier, err)
		}
	}
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	table := open[uint64](t, db, g)
	if err := tiersRight(t, table, plain, want); err != nil {
		t.Error(err)
	}
	for tier, cells := range want.cells {
		got, err := table.TierCells(t.Context(), tier, true, 2)
		if err != nil || !slices.Equal(got, cells) {
			t.Errorf("tier %d: %v", tier, err)
		}
		wdl, err := table.TierCells(t.Context(), tier, false, 1)
		if err != nil || slices.CompareFunc(wdl, cells, func(a, b value.Cell) int { return int(a&3) - int(b&3) }) != 0 {
			t.Errorf("outcomes of tier %d: %v", tier, err)
		}
	}
	report, err := Verify(t.Context(), table, 0, 2, nil)
	if err != nil || report.Digest != want.Digest {
		t.Errorf("%+v %v", report, err)
	}
	if report, err := Verify(t.Context(), table, 700, 2, nil); err != nil {
		t.Errorf("%+v %v", report, err)
	}

	whole := t.TempDir()
	buildTiers(t, whole, plain, want)
	if all, some := size(t, open[uint64](t, whole, plain)), size(t, table); some >= all {
		t.Errorf("%d bytes without the omitted positions, %d with them", some, all)
	}
	// The rules are the same, but not what is omitted.
	var foreign *ForeignError
	if _, err := Open[uint64](whole, g); !errors.As(err, &foreign) {
		t.Errorf("open a whole table as one that omits: %v", err)
	}
}

func size(t *testing.T, table *Table[uint64]) int64 {
	t.Helper()
	n, err := table.Size()
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestVerifyOmitted finds a wrong value that only omitted positions lead to, or
// that leads to such.
func TestVerifyOmitted(t *testing.T) {
	plain := tiered{seed: 5, sizes: []uint64{300, 700}, gaps: 3}
	g := thinned{plain}
	want := naiveTiers(plain)
	tried := 0
	for i, cell := range want.cells[1] {
		if !cell.IsWin() || cell.Remoteness() < 3 || g.omits(1, uint64(i)) {
			continue
		}
		tried++
		spoilt := naiveTiers(plain)
		spoilt.cells[1][i] += 2 << 2
		db := t.TempDir()
		buildTiers(t, db, g, spoilt)
		_, err := Verify(t.Context(), open[uint64](t, db, g), 0, 2, nil)
		var wrong *WrongError
		if !errors.As(err, &wrong) || !slices.ContainsFunc(wrong.First, func(f string) bool { return strings.Contains(f, "stored is") }) {
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

// TestFindOmittedCell finds each cell that a tier has.
func TestFindOmittedCell(t *testing.T) {
	plain := tiered{seed: 5, sizes: []uint64{300, 700}, gaps: 3}
	g, want := thinned{plain}, naiveTiers(plain)
	db := t.TempDir()
	buildTiers(t, db, g, want)
	table := open[uint64](t, db, g)
	onlyOmitted := 0
	for tier, cells := range want.cells {
		for _, cell := range slices.Compact(slices.Sorted(slices.Values(cells))) {
			if cell == value.Unused {
				continue
			}
			s, found, err := table.FindCell(tier, cell)
			if err != nil || !found {
				t.Fatalf("tier %d, cell %d: %v", tier, cell, err)
			}
			at := games.Slot(s >> 1)
			if cells[at.Index()] != cell || at.Tier() != tier {
				t.Errorf("tier %d, cell %d: found index %d, which has %d", tier, cell, at.Index(), cells[at.Index()])
			}
			if g.omits(tier, at.Index()) {
				onlyOmitted++
			}
		}
		if _, found, err := table.FindCell(tier, value.Win(5000)); found || err != nil {
			t.Errorf("found what is not there: %v", err)
		}
	}
	if onlyOmitted == 0 {
		t.Error("all cells are held by the table: nothing was tested")
	}
}
