package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestReplaceKeepsTheFolderOfAnotherVariant tries to replace a folder whose seal names a
// different variant.
func TestReplaceKeepsTheFolderOfAnotherVariant(t *testing.T) {
	db := t.TempDir()
	dir, final := filepath.Join(db, "nim"), filepath.Join(db, "final")
	for _, path := range []string{dir, final} {
		if err := os.Mkdir(path, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	seal := filepath.Join(dir, SealFile)
	if err := os.WriteFile(seal, []byte(`{"Format":2,"Name":"chomp"}`+"\n0\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	placed, err := replace(dir, final, "nim")
	var notOwned *NotOwnedError
	if placed || !errors.As(err, &notOwned) {
		t.Errorf("placed %v, %v, want a *NotOwnedError", placed, err)
	}
	for _, path := range []string{seal, final} {
		if _, err := os.Stat(path); err != nil {
			t.Error(err)
		}
	}
}
