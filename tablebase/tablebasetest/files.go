package tablebasetest

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
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
