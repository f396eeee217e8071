package solver

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"pgregory.net/rapid"
)

// writeScratch writes a scratch file and returns its path and bytes.
func writeScratch(t testing.TB, values []uint64) (path string, body []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "scratch")
	w, err := createScratch[uint64](path)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.append(values); err != nil {
		t.Fatal(err)
	}
	c, err := w.finish()
	if err != nil {
		t.Fatal(err)
	}
	c.close()
	if body, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return path, body
}

func TestScratch(t *testing.T) {
	values := []uint64{3, 1, 4, 1, 5, 9, 2, 6}
	path, body := writeScratch(t, values)
	c, err := openScratch[uint64](path)
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	defer c.close()
	if got, err := c.read(nil, 0, c.n); err != nil || !slices.Equal(got, values) {
		t.Errorf("read %v, %v", got, err)
	}
	if got, err := c.read(make([]uint64, 0, 9), 3, 6); err != nil || !slices.Equal(got, values[3:6]) {
		t.Errorf("read %v, %v", got, err)
	}
	if _, err := c.read(nil, 0, 20); err == nil {
		t.Error("more is read than is there")
	}
	again := filepath.Join(t.TempDir(), "again")
	if err := saveColumn(c, again); err != nil {
		t.Fatal(err)
	}
	if copied, err := os.ReadFile(again); err != nil || !bytes.Equal(copied, body) {
		t.Errorf("saved %x, want %x (%v)", copied, body, err)
	}
	if c, err := openScratch[uint64](path + "-none"); c != nil || err != nil {
		t.Errorf("a file that is not there: %v, %v", c, err)
	}
}

// TestScratchDamaged tests every truncation, every flipped bit, and more bytes.
func TestScratchDamaged(t *testing.T) {
	path, body := writeScratch(t, []uint64{3, 1, 4})
	try := func(what string, at int, changed []byte) {
		t.Helper()
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := openScratch[uint64](path); c != nil || err != nil {
			t.Fatalf("%s %d: taken for whole (%v, %v)", what, at, c, err)
		}
	}
	for n := range body {
		try("cut to", n, body[:n])
	}
	for bit := range 8 * len(body) {
		changed := slices.Clone(body)
		changed[bit/8] ^= 1 << (bit % 8)
		try("bit", bit, changed)
	}
	try("doubled", 0, append(slices.Clone(body), body...))
	try("8 bytes more", 0, append(slices.Clone(body), make([]byte, 8)...))
	try("8 bytes before", 0, append(make([]byte, 8), body...))
	// A file of other values that are as large.
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := openScratch[[2]uint64](path); c != nil || err != nil {
		t.Errorf("three words are taken for states of two words (%v, %v)", c, err)
	}
}

func TestSaveColumnOfFile(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(0, 3<<16).Draw(rt, "values")
		values := make([]uint64, n)
		for i := range values {
			values[i] = uint64(i) * 0x9e3779b97f4a7c15
		}
		path := filepath.Join(dir, "column")
		if err := saveColumn(&column[uint64]{n: n, mem: values}, path); err != nil {
			rt.Fatal(err)
		}
		first, err := openScratch[uint64](path)
		if err != nil || first == nil {
			rt.Fatal(first, err)
		}
		// Onto itself, as a checkpoint does with a layer that it has reopened.
		if err := saveColumn(first, path); err != nil {
			rt.Fatal(err)
		}
		first.close()
		second, err := openScratch[uint64](path)
		if err != nil || second == nil {
			rt.Fatal(second, err)
		}
		defer second.close()
		if err := second.load(); err != nil || !slices.Equal(second.mem, values) {
			rt.Fatal("other values", err)
		}
	})
}

func TestScratchCannotBeWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "scratch")
	if _, err := createScratch[uint64](path); err == nil {
		t.Error("a scratch file in a directory that is not there")
	}
	path = filepath.Join(t.TempDir(), "scratch")
	w, err := createScratch[uint64](path)
	if err != nil {
		t.Fatal(err)
	}
	w.file.Close() // as if the disk failed
	w.append(make([]uint64, 1<<20))
	if _, err := w.finish(); err == nil {
		t.Error("a file that could not be written is finished")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("a file that could not be written is there")
	}
}

// TestFullDiskLeavesNothing writes files of each kind to a disk that is full: what
// was begun of them does not stay there.
func TestFullDiskLeavesNothing(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no device that is always full")
	}
	values := make([]uint64, 1000)
	for name, write := range map[string]func(work string) error{
		"scratch.tmp": func(work string) error {
			return saveColumn(&column[uint64]{n: len(values), mem: values}, filepath.Join(work, "scratch"))
		},
		"checkpoint.tmp": func(work string) error { return (&checkpoint{}).write(work) },
		"spill-1": func(work string) error {
			e := newEnumeration[uint64](wideGame{}, wideGame{}, work, plan{workers: 1}, new(Progress))
			e.buffers[0][0] = values
			return e.flush(0, 0, 0)
		},
	} {
		work := t.TempDir()
		if err := os.Symlink("/dev/full", filepath.Join(work, name)); err != nil {
			t.Fatal(err)
		}
		if err := write(work); !errors.Is(err, syscall.ENOSPC) {
			t.Errorf("%s: error %v, want one of a full disk", name, err)
		}
		if left, err := os.ReadDir(work); err != nil || len(left) > 0 {
			t.Errorf("%s is left: %v, %v", name, left, err)
		}
	}
}

func FuzzCheckScratch(f *testing.F) {
	_, body := writeScratch(f, []uint64{3, 1, 4})
	f.Add(body)
	f.Add(body[:len(body)-1])
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, body []byte) {
		path := filepath.Join(t.TempDir(), "scratch")
		if err := os.WriteFile(path, body, 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := openScratch[uint64](path)
		if err != nil {
			t.Fatal(err)
		}
		if c == nil {
			return
		}
		defer c.close()
		values, err := c.read(nil, 0, c.n)
		if err != nil {
			t.Fatal(err)
		}
		// What is taken for whole is what would be written.
		if _, again := writeScratch(t, values); !bytes.Equal(again, body) {
			t.Fatalf("%x is taken for whole, but %x would be written", body, again)
		}
	})
}
