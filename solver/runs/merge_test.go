package runs

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"zermelo/games"
	_ "zermelo/games/gamestest" // defines the flag -large
	"zermelo/solver/machine"
)

// runOf returns a sorted run of states, in memory or in a file at path.
func runOf[S games.State](t interface{ Fatal(...any) }, states []S, path string) *Run[S] {
	states = slices.Clone(states)
	slices.SortFunc(states, games.Compare[S])
	states = slices.Compact(states)
	if path == "" {
		return &Run[S]{N: len(states), Mem: states}
	}
	r, err := SpillRun(path, states)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// mergeAll merges runs in as many passes as necessary and returns the states.
func mergeAll[S games.State](ctx context.Context, m *Merger[S], runs []*Run[S], dir string) ([]S, error) {
	spills := 0
	path := func() string {
		spills++
		return filepath.Join(dir, fmt.Sprint("merged-", spills))
	}
	runs, err := m.ReduceRuns(ctx, runs, path, (*Run[S]).Remove)
	if err != nil {
		return nil, err
	}
	var all []S
	err = m.Merge(ctx, runs, func(part []S) error { all = append(all, part...); return nil })
	for _, r := range runs {
		r.Remove()
	}
	return all, err
}

func TestMergeRuns(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		var runs []*Run[[2]uint64]
		var want [][2]uint64
		length := rapid.SampledFrom([]int{10, 60, 3000}).Draw(rt, "length")
		for i := range rapid.SampledFrom([]int{0, 1, 2, 6, 15}).Draw(rt, "runs") {
			low := rng.Uint64N(500)
			var states [][2]uint64
			for range rng.IntN(length) {
				states = append(states, [2]uint64{rng.Uint64N(2), low + rng.Uint64N(100)*rng.Uint64N(20)})
			}
			want = append(want, states...)
			path := ""
			if rng.IntN(4) > 0 {
				path = filepath.Join(dir, fmt.Sprint(i))
			}
			runs = append(runs, runOf(rt, states, path))
		}
		slices.SortFunc(want, games.Compare[[2]uint64])
		want = slices.Compact(want)
		m := NewMerger[[2]uint64](rapid.IntRange(1, 7).Draw(rt, "workers"), rapid.SampledFrom([]int{1, 50, 20_000}).Draw(rt, "buffer"))
		m.fanIn = rapid.IntRange(2, 9).Draw(rt, "fanIn")
		got, err := mergeAll(t.Context(), m, runs, dir)
		if err != nil {
			rt.Fatal(err)
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("got %v\nwant %v", got, want)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			rt.Fatalf("files remain: %v, %v", left, err)
		}
	})
}

// shapes maps names to functions that return the lowest state of a run, given
// its number. The children of consecutive states often occupy a range of their
// own.
var shapes = map[string]func(run int) uint64{
	"alike":    func(int) uint64 { return 0 },
	"disjoint": func(run int) uint64 { return uint64(run) << 32 },
	"overlap":  func(run int) uint64 { return uint64(run) << 28 },
	"one apart": func(run int) uint64 {
		if run == 0 {
			return 1 << 40
		}
		return 0
	},
}

// spilledRuns returns runs in files with random states above low.
func spilledRuns(t testing.TB, count, size int, low func(run int) uint64) []*Run[uint64] {
	dir := t.TempDir()
	rng := rand.New(rand.NewPCG(1, 2))
	var runs []*Run[uint64]
	states := make([]uint64, size)
	for r := range count {
		for i := range states {
			states[i] = low(r) + rng.Uint64N(1<<32)
		}
		runs = append(runs, runOf(t, states, filepath.Join(dir, fmt.Sprint(r))))
	}
	return runs
}

// TestManyRunsTakeLittleMoreAStateThanFew tests the cost of merging 4000 runs.
// Each state must be merged at most twice. Compared with 100 runs, merges and
// reads may increase by a factor of at most 1.5, and memory and open files must
// not increase. With -short, the numbers are smaller.
func TestManyRunsTakeLittleMoreAStateThanFew(t *testing.T) {
	fanIn, counts := 8, [2]int{13, 62}
	if !testing.Short() {
		fanIn, counts = MaxFanIn, [2]int{100, 4000}
	}
	const size = 64
	buffer := 12 * fanIn // for windows of 13 states
	var merges, reads [2]float64
	for i, count := range counts {
		m := NewMerger[uint64](2, buffer)
		m.fanIn = fanIn
		runs := spilledRuns(t, count, size, shapes["alike"])
		merged, err := mergeAll(t.Context(), m, runs, t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		total := count * size
		if !slices.IsSorted(merged) || len(merged) < total*9/10 {
			t.Fatalf("%d runs: merged %d states of %d, or not sorted", count, len(merged), total)
		}
		merges[i], reads[i] = float64(m.Work.States)/float64(total), float64(m.Work.reads)/float64(total)
		t.Logf("%d runs: %.2f merges and %.4f reads a state, %d files open", count, merges[i], reads[i], m.Work.Open)
		if m.Work.Open > fanIn {
			t.Errorf("%d runs: %d files open, want at most %d", count, m.Work.Open, fanIn)
		}
		memory := len(m.slab)
		for _, p := range m.parts {
			memory += cap(p.states) + cap(p.spare)
		}
		if limit := 2 * 2 * buffer; memory > limit {
			t.Errorf("%d runs: the merge holds %d states, want at most %d", count, memory, limit)
		}
	}
	if merges[1] > 2 || merges[1] > 1.5*merges[0] || reads[1] > 1.5*reads[0] {
		t.Errorf("%d runs take %.2f merges and %.4f reads a state, want at most 2 merges and 1.5 times those of %d runs: %.2f and %.4f",
			counts[1], merges[1], reads[1], counts[0], merges[0], reads[0])
	}
}

func TestMergeFails(t *testing.T) {
	boom := errors.New("boom")
	runs := []*Run[uint64]{runOf(t, []uint64{1, 2, 3}, ""), runOf(t, []uint64{2, 3, 4}, filepath.Join(t.TempDir(), "run"))}
	m := NewMerger[uint64](2, 1)
	if err := m.Merge(t.Context(), runs, func([]uint64) error { return boom }); !errors.Is(err, boom) {
		t.Errorf("error %v, want that of emit", err)
	}
	runs[1].N = 5 // more than the file contains
	if err := m.Merge(t.Context(), runs, func([]uint64) error { return nil }); err == nil {
		t.Error("an unreadable run was merged")
	}
	// Runs that cannot be merged must be kept, and no other files may be left.
	many := spilledRuns(t, 9, 10, shapes["alike"])
	for _, r := range many {
		r.N++
	}
	m.fanIn = 8
	left := filepath.Join(t.TempDir(), "merged")
	remaining, err := m.ReduceRuns(t.Context(), many, func() string { return left }, func(*Run[uint64]) { t.Error("a run was removed") })
	if err == nil || len(remaining) != len(many) {
		t.Errorf("error %v, %d runs kept of %d", err, len(remaining), len(many))
	}
	if _, err := os.Stat(left); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an incomplete file remains: %v", err)
	}
}

// BenchmarkMergeRuns merges spilled runs with the memory of a small solve.
func BenchmarkMergeRuns(b *testing.B) {
	for _, count := range []int{8, 100, 1000, 4000} {
		for _, name := range []string{"alike", "overlap"} {
			b.Run(fmt.Sprint(name, "/", count), func(b *testing.B) {
				if testing.Short() && count > 100 {
					b.Skip("long")
				}
				const size = 1 << 14
				total := 0
				var cpu time.Duration
				for b.Loop() {
					b.StopTimer()
					runs := spilledRuns(b, count, size, shapes[name])
					total = 0
					for _, r := range runs {
						total += r.N
					}
					m := NewMerger[uint64](1, 8*size)
					b.StartTimer()
					began := machine.CPUTime()
					path := func() string { return filepath.Join(filepath.Dir(runs[0].path), fmt.Sprint("merged-", m.Work.States)) }
					runs, err := m.ReduceRuns(b.Context(), runs, path, (*Run[uint64]).Remove)
					if err == nil {
						err = m.Merge(b.Context(), runs, func([]uint64) error { return nil })
					}
					if err != nil {
						b.Fatal(err)
					}
					cpu += machine.CPUTime() - began
				}
				b.ReportMetric(float64(cpu.Nanoseconds())/float64(b.N)/float64(total), "cpu-ns/state")
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(total), "ns/state")
			})
		}
	}
}
