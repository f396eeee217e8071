package layered

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/runs"
)

// TestFullDiskLeavesNothing writes files of each kind to a full disk. No
// incomplete file may remain.
func TestFullDiskLeavesNothing(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no device that is always full")
	}
	values := make([]uint64, 1000)
	for name, write := range map[string]func(work string) error{
		"scratch.tmp": func(work string) error {
			return runs.SaveColumns(filepath.Join(work, "scratch"), &runs.Column[uint64]{N: len(values), Mem: values})
		},
		"checkpoint.tmp": func(work string) error { return (&snapshot{}).write(work) },
		"spill-1": func(work string) error {
			e := newEnumeration(setup[uint64]{wideGame{}, wideGame{}, work, job.Plan{Workers: 1}, new(job.Progress)})
			return e.flush(0, &values, e.pending, 1)
		},
	} {
		work := t.TempDir()
		if err := os.Symlink("/dev/full", filepath.Join(work, name)); err != nil {
			t.Fatal(err)
		}
		if err := write(work); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: error %v, want one of a full disk", name, err)
		}
		if left, err := os.ReadDir(work); err != nil || len(left) > 0 {
			t.Errorf("%s is left: %v, %v", name, left, err)
		}
	}
}

// TestEnumerationTellsThatALayerWasNotWritten tests that the enumeration
// returns an error if writing a layer concurrently with the next expansion
// fails.
func TestEnumerationTellsThatALayerWasNotWritten(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no device that is always full")
	}
	g := killedGame(t)
	for _, c := range []struct {
		small int64
		layer int // first layer of the file
	}{{0, 1}, {0, 4}, {1 << 18, 0}} {
		work, p := t.TempDir(), defaultPlan[uint64](t, g)
		p.SmallLayers, p.CheckpointInterval = c.small, time.Hour
		if err := os.Symlink("/dev/full", layerPath(work, c.layer)+".tmp"); err != nil {
			t.Fatal(err)
		}
		e := newEnumeration(setup[uint64]{g, g.(games.Layered[uint64]), work, p, new(job.Progress)})
		if _, err := e.run(t.Context()); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%+v: error %v, want one of a full disk", c, err)
		}
		if c.small == 0 && len(e.kept) != c.layer {
			t.Errorf("%+v: %d layers were in memory", c, len(e.kept))
		}
	}
}
