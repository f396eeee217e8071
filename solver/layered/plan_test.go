package layered

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

func TestMemoryTooSmall(t *testing.T) {
	g := killedGame(t)
	for _, memory := range []int64{1, job.MinMemory - 1, -5} {
		_, err := Solve(t.Context(), g, t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{Memory: memory})
		var input *games.InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), "at least 96 MiB") {
			t.Errorf("memory %d: error %v", memory, err)
		}
	}
}

// TestLeastMemory tests that the solution does not depend on the memory limit.
func TestLeastMemory(t *testing.T) {
	g := killedGame(t)
	want, stored := solveBy(t, g, defaultPlan[uint64](t, g))
	store := &solvertest.MemoryStore[uint64]{}
	got, err := Solve(t.Context(), g, t.TempDir(), store, job.Options{Memory: job.MinMemory, Workers: 3})
	if err != nil {
		t.Fatal(err)
	}
	if got.Digest != want.Digest {
		t.Errorf("digest %016x, want %016x", got.Digest, want.Digest)
	}
	if err := sameContent(stored, store); err != nil {
		t.Error(err)
	}
}

func TestTooLarge(t *testing.T) {
	const limit = 50_000
	for _, spec := range []string{"breakthrough", "breakthrough-holes", "2pffa-zerosum"} {
		var err error
		switch g := solvertest.Open(t, spec).(type) {
		case games.Game[uint64]:
			_, err = Solve(t.Context(), g, t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{Limit: limit})
		case games.Game[[2]uint64]:
			_, err = Solve(t.Context(), g, t.TempDir(), &solvertest.MemoryStore[[2]uint64]{}, job.Options{Limit: limit})
		case games.Game[[4]uint64]:
			_, err = Solve(t.Context(), g, t.TempDir(), &solvertest.MemoryStore[[4]uint64]{}, job.Options{Limit: limit})
		}
		var large *job.TooLargeError
		if !errors.As(err, &large) {
			t.Errorf("%s: error %v", spec, err)
			continue
		}
		t.Log(err)
		var sum int64
		for _, n := range large.Sizes {
			sum += n
		}
		if large.Found != sum || sum <= limit || large.Limit != limit || large.Disk || large.Estimate < float64(sum) {
			t.Errorf("%s: %+v", spec, large)
		}
		estimate := "about " + job.About(large.Estimate) + " in total"
		if len(large.Sizes) < 8 {
			estimate = "too few to estimate the total"
		}
		for _, part := range []string{job.Count(large.Found) + " states enumerated", estimate, "the limit is 50,000"} {
			if !strings.Contains(err.Error(), part) {
				t.Errorf("%s: %q does not say %q", spec, err, part)
			}
		}
	}
	disk := &job.TooLargeError{Sizes: []int64{1234567}, Found: 1234567, Estimate: 3e12, Limit: 7_000_000, Disk: true}
	if text := disk.Error(); !strings.Contains(text, "the free disk space allows 7,000,000") || !strings.Contains(text, "3.0 trillion") {
		t.Errorf("%s", text)
	}
}

// TestEstimate extrapolates the sizes of all layers from the first layers of
// solvable games. No estimate may be less than the number of states found, or
// far greater than the total.
func TestEstimate(t *testing.T) {
	specs := []string{
		"tron:size=5x5", "tron:size=5x5,edge=error", "tron:size=4x5,turns=simultaneous", "breakthrough:size=4x4,rows=1",
		"breakthrough:size=3x6", "breakthrough:size=4x5", "breakthrough:size=3x5,captures=diagonal,rows=1", "skirmish:inner=3,respawn=captured", "coordination",
		"kalah:pits=3,seeds=3", "kalah:pits=4,seeds=2", "othello:size=4x4",
	}
	for _, spec := range specs {
		sizes := sizesOf(t, spec)
		var total int64
		for _, n := range sizes {
			total += n
		}
		var found int64
		worst, least := 0.0, 1e30
		for layer, n := range sizes {
			found += n
			estimate := job.EstimateStates(sizes[:layer+1])
			if estimate < float64(found) {
				t.Errorf("%s: %g estimated after %d states", spec, estimate, found)
			}
			if estimate > 120*float64(total) {
				t.Errorf("%s: %g estimated after layer %d, %d states in all", spec, estimate, layer, total)
			}
			worst = max(worst, estimate/float64(total))
			if found > total/10 {
				least = min(least, estimate/float64(total))
			}
		}
		t.Logf("%s: %d states; estimates are at most %.2g times that, and once a tenth is known at least %.2g", spec, total, worst, least)
	}
	for name, sizes := range map[string][]int64{
		"nothing": {}, "few": {1, 5}, "gaps": {1, 0, 3, 0, 9, 0, 27, 0, 81}, "gap in between": {1, 2, 4, 8, 0, 32, 64, 128, 256},
		"end": {1, 2, 4, 8, 16, 32, 64, 0},
	} {
		if e := job.EstimateStates(sizes); math.IsInf(e, 0) || math.IsNaN(e) {
			t.Errorf("%s: estimate %g", name, e)
		}
	}
	if e := job.EstimateStates([]int64{1, 10, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}); e < 1e12 {
		t.Errorf("growth by ten with no end in sight is estimated at %g", e)
	}
}

// sizesOf enumerates a built-in variant and returns the sizes of its layers.
func sizesOf(t *testing.T, spec string) []int64 {
	switch g := solvertest.Open(t, spec).(type) {
	case games.Game[uint64]:
		return enumerateSizes(t, g)
	case games.Game[[2]uint64]:
		return enumerateSizes(t, g)
	case games.Game[[4]uint64]:
		return enumerateSizes(t, g)
	}
	return nil
}

func enumerateSizes[S games.State](t *testing.T, g games.Game[S]) []int64 {
	sizes, err := newEnumeration(setup[S]{g, g.(games.Layered[S]), t.TempDir(), defaultPlan[S](t, g), new(job.Progress)}).run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return sizes
}

// TestWorkUnusable tests work directories that do not exist or are not
// directories.
func TestWorkUnusable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, work := range []string{file, filepath.Join(t.TempDir(), "none")} {
		_, err := Solve(t.Context(), killedGame(t), work, &solvertest.MemoryStore[uint64]{}, job.Options{})
		var path *os.PathError
		if !errors.As(err, &path) || !strings.Contains(err.Error(), work) {
			t.Errorf("%s: error %v", work, err)
		}
	}
	// The name of the directory may be special in patterns.
	odd := filepath.Join(t.TempDir(), "a[b")
	if err := os.Mkdir(odd, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(odd, "spill-1"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Solve(t.Context(), killedGame(t), odd, &solvertest.MemoryStore[uint64]{}, job.Options{}); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(odd, "spill-1")); err == nil {
		t.Error("a spilled run of an earlier run is still there")
	}
}

// misled is a game that reports wrong layers.
type misled struct {
	wideGame
	span int
	lie  func(layer int32) int32
}

func (m misled) Span() int { return m.span }

func (m misled) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, m.lie(int32(s>>40)))
	}
	return dst
}

// TestContractBroken tests that children in wrong layers cause an error, not a
// wrong solution.
func TestContractBroken(t *testing.T) {
	for name, lie := range map[string]func(int32) int32{
		"same layer": func(l int32) int32 { return min(l, 2) },
		"too far":    func(l int32) int32 { return 3 * l },
		"backward":   func(l int32) int32 { return l % 3 },
	} {
		g := misled{newWideGame(6, 50, 3), 2, lie}
		_, err := Solve[uint64](t.Context(), g, t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{})
		if err == nil || !strings.Contains(err.Error(), "violates its contract") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestContractBrokenLater tests that layers that differ in the second sweep
// cause an error, not a wrong solution.
func TestContractBrokenLater(t *testing.T) {
	for _, phase := range []job.Phase{job.Counting, job.Solving} {
		prog := new(job.Progress)
		g := misled{newWideGame(6, 50, 3), 2, func(l int32) int32 {
			if l == 3 && prog.Snapshot().Phase == phase {
				return 50
			}
			return l
		}}
		_, err := Solve[uint64](t.Context(), g, t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{Progress: prog})
		if err == nil || !strings.Contains(err.Error(), "violates its contract") {
			t.Errorf("%v: error %v", phase, err)
		}
	}
}

func TestSolveCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Solve(ctx, killedGame(t), t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// TestProgress tests the progress after a solve is finished.
func TestProgress(t *testing.T) {
	prog := new(job.Progress)
	solution, err := Solve(t.Context(), killedGame(t), t.TempDir(), &solvertest.MemoryStore[uint64]{}, job.Options{Progress: prog})
	if err != nil {
		t.Fatal(err)
	}
	stored := int64(0)
	for _, l := range solution.Layers {
		stored += l.Stored()
	}
	s := prog.Snapshot()
	if s.Phase != job.Finished || s.States != stored || s.Done != s.Total || s.Total != s.States || s.Layers != len(solution.Layers) || s.Layer != 0 {
		t.Errorf("%+v", s)
	}
}
