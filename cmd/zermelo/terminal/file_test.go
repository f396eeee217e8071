package terminal

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func TestFileIsWrittenWholeOrNotAtAll(t *testing.T) {
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
		t.Errorf("the file has %q, %v", data, err)
	}
	if files, err := os.ReadDir(filepath.Dir(path)); err != nil || len(files) != 1 {
		t.Errorf("left behind: %v, %v", files, err)
	}
}
