package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSealFindsDamageInTheLastBlockOfAFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "table")
	w, err := createWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	for i := range byte(100) {
		if err := w.Add([]byte{i}, bytes.Repeat([]byte{i}, 1000)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.finish(), writeSeal(dir, seal{Format: formatVersion}, w.longest)); err != nil {
		t.Fatal(err)
	}
	s, err := readSeal(local(dir), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.check("", local(dir), 0); err != nil {
		t.Fatal(err)
	}
	kv, err := openKV(localFiles(dir))
	if err != nil {
		t.Fatal(err)
	}
	index := kv.files[0].index
	_, at, _ := index.block(index.blocks() - 1)
	if err := kv.close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "000001.sst")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[at] ^= 1
	if err := os.WriteFile(path, data, 0o666); err != nil {
		t.Fatal(err)
	}
	want := "file 000001.sst has a wrong checksum"
	if err := s.check("", local(dir), 0); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %q", err, want)
	}
}
