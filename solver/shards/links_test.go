package shards

import (
	"path/filepath"
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // defines the flag -large
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/solvertest"
)

// TestLinksLeaveNoFiles puts, takes and clears the links of the first shard
// that has links.
func TestLinksLeaveNoFiles(t *testing.T) {
	g := solvertest.Open(t, "connect4:size=5x4").(games.Game[uint64])
	dir := t.TempDir()
	steps, err := layered.NewSteps(g, dir, job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	start, _ := games.Canonical(g, g.Start())
	states := []uint64{start}
	expand := func(layer int) (children []uint64, k *layered.Links) {
		k, err := steps.Children(t.Context(), layer, states, nil, func(_ int, part []uint64) error {
			children = append(children, part...)
			return nil
		}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return children, k
	}
	layer := 0
	children, k := expand(layer)
	for ; k == nil; children, k = expand(layer) {
		states, layer = children, layer+1
	}
	count := func(want int) {
		t.Helper()
		if files, _ := filepath.Glob(filepath.Join(dir, "links-*")); len(files) != want {
			t.Errorf("files %v, want %d", files, want)
		}
	}
	var links Links
	task := Task{Kind: Expand, Layer: layer, Shard: 0}
	links.put(task, k, true)
	count(1)
	taken := links.take(task)
	if taken == nil || links.take(task) != nil {
		t.Error("links were not taken exactly once")
	}
	taken.Close()
	count(0)
	for _, well := range []bool{false, true, true} { // the last execution replaces the second
		_, k = expand(layer)
		links.put(task, k, well)
	}
	count(1)
	links.Clear()
	count(0)
	if links.take(task) != nil || links.bytes != 0 {
		t.Errorf("%d bytes remain", links.bytes)
	}
}
