package layered

import (
	"testing"

	"zermelo/solver/job"
)

func TestPiecesAreSmallWhereStatesHaveManyChildren(t *testing.T) {
	p := chunkSizer{plan: job.Plan{Workers: 2}}
	if n := p.size(3, 1000, 4096); n != 4096 {
		t.Errorf("chunks of %d states where nothing is known, want 4096", n)
	}
	p.record(1, 10, 100_000)
	p.record(3, 500, 0)
	p.record(4, 1000, 3000)
	for _, c := range []struct{ layer, states, want int }{
		{1, 2000, 250},    // a few chunks per worker
		{1, 100_000, 419}, // 4 million children
		{1, 2, 1},
		{2, 2000, 4096}, // the layer has not been recorded
		{3, 2000, 4096}, // the states have no children
		{4, 1000, 1365}, // enough children for a chunk
		{4, 1_000_000, 4096},
		{5, 1000, 1365}, // assumed to be like layer 4
	} {
		if n := p.size(c.layer, c.states, 4096); n != c.want {
			t.Errorf("layer %d of %d states: chunks of %d, want %d", c.layer, c.states, n, c.want)
		}
	}
}
