package solve

import (
	"testing"
	"time"

	"zermelo/solver/job"
)

func TestGrowthIsThatOfTheLastDepths(t *testing.T) {
	// In addition to an overhead of 9,000 nodes, each depth takes twice as many
	// nodes as the previous one.
	nodes := []uint64{0}
	for depth, more := 1, uint64(0); depth <= 14; depth++ {
		nodes = append(nodes, nodes[depth-1]+9000+more)
		more = max(10, 2*more)
	}
	if last, growth := growthOf(nodes); last != 10<<12 || growth < 1.99 || growth > 2.01 {
		t.Errorf("%.0f nodes, growth %.3f, want %d, twice as many each time", last, growth, 10<<12)
	}
	if last, growth := growthOf(nodes[:9]); last != 0 || growth != 0 {
		t.Errorf("%.0f nodes, growth %.3f from too few nodes, want none", last, growth)
	}
}

// TestForecastWaitsForLayers tests that no forecast is made before three layers are saved.
func TestForecastWaitsForLayers(t *testing.T) {
	w := &watcher[uint64]{work: t.TempDir(), layered: true}
	if w.due(job.Snapshot{States: 1 << 40, Layer: 5}, time.Hour) {
		t.Error("a forecast without layers")
	}
	w.sizes = []int64{1, 2, 3}
	if !w.due(job.Snapshot{States: 1 << 40, Layer: 5}, time.Hour) {
		t.Error("no forecast of three layers")
	}
}
