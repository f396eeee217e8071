package store

import (
	"bytes"
	"errors"
	"path/filepath"
	"testing"

	"github.com/dgraph-io/badger/v4"
)

// TestBadgerReadsWhatTheReaderReads compares kvReader with Badger on a table of two
// files.
func TestBadgerReadsWhatTheReaderReads(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "kv")
	w, err := createWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	key := func(i int) []byte { return []byte{'b', byte(i >> 8), byte(i), byte(i % 3)} }
	value := func(i int) []byte { return bytes.Repeat([]byte{byte(i)}, i*i%9000) }
	const count = 1500 // 6 MB
	for i := range count {
		if err := w.Add(key(i), value(i)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.finish(); err != nil {
		t.Fatal(err)
	}
	r, err := openKV(localFiles(dir))
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
		if err := r.get(k, func([]byte) error { return nil }); err != ErrMissing {
			t.Errorf("key %x: %v, want %v", k, err, ErrMissing)
		}
	}
	if err := r.close(); err != nil {
		t.Fatal(err)
	}
}
