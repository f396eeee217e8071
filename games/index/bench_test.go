package index

import (
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
)

// sample returns random numbers less than n.
func sample(n uint64) []uint64 {
	rng := rand.New(rand.NewPCG(1, 2))
	numbers := make([]uint64, 4096)
	for i := range numbers {
		numbers[i] = rng.Uint64N(n)
	}
	return numbers
}

func perPosition(b *testing.B) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/4096, "ns/position")
}

func BenchmarkSubsets(b *testing.B) {
	for _, c := range []struct {
		name string
		n, k int
	}{{"5-of-16", 16, 5}, {"4-of-25", 25, 4}, {"12-of-25", 25, 12}} {
		t := NewSquares(c.n).Subsets(c.n, c.k)
		numbers := sample(t.Len())
		sets := make([]uint32, len(numbers))
		b.Run("unrank/"+c.name, func(b *testing.B) {
			for b.Loop() {
				for i, number := range numbers {
					sets[i] = t.Unrank(number)
				}
			}
			perPosition(b)
		})
		b.Run("rank/"+c.name, func(b *testing.B) {
			for b.Loop() {
				for i, set := range sets {
					numbers[i] = t.Rank(set)
				}
			}
			perPosition(b)
		})
	}
}

func BenchmarkPairs(b *testing.B) {
	for _, c := range []struct {
		name   string
		group  *Group
		k1, k2 int
	}{
		{"5-5-of-4x4", Board(4, 4), 5, 5}, {"4-4-of-5x5", Board(5, 5), 4, 4}, {"9-8-of-6x4", Board(6, 4), 9, 8},
		{"5-5-of-16", NewGroup(16), 5, 5}, {"4-4-of-25", NewGroup(25), 4, 4}, // without symmetry
	} {
		p := NewPairs(NewClasses(NewSquares(c.group.squares), c.group, c.k1), c.k2, 0)
		numbers := sample(p.Len())
		pairs, used := p.Unrank(nil, nil, numbers)
		var slots []games.Slot
		b.Run("unrank/"+c.name, func(b *testing.B) {
			for b.Loop() {
				pairs, used = p.Unrank(pairs[:0], used[:0], numbers)
			}
			perPosition(b)
		})
		b.Run("rank/"+c.name, func(b *testing.B) {
			for b.Loop() {
				slots = p.Rank(slots[:0], pairs)
			}
			perPosition(b)
		})
	}
}

func BenchmarkSides(b *testing.B) {
	for _, c := range []struct {
		name   string
		group  *Group
		counts []Counts
	}{
		{"5-5-of-4x4", Board(4, 4), []Counts{{5, 5}}},
		{"4-4-of-5x5", Board(5, 5), []Counts{{4, 4}}},
		{"5-5-of-16", NewGroup(16), []Counts{{5, 5}}}, // without symmetry
		{"5-4-or-4-5-of-4x4", Board(4, 4), []Counts{{5, 4}, {4, 5}}},
	} {
		t := NewSides(NewSquares(c.group.squares), c.group, make([]games.Tier, 1), [][]Counts{c.counts})
		numbers := sample(t.Tiers()[0].Size)
		positions, _ := t.Unrank(nil, nil, 0, numbers)
		if len(c.counts) > 1 {
			slices.Sort(numbers) // as when a tier is processed in order
		}
		var unranked []uint64
		var used []bool
		b.Run("unrank/"+c.name, func(b *testing.B) {
			for b.Loop() {
				unranked, used = t.Unrank(unranked[:0], used[:0], 0, numbers)
			}
			perPosition(b)
		})
		var slots []games.Slot
		b.Run("rank/"+c.name, func(b *testing.B) {
			for b.Loop() {
				slots = t.Rank(slots[:0], positions)
			}
			perPosition(b)
		})
	}
}
