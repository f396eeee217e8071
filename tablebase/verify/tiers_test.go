package verify

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/tier"
)

func TestVerifyTiers(t *testing.T) {
	db := t.TempDir()
	g, want := tablebasetest.ExampleTiers()
	buildTiers(t, db, g, want)
	table := tablebasetest.Open[uint64](t, db, g)
	for _, workers := range []int{1, 3} {
		calls := int64(0)
		report, err := Verify(t.Context(), table, Options{Workers: workers, Progress: func(done, total int64) {
			if done <= calls || total != want.States() {
				t.Errorf("progress %d of %d after %d", done, total, calls)
			}
			calls = done
		}})
		if err != nil || !report.Full || report.Checked != want.States() || report.Digest != want.Digest || calls != want.States() {
			t.Errorf("%+v %v, %d", report, err, calls)
		}
	}
	for _, sample := range []int64{1, 100, 5000} {
		report, err := Verify(t.Context(), table, Options{Sample: sample, Workers: 2})
		if err != nil || report.Full || report.Checked < sample/2 || report.Checked > sample+1 {
			t.Errorf("sample %d: %+v %v", sample, report, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Verify(ctx, table, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// TestVerifyTiersFindsWrong verifies tables with one error each.
func TestVerifyTiersFindsWrong(t *testing.T) {
	g := tablebasetest.Tiered{Seed: 5, Sizes: []uint64{300, 9000}, Gaps: 3} // too large for the minimum memory
	// find returns the first used index of tier 1 whose cell is of the given kind. If over is set,
	// the position must be terminal; otherwise, it must be nonterminal.
	find := func(s *tablebasetest.TieredSolution, over bool, kind func(value.Cell) bool) *value.Cell {
		for i := range s.Cells[1] {
			at := games.SlotOf(1, uint64(i))
			if g.Used(at) && (len(g.After(at)) == 0) == over && kind(s.Cells[1][i]) {
				return &s.Cells[1][i]
			}
		}
		panic("none")
	}
	draw := func(c value.Cell) bool { return c == value.Draw }
	long := func(c value.Cell) bool { return c.IsWin() && c.Remoteness() == 5 }
	for what, c := range map[string]struct {
		spoil func(s *tablebasetest.TieredSolution)
		says  string
	}{
		"longer win":     {func(s *tablebasetest.TieredSolution) { *find(s, false, long) += 2 << 2 }, "give a win in 5 plies for the player to move, but the table has a win in 7 plies"},
		"shorter loss":   {func(s *tablebasetest.TieredSolution) { *find(s, false, value.Cell.IsLoss) = value.Loss(0) }, "but the table has a loss in 0 plies"},
		"won draw":       {func(s *tablebasetest.TieredSolution) { *find(s, false, draw) = value.Win(7) }, "but the table has a win in 7 plies"},
		"drawn win":      {func(s *tablebasetest.TieredSolution) { *find(s, false, long) = value.Draw }, "but the table has a draw"},
		"drawn loss":     {func(s *tablebasetest.TieredSolution) { *find(s, false, value.Cell.IsLoss) = value.Draw }, "but the table has a draw"},
		"won end":        {func(s *tablebasetest.TieredSolution) { *find(s, true, value.Cell.IsLoss) = value.Win(0) }, "give a loss in 0 plies"},
		"drawn end":      {func(s *tablebasetest.TieredSolution) { *find(s, true, draw) = value.Loss(0) }, "give a draw"},
		"start":          {func(s *tablebasetest.TieredSolution) { s.Start = value.Measured(100, 77) }, "the start has value"},
		"digest":         {func(s *tablebasetest.TieredSolution) { s.Digest++ }, "the table has digest"},
		"digest of tier": {func(s *tablebasetest.TieredSolution) { s.Tiers[0].Digest++ }, "tier t0 has counts"},
		"counts":         {func(s *tablebasetest.TieredSolution) { s.Tiers[1].WinsIn[1]++ }, "tier t1 has counts"},
	} {
		t.Run(what, func(t *testing.T) {
			db, s := t.TempDir(), tablebasetest.NaiveTiers(g)
			c.spoil(s)
			buildTiers(t, db, g, s)
			table := tablebasetest.Open[uint64](t, db, g)
			for _, memory := range []int64{0, minMemory(t, table)} {
				report, err := Verify(t.Context(), table, Options{Workers: 2, Memory: memory})
				var wrong *store.WrongError
				if !errors.As(err, &wrong) || report.Wrong == 0 || report.Wrong != wrong.Wrong {
					t.Fatalf("%d bytes: %+v %v", memory, report, err)
				}
				if !slices.ContainsFunc(wrong.First, func(f string) bool { return strings.Contains(f, c.says) }) {
					t.Errorf("%d bytes: %v, want %q", memory, err, c.says)
				}
			}
		})
	}
}

// minMemory returns the memory that a verification with two workers requires, in bytes.
func minMemory(t *testing.T, table *tablebase.Table[uint64]) int64 {
	t.Helper()
	_, err := Verify(t.Context(), table, Options{Workers: 2, Memory: 1})
	var small *MemoryError
	if !errors.As(err, &small) {
		t.Fatal(err)
	}
	return small.Need
}

// TestVerifyHoldsWindowsThatFit verifies tiers that do not fit into memory and counts the cells
// held. The findings must be the same.
func TestVerifyHoldsWindowsThatFit(t *testing.T) {
	g := tablebasetest.Tiered{Seed: 9, Sizes: []uint64{5000, 1, 13000}, Gaps: 4}
	db, s := t.TempDir(), tablebasetest.NaiveTiers(g)
	buildTiers(t, db, g, s)
	table := tablebasetest.Open[uint64](t, db, g)
	report, err := Verify(t.Context(), table, Options{Workers: 2, Memory: minMemory(t, table)})
	if err != nil || report.Digest != s.Digest || report.Checked != s.States() {
		t.Errorf("%+v %v", report, err)
	}
	reach, _ := table.Reach(2)
	for _, most := range []uint64{tier.StripCells, 3 * tier.StripCells, 1 << 20} {
		all := 0
		for _, window := range windows(reach, most) {
			cells := 0
			for _, span := range window {
				cells += int(span.End - span.First)
				if span.First%tier.StripCells != 0 {
					t.Errorf("%+v begins within a strip", span)
				}
			}
			if cells > int(most) {
				t.Errorf("%+v has %d cells, want %d at most", window, cells, most)
			}
			all += cells
		}
		if all != 18001 {
			t.Errorf("%d cells in windows of %d", all, most)
		}
	}
}
