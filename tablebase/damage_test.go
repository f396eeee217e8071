package tablebase_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/block"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
)

// TestDamagedFiles flips bytes in each file of a table, and truncates, empties and
// removes the file.
func TestDamagedFiles(t *testing.T) {
	g := tablebasetest.Wide{N: 2*job.BlockStates + 17}
	want := tablebasetest.Naive[uint64](g)
	db := t.TempDir()
	makeTable(t, db, g, want)
	dir := filepath.Join(db, "wide")
	if err := tablebasetest.Damaged(t, db, g, want); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	check := func(name, what string, at int) {
		t.Helper()
		var corrupt *store.CorruptError
		if err := tablebasetest.Damaged(t, db, g, want); !errors.As(err, &corrupt) || corrupt.Name != "wide" || corrupt.Dir == "" {
			t.Errorf("%s %s %d: %v", name, what, at, err)
		}
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		good, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		write := func(data []byte) {
			t.Helper()
			if err := os.WriteFile(path, data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		// Try all of the first and last bytes of a file, because they matter most.
		spots := []int{}
		for i := range good {
			if i < 32 || i >= len(good)-128 || rand.IntN(len(good)) < 128 {
				spots = append(spots, i)
			}
		}
		for _, i := range spots {
			bad := slices.Clone(good)
			bad[i] ^= 1 << rand.IntN(8)
			write(bad)
			check(e.Name(), "flipped at", i)
		}
		for _, n := range []int{0, 1, 7, len(good) / 2, len(good) - 1} {
			write(good[:n])
			check(e.Name(), "cut to", n)
		}
		write(append(slices.Clone(good), 0))
		check(e.Name(), "longer by", 1)
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		check(e.Name(), "removed", 0)
		write(good)
	}
	for _, name := range []string{"00001.mem", "000009.sst", "000001.vlog", "notes"} {
		extra := filepath.Join(dir, name)
		if err := os.WriteFile(extra, nil, 0o666); err != nil {
			t.Fatal(err)
		}
		check(name, "added", 0)
		if err := os.Remove(extra); err != nil {
			t.Fatal(err)
		}
	}
	if err := tablebasetest.Damaged(t, db, g, want); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedBlocks flips bytes in the part of a file that the seal does not hash.
// It stores many blocks to make the file long.
func TestDamagedBlocks(t *testing.T) {
	g := tablebasetest.Wide{N: 600 * job.BlockStates}
	want := &tablebasetest.Solution[uint64]{Solution: &job.Solution{Outcomes: value.Outcomes{Total: 100}}, OutcomeOf: map[uint64]value.Outcome{}}
	rng := rand.New(rand.NewPCG(1, 2))
	states, values := make([]uint64, g.N), make([]value.Value, g.N)
	s := uint64(1) << 32
	for i := range states {
		s += 1 + rng.Uint64N(1<<20)
		states[i], values[i] = s, tablebasetest.Packed(int16(rng.IntN(101)), 0)
	}
	want.StatesOf = [][]uint64{{0}, states}
	want.ValuesOf = [][]value.Value{{tablebasetest.Packed(100, 1)}, values}
	want.Layers = []job.LayerStats{{States: 1}, {States: int64(g.N)}}
	want.Solution.Start = tablebasetest.Packed(100, 1)
	db := t.TempDir()
	makeTable(t, db, g, want)
	path := filepath.Join(db, "wide", "000001.sst")
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var seal struct {
		Files []struct {
			Name       string
			Size, Tail int64
		}
	}
	data, err := os.ReadFile(filepath.Join(db, "wide", "seal.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.NewDecoder(bytes.NewReader(data)).Decode(&seal); err != nil {
		t.Fatal(err)
	}
	head := seal.Files[0].Size - seal.Files[0].Tail
	if seal.Files[0].Name != "000001.sst" || head < 1<<20 {
		t.Fatalf("%d bytes are not sealed", head)
	}
	size := int64(0)
	for _, part := range seal.Files {
		size += part.Size
	}
	table := tablebasetest.Open(t, db, g)
	firsts, err := table.Directory(1)
	if err != nil {
		t.Fatal(err)
	}
	// An open table reads each block from the file again, so the damage is visible.
	var b [1]byte
	for try := range 250 {
		at := rng.Int64N(head)
		if try < 100 {
			at = int64(try) // the first block's entry header
		}
		if _, err := f.ReadAt(b[:], at); err != nil {
			t.Fatal(err)
		}
		flip := byte(1) << rng.IntN(8)
		if _, err := f.WriteAt([]byte{b[0] ^ flip}, at); err != nil {
			t.Fatal(err)
		}
		errs := 0
		var blk block.Block[uint64]
		// Blocks that may contain the byte.
		guess := int(at * int64(len(firsts)) / size)
		for i := max(0, guess-15); i < min(len(firsts), guess+15); i++ {
			err := table.Read(&blk, 1, i)
			var corrupt *store.CorruptError
			switch {
			case errors.As(err, &corrupt):
				errs++
			case err != nil:
				t.Errorf("byte %d: %v", at, err)
			case !slices.Equal(blk.Values, values[i*job.BlockStates:(i+1)*job.BlockStates]) || !slices.Equal(blk.States, states[i*job.BlockStates:(i+1)*job.BlockStates]):
				t.Errorf("byte %d: wrong block %d", at, i)
			}
		}
		if errs == 0 {
			// The blocks of layer 0 come first in the file.
			for _, err := range table.Blocks(0) {
				if err == nil {
					t.Errorf("byte %d: no error", at)
				}
			}
		}
		if _, err := f.WriteAt(b[:], at); err != nil {
			t.Fatal(err)
		}
	}
}
