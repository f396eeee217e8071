package write

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/tier"
	"zermelo/tablebase/verify"
)

// TestDamagedRecordCostsNoOther flips a bit in the length, the key and the value of
// a record in the middle of a journal.
func TestDamagedRecordCostsNoOther(t *testing.T) {
	g, want := tablebasetest.Example()
	for what, offset := range map[string]func(r store.Record) int64{
		"length, lowest byte":  func(r store.Record) int64 { return r.At - int64(len(r.Key)) - store.RecordHead },
		"length, highest byte": func(r store.Record) int64 { return r.At - int64(len(r.Key)) - 1 },
		"key":                  func(r store.Record) int64 { return r.At - 1 },
		"value":                func(r store.Record) int64 { return r.At + int64(r.Size)/2 },
		"checksum":             func(r store.Record) int64 { return r.At + int64(r.Size) - 1 },
	} {
		t.Run(what, func(t *testing.T) {
			db := t.TempDir()
			b := begin(t, db, g, store.Options{})
			want.Put(t, b, 0)
			records := slices.Clone(b.Partial.Records())
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			lost := len(records) / 2
			path := filepath.Join(b.Partial.Folder(), "journal")
			flip(t, path, offset(records[lost]))
			before, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			var warnings []error
			warn := store.Options{Warn: func(w error) { warnings = append(warnings, w) }}
			b = begin(t, db, g, warn)
			if got := b.Partial.Records(); !slices.Equal(got, slices.Delete(slices.Clone(records), lost, lost+1)) {
				t.Errorf("%d records of %d are left", len(got), len(records))
			}
			if len(warnings) != 1 || !strings.Contains(warnings[0].Error(), "are corrupt; re-solving the affected blocks") {
				t.Errorf("warnings: %v", warnings)
			}
			if after, err := os.Stat(path); err != nil || after.Size() != before.Size() {
				t.Errorf("the journal has %d bytes, had %d", after.Size(), before.Size())
			}
			n := int64(0)
			for _, r := range b.Partial.Records() {
				n += int64(r.Count)
			}
			if list, err := store.List(db); err != nil || len(list) != 1 || list[0].States != n {
				t.Errorf("list %+v, want %d states", list, n)
			}
			// Reported damage is not reported again, and lost blocks can be put
			// again.
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			b = begin(t, db, g, warn)
			if len(warnings) != 1 {
				t.Errorf("warned again: %v", warnings)
			}
			layer := records[lost].Layer()
			if err := b.Put(layer, want.StatesOf[layer], want.ValuesOf[layer]); err != nil {
				t.Fatal(err)
			}
			if err := b.Commit(want.Solution); err != nil {
				t.Fatal(err)
			}
			if err := tablebasetest.Damaged[uint64](t, db, g, want); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDamagedTierIsSolvedAgainAlone flips a bit in a block in the middle of a
// tiered journal.
func TestDamagedTierIsSolvedAgainAlone(t *testing.T) {
	g, want := tablebasetest.ExampleTiers()
	db := t.TempDir()
	b := beginTiers(t, db, g, store.Options{})
	// Put different cells of tier 2, as an earlier run might have done. They must
	// not replace the lost cells.
	if err := b.PutCells(2, 0, slices.Repeat([]value.Cell{value.Draw}, job.BlockCells)); err != nil {
		t.Fatal(err)
	}
	for tier := range want.Cells {
		want.Put(t, b, tier)
	}
	lost := b.journal.Blocks[2][0]
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(b.Partial.Folder(), "journal")
	flip(t, path, lost.At+100)
	for range 2 {
		b = beginTiers(t, db, g, store.Options{})
		if got := slices.Sorted(maps.Keys(b.Finished())); !slices.Equal(got, []int{0, 1}) {
			t.Errorf("tiers %v are finished, want 0 and 1", got)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
		if p, err := tier.ReadTierProgress[uint64](db, g); err != nil || len(p.Finished) != 2 {
			t.Errorf("progress with a damaged tier: %+v %v", p, err)
		}
	}
	b = beginTiers(t, db, g, store.Options{})
	want.Put(t, b, 2)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b = beginTiers(t, db, g, store.Options{})
	if got := b.Finished(); len(got) != 3 {
		t.Errorf("after solving again: %d tiers are finished", len(got))
	}
	if p, err := tier.ReadTierProgress[uint64](db, g); err != nil || len(p.Finished) != 3 {
		t.Errorf("progress %+v %v", p, err)
	}
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	if err := tablebasetest.TiersRight(t, tablebasetest.Open[uint64](t, db, g), g, want); err != nil {
		t.Error(err)
	}
}

// TestSolveGoesOnFromADamagedJournal loses blocks of layers that the solver has
// recorded as solved.
func TestSolveGoesOnFromADamagedJournal(t *testing.T) {
	v, err := builtin.Registry().Open("tron:size=3x4")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[uint64])
	db := t.TempDir()
	ctx := context.Background()
	b := begin(t, db, g, store.Options{})
	want, err := solver.Solve(ctx, g, b.WorkDir(), b, job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lost := b.Partial.Records()[len(b.Partial.Records())/2]
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	flip(t, filepath.Join(b.Partial.Folder(), "journal"), lost.At+1)
	var warnings []error
	b = begin(t, db, g, store.Options{Warn: func(w error) { warnings = append(warnings, w) }})
	if len(warnings) != 2 || !strings.Contains(warnings[1].Error(), "re-solving") {
		t.Errorf("warnings: %v", warnings)
	}
	got, err := solver.Solve(ctx, g, b.WorkDir(), b, job.Options{})
	if err != nil || got.Digest != want.Digest {
		t.Fatalf("digest %x, want %x: %v", got.Digest, want.Digest, err)
	}
	if err := b.Commit(got); err != nil {
		t.Fatal(err)
	}
	table := tablebasetest.Open(t, db, g)
	report, err := verify.Verify(ctx, table, verify.Options{Workers: 2})
	if err != nil || report.Digest != want.Digest {
		t.Errorf("%+v %v", report, err)
	}
}
