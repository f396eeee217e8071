package layered

import (
	"math"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// TestMoreMemoryIsNoMoreWork tests, for three memory limits, that no kind of
// memoryWork increases with more memory. Because the game is small, each share
// of the memory is divided by one thousand.
func TestMoreMemoryIsNoMoreWork(t *testing.T) {
	g := solvertest.Open(t, "tron:size=5x5").(games.Game[uint64])
	for _, linked := range []bool{false, true} {
		var before, first memoryWork
		for i, memory := range []int64{96 << 20, 512 << 20, 4 << 30} {
			now := workWith(t, g, memory, linked)
			t.Logf("linked: %v, %d MiB: %+v", linked, memory>>20, now)
			if i == 0 {
				first = now
			} else if now.spills > before.spills || now.spilled > before.spilled || now.merged > before.merged || now.open > before.open ||
				now.read > before.read || now.sorted > before.sorted || now.children > before.children || now.links > before.links {
				t.Errorf("linked: %v, %d MiB: %+v, with less memory %+v", linked, memory>>20, now, before)
			}
			before = now
		}
		if !linked && (first.spills == 0 || first.sorted == 0) || linked && (first.children == 0 || before.children > 0 || first.links <= before.links) ||
			first.read <= before.read || before.sorted > 0 {
			t.Errorf("linked: %v, from %+v to %+v: nothing was tested", linked, first, before)
		}
	}
}

// memoryWork is the work that depends on the memory: the number and size of
// spilled runs, the states merged in all passes, the runs merged together, the
// bytes of layers read from files, the states whose children are looked up by
// sorting instead of by a table or links, and the sizes of the files of
// children and links.
type memoryWork struct{ spills, spilled, merged, open, read, sorted, children, links int64 }

// workWith returns the work of solving a game with a thousandth of the given
// memory.
func workWith(t *testing.T, g games.Game[uint64], memory int64, linked bool) memoryWork {
	layers := g.(games.Layered[uint64])
	p, err := job.MakePlan[uint64](t.TempDir(), 1, job.Options{Workers: 1, Memory: memory})
	if err != nil {
		t.Fatal(err)
	}
	const scale = 1000
	p.RunMemory, p.Window, p.Tables, p.Buffer, p.Chunk = p.RunMemory/scale, p.Window/scale, p.Tables/scale, p.Buffer/scale, min(p.Chunk, p.Buffer/scale)
	p.MinLinked = math.MaxInt
	if linked {
		p.MinLinked, p.MaxCounted = 1000, 0
	}
	e := newEnumeration(setup[uint64]{g, layers, t.TempDir(), p, new(job.Progress)})
	defer e.links.close()
	sizes, err := e.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	work := memoryWork{spills: int64(e.spills), spilled: e.spilled, merged: e.merger.Work.States, open: int64(e.merger.Work.Open), children: e.keys.spilledStates, links: e.links.end}
	d := &induction[uint64]{setup: setup[uint64]{layered: layers, plan: p}, sizes: sizes, links: e.links}
	for layer, n := range sizes {
		if !d.usesTable(layer) && !d.usesLinks(layer) {
			work.sorted += n
		}
		if e.kept[layer] == nil {
			work.read += 8 * n
		}
	}
	return work
}
