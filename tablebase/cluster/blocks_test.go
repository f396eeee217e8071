package cluster_test

import (
	"bytes"
	"os"
	"testing"

	"zermelo/games"
	"zermelo/solver/shards"
	"zermelo/tablebase"
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/objectstore/objectstoretest"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
)

// TestTableEqualsPlainTable divides layers of up to 20,000 states into shards that are
// larger and smaller than a block.
func TestTableEqualsPlainTable(t *testing.T) {
	for _, spec := range []string{"connect4:size=4x4", "breakthrough:size=4x4,rows=1", "tron:size=4x4,turns=simultaneous"} {
		v, err := open(t.Context(), spec)
		if err != nil {
			t.Fatal(err)
		}
		plain := t.TempDir()
		if _, err := solve.Solve(t.Context(), plain, v, solve.Options{Method: solve.Table}); err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{3, 20} {
			db, dir := t.TempDir(), t.TempDir()
			url, err := objectstoretest.FileURL(dir)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := cluster.Solve(t.Context(), db, v, cluster.Options{Access: nats(t), Store: url, Threads: 2, Sizes: shards.Sizes{Shards: n, MinStates: 1}}); err != nil {
				t.Fatal(err)
			}
			compare := games.ByState(v, compareTables[uint64], compareTables[[2]uint64], compareTables[[4]uint64])
			if layer, block := compare(t, plain, db); layer >= 0 {
				t.Errorf("%s, %d shards: block %d of layer %d differs", spec, n, block, layer)
			}
			made, err := os.ReadFile(files(t, dir, "made/solve/0005/*")[0])
			if err != nil {
				t.Fatal(err)
			}
			if got, want := bytes.Contains(made, []byte(`"blocks":true`)), !v.Info().Simultaneous; got != want {
				t.Errorf("%s: workers encode blocks: %t, want %t", spec, got, want)
			}
		}
	}
}

// compareTables returns the layer and the number of the first block in which two tables of
// g differ, or -1.
func compareTables[S games.State](g games.Game[S]) func(t *testing.T, one, other string) (layer, block int) {
	return func(t *testing.T, one, other string) (layer, block int) {
		tables := []*tablebase.Table[S]{tablebasetest.Open(t, one, g), tablebasetest.Open(t, other, g)}
		for layer := range tables[0].Header().Solution.Layers {
			firsts, err := tables[0].Directory(layer)
			if err != nil {
				t.Fatal(err)
			}
			for block, first := range firsts {
				var values [2][]byte
				for i, table := range tables {
					err := table.Get(store.BlockKey(nil, layer, first), func(value []byte) error {
						values[i] = bytes.Clone(value)
						return nil
					})
					if err != nil {
						t.Fatal(err)
					}
				}
				if !bytes.Equal(values[0], values[1]) {
					return layer, block
				}
			}
		}
		return -1, 0
	}
}
