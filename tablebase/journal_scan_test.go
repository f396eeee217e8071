package tablebase

import (
	"context"
	"errors"
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
)

// flip changes a bit of a file.
func flip(t *testing.T, path string, at int64) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[at] ^= 4
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedRecordCostsNoOther flips a bit of a record in the middle of a journal:
// in its length, its key and its value.
func TestDamagedRecordCostsNoOther(t *testing.T) {
	g, want := example()
	for what, offset := range map[string]func(r record) int64{
		"length, lowest byte":  func(r record) int64 { return r.at - int64(len(r.key)) - recordHead },
		"length, highest byte": func(r record) int64 { return r.at - int64(len(r.key)) - 1 },
		"key":                  func(r record) int64 { return r.at - 1 },
		"value":                func(r record) int64 { return r.at + int64(r.size)/2 },
		"checksum":             func(r record) int64 { return r.at + int64(r.size) - 1 },
	} {
		t.Run(what, func(t *testing.T) {
			db := t.TempDir()
			b := create(t, db, g, Options{})
			want.put(t, b, 0)
			records := slices.Clone(b.journal.records)
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			lost := len(records) / 2
			path := filepath.Join(b.partial(), journalFile)
			flip(t, path, offset(records[lost]))
			before, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			var warnings []error
			warn := Options{Warn: func(w error) { warnings = append(warnings, w) }}
			b = create(t, db, g, warn)
			if got := b.journal.records; !slices.Equal(got, slices.Delete(slices.Clone(records), lost, lost+1)) {
				t.Errorf("%d records of %d are left", len(got), len(records))
			}
			if len(warnings) != 1 || !strings.Contains(warnings[0].Error(), "is damaged from byte") {
				t.Errorf("warnings: %v", warnings)
			}
			if after, err := os.Stat(path); err != nil || after.Size() != before.Size() {
				t.Errorf("the journal has %d bytes, had %d", after.Size(), before.Size())
			}
			n := int64(0)
			for _, r := range b.journal.records {
				n += int64(r.count)
			}
			if list, err := List(db); err != nil || len(list) != 1 || list[0].States != n {
				t.Errorf("list %+v, want %d states", list, n)
			}
			// What was told is not told again; what was lost can be put again.
			if err := b.Close(); err != nil {
				t.Fatal(err)
			}
			b = create(t, db, g, warn)
			if len(warnings) != 1 {
				t.Errorf("warned again: %v", warnings)
			}
			layer := records[lost].layer()
			if err := b.Put(layer, want.layers[layer], want.values[layer]); err != nil {
				t.Fatal(err)
			}
			if err := b.Commit(want.Solution); err != nil {
				t.Fatal(err)
			}
			if err := damaged[uint64](t, db, g, want); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDamagedTierIsSolvedAgainAlone flips a bit of a block in the middle of a
// journal of tiers.
func TestDamagedTierIsSolvedAgainAlone(t *testing.T) {
	g, want := exampleTiers()
	db := t.TempDir()
	b := createTiers(t, db, g, Options{})
	// Other cells of tier 2, as of a sitting before: what is lost must not bring
	// them back.
	if err := b.PutCells(2, 0, slices.Repeat([]value.Cell{value.Draw}, job.BlockCells)); err != nil {
		t.Fatal(err)
	}
	for tier := range want.cells {
		want.put(t, b, tier)
	}
	lost := b.blocks[2][0]
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(b.partial(), journalFile)
	flip(t, path, lost.at+100)
	for range 2 {
		b = createTiers(t, db, g, Options{})
		if got := slices.Sorted(maps.Keys(b.Finished())); !slices.Equal(got, []int{0, 1}) {
			t.Errorf("tiers %v are finished, want 0 and 1", got)
		}
		if err := b.Close(); err != nil {
			t.Fatal(err)
		}
	}
	b = createTiers(t, db, g, Options{})
	want.put(t, b, 2)
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	b = createTiers(t, db, g, Options{})
	if got := b.Finished(); len(got) != 3 {
		t.Errorf("after solving again: %d tiers are finished", len(got))
	}
	if p, err := ReadTierProgress[uint64](db, g); err != nil || len(p.Finished) != 3 {
		t.Errorf("progress %+v %v", p, err)
	}
	if err := b.Commit(want.Solution); err != nil {
		t.Fatal(err)
	}
	if err := tiersRight(t, open[uint64](t, db, g), g, want); err != nil {
		t.Error(err)
	}
}

// TestSolveGoesOnFromADamagedJournal loses blocks of layers that the solver has
// noted as solved.
func TestSolveGoesOnFromADamagedJournal(t *testing.T) {
	v, err := builtin.Registry().Open("tron:size=3x4")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[uint64])
	db := t.TempDir()
	ctx := context.Background()
	b := create(t, db, g, Options{})
	want, err := solver.Solve(ctx, g, b.WorkDir(), b, job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	lost := b.journal.records[len(b.journal.records)/2]
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	flip(t, filepath.Join(b.partial(), journalFile), lost.at+1)
	var warnings []error
	b = create(t, db, g, Options{Warn: func(w error) { warnings = append(warnings, w) }})
	if len(warnings) != 2 || !strings.Contains(warnings[1].Error(), "solved again") {
		t.Errorf("warnings: %v", warnings)
	}
	got, err := solver.Solve(ctx, g, b.WorkDir(), b, job.Options{})
	if err != nil || got.Digest != want.Digest {
		t.Fatalf("digest %x, want %x: %v", got.Digest, want.Digest, err)
	}
	if err := b.Commit(got); err != nil {
		t.Fatal(err)
	}
	table := open(t, db, g)
	report, err := Verify(ctx, table, 0, 2, nil)
	if err != nil || report.Digest != want.Digest {
		t.Errorf("%+v %v", report, err)
	}
}

// TestRecordAcrossScanWindows finds the record after a long gap wherever the
// windows of the search meet it.
func TestRecordAcrossScanWindows(t *testing.T) {
	g, want := example()
	b := create(t, t.TempDir(), g, Options{})
	want.put(t, b, 0)
	r := b.journal.records[0]
	record := make([]byte, int64(r.size)+r.at)
	if _, err := b.journal.file.ReadAt(record, 0); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "journal"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for shift := range int64(12) {
		at := scanWindow - 8 + shift
		_, err := f.WriteAt(record, at)
		if err = errors.Join(err, f.Truncate(at+int64(len(record)))); err != nil {
			t.Fatal(err)
		}
		j := &journal{file: f, keySize: len(r.key)}
		if next, err := j.nextWhole(0, at+int64(len(record))); err != nil || next != at {
			t.Errorf("found at %d, want %d: %v", next, at, err)
		}
		if err := f.Truncate(0); err != nil {
			t.Fatal(err)
		}
	}
}
