package tablebase

import (
	"io"
	"os"
	"path/filepath"
	"testing"

	"zermelo/games"
	"zermelo/solver/value"
)

// TestListAgainReadsOnlyWhatIsNew lists a table while it is built, and counts
// the records that are read.
func TestListAgainReadsOnlyWhatIsNew(t *testing.T) {
	g, want := example()
	db := t.TempDir()
	b := create(t, db, games.Game[uint64](g), Options{})
	defer b.Close()
	path := filepath.Join(b.partial(), journalFile)
	var count journalCount
	var l Lister
	states := int64(0)
	for layer := len(want.layers) - 1; layer >= 0; layer-- {
		if err := b.Put(layer, want.layers[layer], want.values[layer]); err != nil {
			t.Fatal(err)
		}
		states += int64(len(want.layers[layer]))
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		info, err := f.Stat()
		if err != nil {
			t.Fatal(err)
		}
		if count.counts == nil {
			count.counts = map[string]int64{}
		}
		in := counter{f, 0}
		count.read(&in, info.Size(), b.plan.keySize(), b.plan.blockSize(), nil)
		if count.states != states || in.reads > 2 { // the block, and that there is no other
			t.Errorf("layer %d: %d states in %d reads, want %d", layer, count.states, in.reads, states)
		}
		f.Close()
		for range 2 {
			list, err := l.List(db)
			if err != nil || len(list) != 1 || list[0].States != states || !list[0].Partial {
				t.Errorf("list %+v %v, want %d states", list, err, states)
			}
		}
	}
	// A block that is put again counts once.
	if err := b.Put(1, want.layers[1], want.values[1]); err != nil {
		t.Fatal(err)
	}
	if list, err := l.List(db); err != nil || list[0].States != states {
		t.Errorf("list %+v %v, want %d states", list, err, states)
	}
	// A table that is begun anew, and has grown as far since, is counted anew.
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	again := create(t, db, games.Game[uint64](g), Options{Force: true})
	defer again.Close()
	states = 0
	for layer := range want.layers {
		for range 3 {
			if err := again.Put(layer, want.layers[layer], want.values[layer]); err != nil {
				t.Fatal(err)
			}
		}
		states += int64(len(want.layers[layer]))
	}
	if list, err := l.List(db); err != nil || list[0].States != states {
		t.Errorf("list of the new one %+v %v, want %d states", list, err, states)
	}
}

// counter counts how often a file is read.
type counter struct {
	in    io.ReaderAt
	reads int
}

func (c *counter) ReadAt(p []byte, at int64) (int, error) {
	c.reads++
	return c.in.ReadAt(p, at)
}

// BenchmarkListBuilding lists a table of 10,000 blocks that is being built.
func BenchmarkListBuilding(b *testing.B) {
	db := b.TempDir()
	build, err := Create(db, games.Game[uint64](wide{10}), Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer build.Close()
	for i := range uint64(10_000) {
		if err := build.Put(1, []uint64{1<<32 + i}, []value.Value{0}); err != nil {
			b.Fatal(err)
		}
	}
	var l Lister
	for b.Loop() {
		if _, err := l.List(db); err != nil {
			b.Fatal(err)
		}
	}
}
