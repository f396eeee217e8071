package terminal

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestFailedWriteKeepsOldFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows")
	if err := WriteWhole(path, []byte("old")); err != nil {
		t.Fatal(err)
	}
	err := WriteFile(path, func(f *os.File) error {
		if _, err := f.WriteString("half of what is n"); err != nil {
			return err
		}
		return io.ErrUnexpectedEOF
	})
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("error %v", err)
	}
	if data, err := os.ReadFile(path); err != nil || string(data) != "old" {
		t.Errorf("content %q, %v; want %q", data, err, "old")
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
		t.Errorf("files %v, %v; want one", files, err)
	}
}
