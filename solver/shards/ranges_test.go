package shards

import (
	"fmt"
	"os"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

func TestRangesOfATierAreWholeBlocks(t *testing.T) {
	z := Sizes{Shards: 16, MinStates: 1 << 17, MaxStates: 1 << 20}
	for _, c := range []struct {
		sizes Sizes
		size  uint64
		want  int
	}{
		{z, 0, 1},
		{z, 4<<20 - 1, 1},
		{z, 4 << 20, 2},
		{z, 40 << 20, 16},
		{z, 1 << 32, 512}, // eight million cells per range
		{Sizes{Shards: 4, MinStates: 1, MaxStates: 1 << 20}, 3*job.BlockCells - 1, 3},
		{Sizes{Shards: 4, MinStates: 1, MaxStates: 1 << 20}, 0, 1},
		{Sizes{}, 1 << 32, 1},
	} {
		n := c.sizes.Ranges(c.size)
		if n != c.want {
			t.Errorf("%+v: %d cells in %d ranges, want %d", c.sizes, c.size, n, c.want)
		}
		end := uint64(0)
		for k := range n {
			from, to := rangeBounds(c.size, k, n)
			if from != end || from%job.BlockCells != 0 || c.size > 0 && from == to {
				t.Errorf("%d cells: range %d of %d is %d to %d, the previous one ends at %d", c.size, k, n, from, to, end)
			}
			end = to
		}
		if end != c.size {
			t.Errorf("%d cells in %d ranges end at %d", c.size, n, end)
		}
	}
}

func TestIdleRangesAreMovedToFiles(t *testing.T) {
	g := solvertest.RetroGame{CyclicGame: solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 1, Width: 100, Moves: 1})}
	live := LiveRanges[uint64]{Dir: t.TempDir(), limit: 2 * 200}
	made, steps := "", 0
	take := func(shard int) liveRange[uint64] {
		return live.take(Task{Kind: Round, Shard: shard}, steps, 200, func() *retro.Range[uint64] {
			made += fmt.Sprint(shard)
			return retro.NewRange[uint64](games.Tiered[uint64](g), 0, 0, 100)
		})
	}
	files := func() (n int) {
		list, err := os.ReadDir(live.Dir)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	for i, shard := range []int{0, 1, 0, 2, 1, 2} { // 2 replaces 1, and 1 replaces 0
		r := take(shard)
		if old := i == 2 || i > 3; old && r.Cells()[99] != value.Win(shard) {
			t.Errorf("range %d has %x in its last cell", shard, r.Cells()[99])
		}
		r.Cells()[99] = value.Win(shard)
		live.put(r, true)
	}
	if made != "012" || files() != 1 || live.bytes != 400 {
		t.Errorf("created ranges %s, %d files and %d bytes in memory, want 012, 1 and 400", made, files(), live.bytes)
	}
	both := []liveRange[uint64]{take(1), take(2)}
	live.put(take(3), true) // in addition to two ranges in use
	live.put(both[0], false)
	live.put(both[1], true)
	if live.adjustLimit(-live.limit); made != "0123" || files() != 3 || live.bytes != 0 {
		t.Errorf("created ranges %s, %d files and %d bytes in memory, want 0123, 3 and none", made, files(), live.bytes)
	}
	if steps--; take(2).Steps() != 0 || made != "01232" || files() != 2 {
		t.Errorf("created ranges %s, %d files, want 2 to be recreated because it has too many steps", made, files())
	}
	if live.Remove([]int{0}); files() != 0 {
		t.Errorf("%d files of a solved tier remain", files())
	}
}

// TestRangesTakeTheirShareOfMemoryOnce simulates a thread that switches to
// another job and back.
func TestRangesTakeTheirShareOfMemoryOnce(t *testing.T) {
	g := games.Tiered[uint64](solvertest.RetroGame{CyclicGame: solvertest.NewCyclicGame(solvertest.CyclicShape{Tiers: 1, Width: 100, Moves: 1})})
	live := LiveRanges[uint64]{Dir: t.TempDir()}
	const share = 1 << 20
	for range 3 {
		r := NewRanges(g, Sizes{}, nil, &live, job.Options{Memory: job.ProgramMemory + 3*share})
		live.put(live.take(Task{Kind: Round}, 0, 200, func() *retro.Range[uint64] { return retro.NewRange(g, 0, 0, 100) }), true)
		if live.limit != share || live.bytes != 200 {
			t.Errorf("limit %d bytes, %d in use, want %d and 200", live.limit, live.bytes, share)
		}
		if r.Close(); live.limit != 0 || live.bytes != 0 {
			t.Errorf("limit %d and %d bytes in use after Close", live.limit, live.bytes)
		}
	}
}
