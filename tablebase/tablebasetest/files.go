package tablebasetest

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// Names lists the entries of a folder.
func Names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

// WriteFile makes a file and the folders above it.
func WriteFile(t *testing.T, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
		t.Fatal(err)
	}
}

// Tree lists all files below a folder.
func Tree(t *testing.T, dir string) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		list = append(list, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Flip changes a bit of a file.
func Flip(t *testing.T, path string, at int64) {
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

const TiersFolder = "tiered,seed=5,tiers=3"

// Open opens a table for a test.
func Open[S games.State](tb testing.TB, db string, g games.Game[S]) *tablebase.Table[S] {
	tb.Helper()
	t, err := tablebase.Open(db, g)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { t.Close() })
	return t
}

func Example() (*Dag[uint64], *Solution[uint64]) {
	g := NewDag[uint64](7, value.Alternating, 6, 30, false)
	return g, Naive[uint64](g)
}

const ExampleFolder = "dag,seed=7,kind=0"
