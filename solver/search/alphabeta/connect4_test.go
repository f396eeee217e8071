package alphabeta

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
	"zermelo/solver/search"
	"zermelo/solver/search/searchtest"
	"zermelo/solver/search/table"
)

// TestConnect4 compares exact scores with those published by P. Pons. Each
// position is searched with an empty table.
func TestConnect4(t *testing.T) {
	for _, set := range []struct {
		name string
		long bool
	}{{"Test_L3_R1", false}, {"Test_L2_R1", false}, {"Test_L1_R1", false}, {"Test_L2_R2", true}} {
		t.Run(set.name, func(t *testing.T) {
			if set.long && !gamestest.Large() {
				t.Skip("takes seconds")
			}
			testPublished(t, "../../../../shared/connect4/"+set.name)
		})
	}
}

func testPublished(t *testing.T, path string) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no published positions at %s", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	v, err := builtin.Registry().Open("connect4")
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Searcher[uint64])
	positions, err := searchtest.ReadScored(g, f.Name(), f)
	if err != nil {
		t.Fatal(err)
	}
	table := table.New(g, 16<<20)
	defer table.Close()
	a := New(g, table, search.Options{})
	for _, p := range positions {
		table.Clear()
		if low, high, err := a.Score(context.Background(), p.State); err != nil || low != p.Score || high != p.Score {
			t.Errorf("%s: score %d..%d, %v; want %d", p.Text, low, high, err, p.Score)
		}
	}
	t.Logf("%d positions, %.1f nodes each", len(positions), float64(a.Nodes())/float64(len(positions)))
}
