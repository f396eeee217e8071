package runs

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// writeScratch writes a scratch file and returns its path and contents.
func writeScratch(t testing.TB, values []uint64) (path string, body []byte) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "scratch")
	w, err := CreateScratch[uint64](path)
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
	c, err := OpenScratch[uint64](path)
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	defer c.Close()
	if got, err := c.Read(nil, 0, c.N); err != nil || !slices.Equal(got, values) {
		t.Errorf("read %v, %v", got, err)
	}
	if got, err := c.Read(new(make([]uint64, 0, 9)), 3, 6); err != nil || !slices.Equal(got, values[3:6]) {
		t.Errorf("read %v, %v", got, err)
	}
	if _, err := c.Read(nil, 0, 20); err == nil {
		t.Error("reading beyond the end succeeded")
	}
	second := filepath.Join(t.TempDir(), "again")
	if err := SaveColumns(second, c); err != nil {
		t.Fatal(err)
	}
	if copied, err := os.ReadFile(second); err != nil || !bytes.Equal(copied, body) {
		t.Errorf("saved %x, want %x (%v)", copied, body, err)
	}
	if c, err := OpenScratch[uint64](path + "-none"); c != nil || err != nil {
		t.Errorf("missing file: %v, %v", c, err)
	}
}

// TestScratchDamaged tests truncations to every length, every flipped bit, and
// additional bytes.
func TestScratchDamaged(t *testing.T) {
	path, body := writeScratch(t, []uint64{3, 1, 4})
	try := func(what string, at int, changed []byte) {
		t.Helper()
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		if c, err := OpenScratch[uint64](path); c != nil || err != nil {
			t.Fatalf("%s %d: accepted as intact (%v, %v)", what, at, c, err)
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
	// The file has the same size, but its values have another type.
	if err := os.WriteFile(path, body, 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := OpenScratch[[2]uint64](path); c != nil || err != nil {
		t.Errorf("three words were accepted as states of two words (%v, %v)", c, err)
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
		if err := SaveColumns(path, &Column[uint64]{N: n, Mem: values}); err != nil {
			rt.Fatal(err)
		}
		first, err := OpenScratch[uint64](path)
		if err != nil || first == nil {
			rt.Fatal(first, err)
		}
		// Overwrite the file while it is open, as a checkpoint does with a
		// reopened layer.
		if err := SaveColumns(path, first); err != nil {
			rt.Fatal(err)
		}
		first.Close()
		second, err := OpenScratch[uint64](path)
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
	if _, err := CreateScratch[uint64](path); err == nil {
		t.Error("created a scratch file in a missing directory")
	}
	path = filepath.Join(t.TempDir(), "scratch")
	w, err := CreateScratch[uint64](path)
	if err != nil {
		t.Fatal(err)
	}
	w.File.Close() // simulate a disk failure
	w.Append(make([]uint64, 1<<20))
	if _, err := w.Finish(); err == nil {
		t.Error("Finish succeeded after a write error")
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("the file exists after a write error")
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
		c, err := OpenScratch[uint64](path)
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
		// A file that is accepted as intact must equal the file written for its
		// values.
		if _, second := writeScratch(t, values); !bytes.Equal(second, body) {
			t.Fatalf("%x was accepted, but %x would be written", body, second)
		}
	})
}
