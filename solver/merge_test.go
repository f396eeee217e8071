package solver

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
)

// runOf is a sorted run of states, in memory or in a file.
func runOf[S games.State](t testing.TB, states []S, inFile bool) *column[S] {
	states = slices.Clone(states)
	slices.SortFunc(states, games.Compare[S])
	states = slices.Compact(states)
	run := &column[S]{n: len(states), mem: states}
	if inFile {
		file, err := os.Create(filepath.Join(t.TempDir(), "run"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		if _, err := file.Write(bytesOf(states)); err != nil {
			t.Fatal(err)
		}
		run.mem, run.file = nil, file
	}
	return run
}

func TestMergeRuns(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		var runs []*column[[2]uint64]
		var want [][2]uint64
		for range rapid.IntRange(0, 6).Draw(rt, "runs") {
			low := rng.Uint64N(500)
			var states [][2]uint64
			for range rapid.IntRange(1, 60).Draw(rt, "states") {
				states = append(states, [2]uint64{rng.Uint64N(2), low + rng.Uint64N(100)})
			}
			want = append(want, states...)
			run := runOf(t, states, false)
			if rng.IntN(2) == 0 {
				path := filepath.Join(dir, "run")
				if err := os.WriteFile(path, bytesOf(run.mem), 0o600); err != nil {
					rt.Fatal(err)
				}
				file, err := os.Open(path)
				if err != nil {
					rt.Fatal(err)
				}
				defer file.Close()
				os.Remove(path)
				run.mem, run.file = nil, file
			}
			runs = append(runs, run)
		}
		slices.SortFunc(want, games.Compare[[2]uint64])
		want = slices.Compact(want)
		var got [][2]uint64
		err := mergeRuns(t.Context(), rapid.IntRange(1, 7).Draw(rt, "workers"), rapid.IntRange(1, 50).Draw(rt, "part"), runs, func(part [][2]uint64) error {
			got = append(got, part...)
			return nil
		})
		if err != nil {
			rt.Fatal(err)
		}
		if !slices.Equal(got, want) {
			rt.Fatalf("got %v\nwant %v", got, want)
		}
	})
}

// TestCutSkewed tests that parts stay small where runs hold different stretches
// of the key space, as the runs of consecutive chunks do: a part has to fit into
// a worker's memory.
func TestCutSkewed(t *testing.T) {
	const part, size = 1000, 1000
	rng := rand.New(rand.NewPCG(1, 2))
	for name, low := range map[string]func(run int) uint64{
		"alike":    func(int) uint64 { return 0 },
		"disjoint": func(run int) uint64 { return uint64(run) << 32 },
		"overlap":  func(run int) uint64 { return uint64(run) << 14 },
		"one apart": func(run int) uint64 {
			if run == 0 {
				return 1 << 40
			}
			return 0
		},
	} {
		for _, count := range []int{1, 5, 40, 300} {
			t.Run(fmt.Sprint(name, "/", count), func(t *testing.T) {
				var runs []*column[uint64]
				total := 0
				for r := range count {
					states := make([]uint64, size)
					for i := range states {
						states[i] = low(r) + rng.Uint64N(1<<16)
					}
					if r == 0 {
						states = append(states, low(r)+1<<16) // the largest
					}
					runs = append(runs, runOf(t, states, false))
					total += runs[r].n
				}
				bounds, err := cut(runs, part)
				if err != nil {
					t.Fatal(err)
				}
				largest := 0
				for p := range bounds[1:] {
					n := 0
					for i := range runs {
						n += bounds[p+1][i] - bounds[p][i]
					}
					largest = max(largest, n)
				}
				t.Logf("%d states, %d parts, the largest %d", total, len(bounds)-1, largest)
				if largest > 2*part {
					t.Errorf("a part of %d states, want about %d", largest, part)
				}
			})
		}
	}
}

func TestMergeFails(t *testing.T) {
	boom := errors.New("boom")
	runs := []*column[uint64]{runOf(t, []uint64{1, 2, 3}, false), runOf(t, []uint64{2, 3, 4}, true)}
	err := mergeRuns(t.Context(), 2, 1, runs, func([]uint64) error { return boom })
	if !errors.Is(err, boom) {
		t.Errorf("error %v, want that of emit", err)
	}
	runs[1].n = 5 // more than its file holds
	if err := mergeRuns(t.Context(), 2, 100, runs, func([]uint64) error { return nil }); err == nil {
		t.Error("a run that cannot be read is merged")
	}
}

func BenchmarkMergeRuns(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	var runs []*column[uint64]
	total := 0
	for range 8 {
		states := make([]uint64, 1<<17)
		for i := range states {
			states[i] = rng.Uint64N(1 << 40)
		}
		runs = append(runs, runOf(b, states, false))
		total += runs[len(runs)-1].n
	}
	for b.Loop() {
		if err := mergeRuns(b.Context(), 1, 1<<16, runs, func([]uint64) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(total), "ns/state")
}
