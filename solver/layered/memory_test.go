package layered

import (
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// TestMoreMemoryIsNoMoreWork counts, for three memory limits, the runs that are spilled and
// their bytes, the states that go through merges in all passes, the runs that are merged at
// once, the bytes of layers that are read from files, and the states whose children are
// queried by sorting instead of by a table. All shares are a thousandth of what they would be, as the game is small.
func TestMoreMemoryIsNoMoreWork(t *testing.T) {
	g := solvertest.Open(t, "tron:size=5x5").(games.Game[uint64])
	layers := g.(games.Layered[uint64])
	type work struct{ spills, spilled, merged, open, read, sorted int64 }
	var before, first work
	for i, memory := range []int64{96 << 20, 512 << 20, 4 << 30} {
		p, err := job.MakePlan[uint64](t.TempDir(), 1, job.Options{Workers: 1, Memory: memory})
		if err != nil {
			t.Fatal(err)
		}
		const scale = 1000
		p.Held, p.Window, p.Tables, p.Buffer, p.Chunk = p.Held/scale, p.Window/scale, p.Tables/scale, p.Buffer/scale, min(p.Chunk, p.Buffer/scale)
		e := newEnumeration(g, layers, t.TempDir(), p, new(job.Progress))
		sizes, err := e.run(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		now := work{spills: int64(e.spills), spilled: e.spilled, merged: e.merger.Work.States, open: int64(e.merger.Work.Open)}
		d := &induction[uint64]{layered: layers, plan: p, sizes: sizes}
		for layer, n := range sizes {
			if !d.tabled(layer) {
				now.sorted += n
			}
			if e.kept[layer] == nil {
				now.read += 8 * n
			}
		}
		t.Logf("%d MiB: %+v", memory>>20, now)
		if i == 0 {
			first = now
		} else if now.spills > before.spills || now.spilled > before.spilled || now.merged > before.merged ||
			now.open > before.open || now.read > before.read || now.sorted > before.sorted {
			t.Errorf("%d MiB: %+v, with less memory %+v", memory>>20, now, before)
		}
		before = now
	}
	if first.spills == 0 || first.sorted == 0 || first.read <= before.read || before.sorted > 0 {
		t.Errorf("from %+v to %+v: nothing was tested", first, before)
	}
}
