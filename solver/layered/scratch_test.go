package layered

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"pgregory.net/rapid"

	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/solvertest"
)

// writeScratch writes a scratch file and returns its path and bytes.
func writeScratch(t testing.TB, values []uint64) (path string, body []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "scratch")
	w, err := runs.CreateScratch[uint64](path)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Append(values); err != nil {
		t.Fatal(err)
	}
	c, err := w.Finish()
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	if body, err = os.ReadFile(path); err != nil {
		t.Fatal(err)
	}
	return path, body
}

func TestScratch(t *testing.T) {
	values := []uint64{3, 1, 4, 1, 5, 9, 2, 6}
	path, body := writeScratch(t, values)
	c, err := runs.OpenScratch[uint64](path)
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	defer c.Close()
	if got, err := c.Read(nil, 0, c.N); err != nil || !slices.Equal(got, values) {
		t.Errorf("read %v, %v", got, err)
	}
	if got, err := c.Read(make([]uint64, 0, 9), 3, 6); err != nil || !slices.Equal(got, values[3:6]) {
		t.Errorf("read %v, %v", got, err)
	}
	if _, err := c.Read(nil, 0, 20); err == nil {
		t.Error("more is read than is there")
	}
	again := filepath.Join(t.TempDir(), "again")
	if err := runs.SaveColumn(c, again); err != nil {
		t.Fatal(err)
	}
	if copied, err := os.ReadFile(again); err != nil || !bytes.Equal(copied, body) {
		t.Errorf("saved %x, want %x (%v)", copied, body, err)
	}
	if c, err := runs.OpenScratch[uint64](path + "-none"); c != nil || err != nil {
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
		if c, err := runs.OpenScratch[uint64](path); c != nil || err != nil {
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
	if c, err := runs.OpenScratch[[2]uint64](path); c != nil || err != nil {
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
		if err := runs.SaveColumn(&runs.Column[uint64]{N: n, Mem: values}, path); err != nil {
			rt.Fatal(err)
		}
		first, err := runs.OpenScratch[uint64](path)
		if err != nil || first == nil {
			rt.Fatal(first, err)
		}
		// Onto itself, as a checkpoint does with a layer that it has reopened.
		if err := runs.SaveColumn(first, path); err != nil {
			rt.Fatal(err)
		}
		first.Close()
		second, err := runs.OpenScratch[uint64](path)
		if err != nil || second == nil {
			rt.Fatal(second, err)
		}
		defer second.Close()
		if err := second.Load(); err != nil || !slices.Equal(second.Mem, values) {
			rt.Fatal("other values", err)
		}
	})
}

func TestScratchCannotBeWritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "none", "scratch")
	if _, err := runs.CreateScratch[uint64](path); err == nil {
		t.Error("a scratch file in a directory that is not there")
	}
	path = filepath.Join(t.TempDir(), "scratch")
	w, err := runs.CreateScratch[uint64](path)
	if err != nil {
		t.Fatal(err)
	}
	w.File.Close() // as if the disk failed
	w.Append(make([]uint64, 1<<20))
	if _, err := w.Finish(); err == nil {
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
			return runs.SaveColumn(&runs.Column[uint64]{N: len(values), Mem: values}, filepath.Join(work, "scratch"))
		},
		"checkpoint.tmp": func(work string) error { return (&snapshot{}).write(work) },
		"spill-1": func(work string) error {
			e := newEnumeration[uint64](solvertest.WideGame{}, solvertest.WideGame{}, work, job.Plan{Workers: 1}, new(job.Progress))
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
		c, err := runs.OpenScratch[uint64](path)
		if err != nil {
			t.Fatal(err)
		}
		if c == nil {
			return
		}
		defer c.Close()
		values, err := c.Read(nil, 0, c.N)
		if err != nil {
			t.Fatal(err)
		}
		// What is taken for whole is what would be written.
		if _, again := writeScratch(t, values); !bytes.Equal(again, body) {
			t.Fatalf("%x is taken for whole, but %x would be written", body, again)
		}
	})
}
