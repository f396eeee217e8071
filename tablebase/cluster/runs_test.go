package cluster_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games/gamestest"
	"zermelo/solver/shards"
	"zermelo/tablebase/cluster"
)

// TestDigestWithManyShards uses so many shards that tasks are queued in runs and, with the
// flag -large, the indexes of objects are divided into pages.
func TestDigestWithManyShards(t *testing.T) {
	spec, sizes := "connect4:size=3x4", shards.Sizes{Shards: 60, MinStates: 4}
	if gamestest.Large() {
		spec, sizes = "connect4:size=4x4", shards.Sizes{Shards: 1100, MinStates: 60}
	}
	v, err := open(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	r, err := cluster.Solve(t.Context(), t.TempDir(), v, cluster.Options{Access: nats(t), Store: folder(t), Threads: 2, Sizes: sizes})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(facts(plainSolve(t, v)), facts(r.Solution)); diff != "" {
		t.Errorf("(-plain +cluster):\n%s", diff)
	}
}
