package write

import (
	"testing"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
)

// TestListGrowsWithTheTable lists a table while it is being built.
func TestListGrowsWithTheTable(t *testing.T) {
	g, want := tablebasetest.Example()
	db := t.TempDir()
	b := begin(t, db, games.Game[uint64](g), store.Options{})
	defer b.Close()
	var l store.Lister
	states := int64(0)
	for layer := len(want.StatesOf) - 1; layer >= 0; layer-- {
		if err := b.Put(layer, want.StatesOf[layer], want.ValuesOf[layer]); err != nil {
			t.Fatal(err)
		}
		states += int64(len(want.StatesOf[layer]))
		for range 2 {
			list, err := l.List(db)
			if err != nil || len(list) != 1 || list[0].States != states || !list[0].Partial {
				t.Errorf("list %+v %v, want %d states", list, err, states)
			}
		}
	}
	// A block that is put twice is counted once.
	if err := b.Put(1, want.StatesOf[1], want.ValuesOf[1]); err != nil {
		t.Fatal(err)
	}
	if list, err := l.List(db); err != nil || list[0].States != states {
		t.Errorf("list %+v %v, want %d states", list, err, states)
	}
	// A table that is started again and has reached the same size is counted from
	// the beginning.
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	again := begin(t, db, games.Game[uint64](g), store.Options{Force: true})
	defer again.Close()
	states = 0
	for layer := range want.StatesOf {
		for range 3 {
			if err := again.Put(layer, want.StatesOf[layer], want.ValuesOf[layer]); err != nil {
				t.Fatal(err)
			}
		}
		states += int64(len(want.StatesOf[layer]))
	}
	if list, err := l.List(db); err != nil || list[0].States != states {
		t.Errorf("list of the new one %+v %v, want %d states", list, err, states)
	}
}

// BenchmarkListBuilding lists a table of 10,000 blocks that is being built.
func BenchmarkListBuilding(b *testing.B) {
	db := b.TempDir()
	build, err := Create(db, games.Game[uint64](tablebasetest.Wide{N: 10}), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer build.Close()
	for i := range uint64(10_000) {
		if err := build.Put(1, []uint64{1<<32 + i}, []value.Value{0}); err != nil {
			b.Fatal(err)
		}
	}
	var l store.Lister
	for b.Loop() {
		if _, err := l.List(db); err != nil {
			b.Fatal(err)
		}
	}
}
