package tablebase_test

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
)

// TestFileThatShrinksIsAnErrorOfALookUp truncates a file of an open table, restores
// it, and reads the table again.
func TestFileThatShrinksIsAnErrorOfALookUp(t *testing.T) {
	g, want := tablebasetest.Example()
	db := t.TempDir()
	makeTable(t, db, g, want)
	path := filepath.Join(db, tablebasetest.ExampleFolder, "000001.sst")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	table := tablebasetest.Open(t, db, games.Game[uint64](g))
	for _, size := range []int64{0, 50, int64(len(whole)) / 2} {
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		failed := 0
		for layer, states := range want.StatesOf {
			_, err := table.Probe(nil, states)
			var corrupt *store.CorruptError
			if err != nil && !errors.As(err, &corrupt) {
				t.Errorf("%d bytes, layer %d: %v", size, layer, err)
			}
			if err != nil {
				failed++
			}
		}
		if failed == 0 {
			t.Errorf("all was read from %d of %d bytes", size, len(whole))
		}
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, states := range want.StatesOf {
		if _, err := table.Probe(nil, states); err != nil {
			t.Error(err)
		}
	}
}

// TestManyGoroutinesShareATable is useful with the race detector. It checks that
// concurrent lookups do not mix up their results.
func TestManyGoroutinesShareATable(t *testing.T) {
	g := tablebasetest.Wide{N: 5*job.BlockStates + 17}
	want := tablebasetest.Naive[uint64](g)
	db := t.TempDir()
	makeTable(t, db, g, want)
	table := tablebasetest.Open(t, db, games.Game[uint64](g))
	table.Reader.Resize(1)
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			states := want.StatesOf[1]
			for i := worker; i < len(states); i += 1777 {
				got, err := table.Probe(nil, states[i:i+1])
				if err != nil || got[0].Hash() != want.OutcomeOf[states[i]].Hash() {
					t.Errorf("state %x: %v", states[i], err)
					return
				}
			}
		})
	}
	group.Wait()
}
