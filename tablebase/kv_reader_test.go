package tablebase

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/dgraph-io/badger/v4"

	"zermelo/games"
	"zermelo/solver/job"
)

// TestBadgerReadsWhatTheReaderReads compares our reader of Badger's files with
// Badger, on a table of two files.
func TestBadgerReadsWhatTheReaderReads(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kv")
	w, err := createKV(dir)
	if err != nil {
		t.Fatal(err)
	}
	key := func(i int) []byte { return []byte{'b', byte(i >> 8), byte(i), byte(i % 3)} }
	value := func(i int) []byte { return bytes.Repeat([]byte{byte(i)}, i*i%9000) }
	const count = 1500 // 6 MB
	for i := range count {
		if err := w.add(key(i), value(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.finish(); err != nil {
		t.Fatal(err)
	}
	r, err := openKV(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.files) < 2 {
		t.Errorf("%d files", len(r.files))
	}
	db, err := badger.Open(badger.DefaultOptions(dir).WithReadOnly(true).WithLogger(nil))
	if err != nil {
		t.Fatal(err)
	}
	err = db.View(func(txn *badger.Txn) error {
		at := 0
		all := txn.NewIterator(badger.DefaultIteratorOptions)
		defer all.Close()
		for all.Rewind(); all.Valid(); all.Next() {
			if err := all.Item().Value(func(v []byte) error {
				if !bytes.Equal(all.Item().Key(), key(at)) || !bytes.Equal(v, value(at)) {
					t.Errorf("Badger has the key %x with %d bytes in place %d", all.Item().Key(), len(v), at)
				}
				return nil
			}); err != nil {
				return err
			}
			at++
		}
		if at != count {
			t.Errorf("Badger has %d keys, want %d", at, count)
		}
		return nil
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	for i := range count {
		if err := r.get(key(i), func(v []byte) error {
			if !bytes.Equal(v, value(i)) {
				t.Errorf("key %x has %d bytes, want %d", key(i), len(v), len(value(i)))
			}
			return nil
		}); err != nil {
			t.Errorf("key %x: %v", key(i), err)
		}
	}
	for _, k := range [][]byte{{}, {'a'}, {'b'}, {'b', 0, 0}, append(key(7), 0), {'b', 0, 7, 0}, {'c'}} {
		if err := r.get(k, func([]byte) error { return nil }); err != errMissing {
			t.Errorf("key %x: %v, want %v", k, err, errMissing)
		}
	}
	if err := r.close(); err != nil {
		t.Fatal(err)
	}
}

// TestFileThatShrinksIsAnErrorOfALookUp cuts the file of an open table, puts it
// back, and reads on.
func TestFileThatShrinksIsAnErrorOfALookUp(t *testing.T) {
	g, want := example()
	db := t.TempDir()
	build(t, db, g, want)
	path := filepath.Join(db, exampleFolder, "000001.sst")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	table := open(t, db, games.Game[uint64](g))
	for _, size := range []int64{0, 50, int64(len(whole)) / 2} {
		if err := os.Truncate(path, size); err != nil {
			t.Fatal(err)
		}
		failed := 0
		for layer, states := range want.layers {
			_, err := table.Probe(nil, states)
			var corrupt *CorruptError
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
	for _, states := range want.layers {
		if _, err := table.Probe(nil, states); err != nil {
			t.Error(err)
		}
	}
}

// TestManyGoroutinesShareATable is for the race detector: no look-up finds what
// another one reads.
func TestManyGoroutinesShareATable(t *testing.T) {
	g := wide{5*job.BlockStates + 17}
	want := naive[uint64](g)
	db := t.TempDir()
	build(t, db, g, want)
	table := open(t, db, games.Game[uint64](g))
	table.cache = newCache[block[uint64]](1)
	var group sync.WaitGroup
	for worker := range 8 {
		group.Go(func() {
			states := want.layers[1]
			for i := worker; i < len(states); i += 1777 {
				got, err := table.Probe(nil, states[i:i+1])
				if err != nil || got[0].Hash() != want.outcomes[states[i]].Hash() {
					t.Errorf("state %x: %v", states[i], err)
					return
				}
			}
		})
	}
	group.Wait()
}
