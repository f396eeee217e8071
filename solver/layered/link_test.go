package layered

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/solver/solvertest"
)

// TestLinkedChildrenGiveTheSameSolution solves games that expand in one pass,
// with all children linked and with none linked, in memory and in files, with
// many and with few parts.
func TestLinkedChildrenGiveTheSameSolution(t *testing.T) {
	for _, spec := range []string{"tron:size=4x4", "connect4:size=4x3", "breakthrough:size=3x5"} {
		t.Run(spec, func(t *testing.T) {
			g := solvertest.Open(t, spec).(games.Game[uint64])
			p := defaultPlan[uint64](t, g)
			p.Workers, p.MaxCounted, p.MinLinked = 1, 0, math.MaxInt
			want, stored := solveBy(t, g, p)
			for _, change := range []func(){
				func() { p.MinLinked = 0 },
				func() { p.Workers, p.Chunk = 3, 40 },
				func() { p.RunMemory, p.Window = 3000, 0 },
				func() { p.RunMemory, p.Buffer, p.Piece = 0, 400, 70 },
				func() { p.Tables = 3000 },
				func() { p.Buffer, p.Chunk = 10, 3000 },
			} {
				change()
				got, store := solveBy(t, g, p)
				if got.Digest != want.Digest {
					t.Errorf("digest %016x, want %016x", got.Digest, want.Digest)
				}
				if diff := cmp.Diff(want.Layers, got.Layers); diff != "" {
					t.Errorf("layers (-not linked +linked):\n%s", diff)
				}
				if err := sameContent(stored, store); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// TestPartsAreRanges tests that parts are ordered like the states, that their
// number does not exceed the limit, and that states outside the sample have a
// part.
func TestPartsAreRanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, shape := range []func() uint64{
		rng.Uint64,
		func() uint64 { return 1<<40 + rng.Uint64N(1000) },
		func() uint64 { return 5 },
		func() uint64 { return rng.Uint64() >> rng.UintN(64) },
	} {
		for _, parts := range []int{1, 7, maxParts} {
			sample := make([]uint64, 5000)
			for i := range sample {
				sample[i] = shape()
			}
			r := newRouter(slices.Clone(sample), parts)
			all := append(sample, 0, math.MaxUint64)
			slices.Sort(all)
			var counts [maxParts]int32
			route(r, make([]uint8, len(all)), all, &counts)
			for i, w := range all[1:] {
				if r.of(w) < r.of(all[i]) {
					t.Fatalf("%d parts: %x is in part %d, %x in part %d", parts, all[i], r.of(all[i]), w, r.of(w))
				}
			}
			if r.parts > parts || slices.ContainsFunc(counts[r.parts:], func(n int32) bool { return n > 0 }) {
				t.Errorf("%d parts of %d: %v", r.parts, parts, counts)
			}
		}
	}
}

// TestLinksYieldTheDisk tests that links are discarded if their file takes too
// much of the free disk space.
func TestLinksYieldTheDisk(t *testing.T) {
	s := &linkStore{layers: map[int]*links{3: {}}, work: t.TempDir()}
	if _, err := s.put(make([]byte, 10)); err != nil {
		t.Fatal(err)
	}
	if s.checkDisk(); s.disabled || s.of(3) == nil {
		t.Fatal("10 bytes are too much")
	}
	s.end = 1 << 60
	if s.checkDisk(); !s.disabled || s.of(3) != nil || s.file != nil {
		t.Error("2^60 bytes are not too much")
	}
}
