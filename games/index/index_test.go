package index

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"
	"testing"

	"zermelo/games/gamestest"

	"pgregory.net/rapid"
)

func listed(set uint32) []int {
	var list []int
	for square := range 32 {
		if set>>square&1 == 1 {
			list = append(list, square)
		}
	}
	return list
}

func TestBinomial(t *testing.T) {
	row := []uint64{1}
	for n := range maxSquares + 1 {
		for k, want := range row {
			if got := binomial(n, k); got != want {
				t.Errorf("%d choose %d: %d, want %d", n, k, got, want)
			}
		}
		next := []uint64{1}
		for k := 1; k < len(row); k++ {
			next = append(next, row[k-1]+row[k])
		}
		row = append(next, 1)
	}
	if binomial(3, 4) != 0 || binomial(3, -1) != 0 {
		t.Error("sets larger than what they are chosen from, or smaller than nothing")
	}
}

func TestDivider(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.Uint64Range(1, 1<<24).Draw(t, "divisor")
		x := rapid.Uint64Range(0, maxDividend).Draw(t, "number")
		near := x / d * d
		for _, x := range []uint64{x, near, near + d - 1, max(near, 1) - 1} {
			if x > maxDividend {
				continue
			}
			if q, r := newDivider(d).split(x); q != x/d || r != x%d {
				t.Fatalf("%d by %d: %d remainder %d", x, d, q, r)
			}
		}
	})
}

// TestGather compares with sets as lists of squares.
func TestGather(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, maxSquares).Draw(t, "squares")
		all := uint32(1<<n - 1)
		set := rapid.Uint32().Draw(t, "set") & all
		gone := rapid.Uint32().Draw(t, "gone") & all
		var want, left uint32
		for square := range n {
			if gone>>square&1 == 1 {
				continue
			}
			want |= set >> square & 1 << left
			left++
		}
		if got := Gather(set, gone); got != want {
			t.Fatalf("set %b without %b of %d: %b, want %b", set, gone, n, got, want)
		}
		if got := Scatter(want, gone); got != set&^gone {
			t.Fatalf("%b set apart by %b of %d: %b, want %b", want, gone, n, got, set&^gone)
		}
	})
}

// TestCompress compares with Gather.
func TestCompress(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gone, set := rapid.Uint32().Draw(t, "gone"), rapid.Uint32().Draw(t, "set")
		for most := rapid.IntRange(0, maxSquares).Draw(t, "gone at most"); bits.OnesCount32(gone) > most; {
			gone &= gone - 1
		}
		set &^= gone
		c, want := compressor{gone: bits.OnesCount32(gone)}, Gather(set, gone)
		c.add(^uint32(0) >> (maxSquares - c.gone)) // class 0, to have more than one
		c.add(gone)
		sets, at := []uint32{set, set}, []place{placeOf(1), placeOf(1)}
		if c.compress(sets, at); sets[0] != want || sets[1] != want {
			t.Fatalf("set %b without %b: %b, want %b", set, gone, sets, want)
		}
		c.expandFar(sets, at)
		if got := c.steps[1].up(sets[1], c.gone >= 8); got != set {
			t.Fatalf("%b set apart by %b: %b, want %b", want, gone, got, set)
		}
	})
}

// TestSubsets ranks all sets of small boards: each number below Len must occur once,
// in the documented order.
func TestSubsets(t *testing.T) {
	for _, board := range []int{1, 2, 3, 7, 8, 9, 12} {
		s := NewSquares(board)
		for n := range board + 1 {
			for k := range n + 1 {
				var sets []uint32
				for set := range uint32(1) << n {
					if len(listed(set)) == k {
						sets = append(sets, set)
					}
				}
				slices.SortFunc(sets, func(a, b uint32) int {
					return cmp.Or(cmp.Compare(bits.OnesCount32(a>>s.low), bits.OnesCount32(b>>s.low)), cmp.Compare(a, b))
				})
				c := s.Subsets(n, k)
				if c.Len() != uint64(len(sets)) {
					t.Fatalf("%d of %d squares: %d sets, want %d", k, n, c.Len(), len(sets))
				}
				for i, set := range sets {
					if c.Rank(set) != uint64(i) || c.Unrank(uint64(i)) != set {
						t.Fatalf("%d of %d squares: set %b has rank %d, want %d, which gives %b", k, n, set, c.Rank(set), i, c.Unrank(uint64(i)))
					}
				}
			}
		}
	}
}

// TestSubsetsLarge checks that ranks of sets of large boards round-trip and are in
// range.
func TestSubsetsLarge(t *testing.T) {
	for _, board := range []int{16, 24, 25, 31, 32} {
		s := NewSquares(board)
		rapid.Check(t, func(t *rapid.T) {
			n := rapid.IntRange(1, board).Draw(t, "squares")
			set := uint32(rapid.Uint64Range(0, 1<<n-1).Draw(t, "set"))
			c := s.Subsets(n, bits.OnesCount32(set))
			rank := c.Rank(set)
			if rank >= c.Len() || c.Unrank(rank) != set {
				t.Fatalf("board %d, %d squares, set %b: rank %d of %d gives %b", board, n, set, rank, c.Len(), c.Unrank(rank))
			}
			if c.Len() != binomial(n, bits.OnesCount32(set)) {
				t.Fatalf("board %d: %d sets of %d of %d", board, c.Len(), bits.OnesCount32(set), n)
			}
		})
	}
}

// reflected returns the images of a set of squares of a width x width board, computed
// with coordinates.
func reflected(set uint32, width int) []uint32 {
	images := map[uint32]bool{}
	for turn := range 8 {
		var image uint32
		for _, square := range listed(set) {
			x, y := square%width, square/width
			if turn&1 == 1 {
				x = width - 1 - x
			}
			if turn&2 == 2 {
				y = width - 1 - y
			}
			if turn&4 == 4 {
				x, y = y, x
			}
			image |= 1 << (y*width + x)
		}
		images[image] = true
	}
	return slices.Sorted(maps.Keys(images))
}

func TestBoard(t *testing.T) {
	for _, c := range []struct{ width, height, want int }{{3, 3, 8}, {4, 4, 8}, {5, 5, 8}, {4, 3, 4}, {3, 6, 4}, {5, 1, 2}, {1, 1, 1}} {
		if got := Board(c.width, c.height).Len(); got != c.want {
			t.Errorf("%dx%d: %d symmetries, want %d", c.width, c.height, got, c.want)
		}
	}
	for _, width := range []int{3, 4, 5} {
		g := Board(width, width)
		rapid.Check(t, func(t *rapid.T) {
			set := uint32(rapid.Uint64Range(0, 1<<(width*width)-1).Draw(t, "set"))
			var images []uint32
			for i := range g.Len() {
				image := g.Apply(i, set)
				images = append(images, image)
				if g.Apply(g.inverse[i], image) != set {
					t.Fatalf("symmetry %d of %b is not taken back", i, set)
				}
			}
			slices.Sort(images)
			if got, want := slices.Compact(images), reflected(set, width); !slices.Equal(got, want) {
				t.Fatalf("images of %b: %b, want %b", set, got, want)
			}
		})
	}
}

// TestClasses compares the classes of small boards with sets of images. The 4x4 board
// has 8548 classes of sets (OEIS A054247), the 3x3 board 102.
func TestClasses(t *testing.T) {
	for width, want := range map[int]uint64{2: 6, 3: 102, 4: 8548} {
		s, g := NewSquares(width*width), Board(width, width)
		var total uint64
		classes := map[int]*Classes{}
		for k := range width*width + 1 {
			classes[k] = NewClasses(s, g, k)
			total += classes[k].size
		}
		if total != want {
			t.Errorf("%dx%d: %d classes, want %d", width, width, total, want)
		}
		for set := range uint32(1) << (width * width) {
			c := classes[len(listed(set))]
			p := c.tables().places[c.sets.Rank(set)]
			class, symmetry := p.class(), p.symmetry()
			images := reflected(set, width)
			rep := c.tables().reps[class].set()
			if class >= c.size || rep != images[0] || g.Apply(symmetry, set) != rep {
				t.Fatalf("set %b: class %d of %d is represented by %b, symmetry %d gives %b, want %b",
					set, class, c.size, rep, symmetry, g.Apply(symmetry, set), images[0])
			}
			keep := c.stabiliser(class)
			if len(images)*(len(keep)+1) != g.Len() || slices.ContainsFunc(keep, func(t uint8) bool { return t == 0 || g.Apply(int(t), rep) != rep }) {
				t.Fatalf("set %b: %d images, symmetries %v keep the representative", set, len(images), keep)
			}
		}
	}
}

// pairImages returns the distinct images of the pair (a, b).
func pairImages(g *Group, a, b uint32) [][2]uint32 {
	var images [][2]uint32
	for t := range g.Len() {
		images = append(images, [2]uint32{g.Apply(t, a), g.Apply(t, b)})
	}
	slices.SortFunc(images, func(x, y [2]uint32) int { return slices.Compare(x[:], y[:]) })
	return slices.Compact(images)
}

// TestPairs checks all pairs of sets of small boards: pairs have equal numbers if and
// only if they are equivalent, used numbers round-trip, and other numbers are marked
// as unused.
func TestPairs(t *testing.T) {
	for _, c := range []struct {
		name  string
		n     int
		group *Group
	}{
		{"no symmetry", 9, NewGroup(9)}, {"3x3", 9, Board(3, 3)}, {"4x2", 8, Board(4, 2)}, {"2x2", 4, Board(2, 2)},
		{"4x3", 12, Board(4, 3)}, {"half-turn", 7, NewGroup(7, []int{6, 5, 4, 3, 2, 1, 0})},
	} {
		s := NewSquares(c.n)
		for k1 := range c.n + 1 {
			first := NewClasses(s, c.group, k1)
			for k2 := range c.n - k1 + 1 {
				if c.n > 9 && k1+k2 > 5 {
					continue
				}
				testPairs(t, c.name, c.group, NewPairs(first, k2, 0), k1, k2)
			}
		}
	}
}

func testPairs(t *testing.T, name string, g *Group, p *Pairs, k1, k2 int) {
	t.Helper()
	seen := map[uint64][2]uint32{}
	all := uint32(1)<<g.squares - 1
	for a := range all + 1 {
		for b := range all + 1 {
			if a&b != 0 || bits.OnesCount32(a) != k1 || bits.OnesCount32(b) != k2 {
				continue
			}
			number, images := rankOf(p, a, b), pairImages(g, a, b)
			if number >= p.Len() {
				t.Fatalf("%s, %d and %d: number %d of %d", name, k1, k2, number, p.Len())
			}
			if weightOf(p, a, b) != len(images) {
				t.Fatalf("%s, pair %b %b: weight %d, want %d", name, a, b, weightOf(p, a, b), len(images))
			}
			if other, ok := seen[number]; ok && other != images[0] {
				t.Fatalf("%s, pair %b %b has number %d like %b", name, a, b, number, other)
			}
			seen[number] = images[0]
			x, y, used := unrankOf(p, number)
			if !used || !slices.Contains(images, [2]uint32{x, y}) {
				t.Fatalf("%s, pair %b %b: number %d gives %b %b, used %v", name, a, b, number, x, y, used)
			}
		}
	}
	classes := map[[2]uint32]bool{}
	for _, image := range seen {
		classes[image] = true
	}
	if len(classes) != len(seen) {
		t.Fatalf("%s, %d and %d: %d numbers for %d classes", name, k1, k2, len(seen), len(classes))
	}
	for number := range p.Len() {
		if _, _, used := unrankOf(p, number); used != (seen[number] != [2]uint32{} || k1+k2 == 0) {
			t.Fatalf("%s, %d and %d: number %d used %v", name, k1, k2, number, used)
		}
	}
}

func TestPairsLarge(t *testing.T) {
	for _, width := range []int{4, 5} {
		n := width * width
		s, g := NewSquares(n), Board(width, width)
		classes := map[int]*Classes{}
		for k := range 9 {
			classes[k] = NewClasses(s, g, k)
		}
		rapid.Check(t, func(t *rapid.T) {
			var sets [2]uint32
			for square := range n {
				if owner := rapid.IntRange(0, 3).Draw(t, "owner"); owner < 2 && bits.OnesCount32(sets[owner]) < 8 {
					sets[owner] |= 1 << square
				}
			}
			p := NewPairs(classes[bits.OnesCount32(sets[0])], bits.OnesCount32(sets[1]), 0)
			number := rankOf(p, sets[0], sets[1])
			a, b, used := unrankOf(p, number)
			if !used || number >= p.Len() || rankOf(p, a, b) != number {
				t.Fatalf("%b: number %d of %d gives %b %b, used %v", sets, number, p.Len(), a, b, used)
			}
			images := pairImages(g, sets[0], sets[1])
			if !slices.Contains(images, [2]uint32{a, b}) || weightOf(p, sets[0], sets[1]) != len(images) {
				t.Fatalf("%b: represented by %b %b, weight %d, images %b", sets, a, b, weightOf(p, sets[0], sets[1]), images)
			}
			for _, image := range images {
				if rankOf(p, image[0], image[1]) != number {
					t.Fatalf("%b has number %d, its image %b has %d", sets, number, image, rankOf(p, image[0], image[1]))
				}
			}
		})
	}
}

// TestPairsMany checks random pairs of large boards whose first sets leave few
// squares.
func TestPairsMany(t *testing.T) {
	s, g := NewSquares(25), Board(5, 5)
	for _, c := range []Counts{{8, 6}, {15, 3}, {16, 9}, {17, 4}, {22, 2}, {25, 0}} {
		if !gamestest.Large() && binomial(25, c.Own) > 1e6 {
			continue
		}
		p := NewPairs(NewClasses(s, g, c.Own), c.Other, 0)
		rapid.Check(t, func(t *rapid.T) {
			squares := rapid.Permutation(listed(1<<25-1)).Draw(t, "squares")
			var sets [2]uint32
			for i, square := range squares[:c.Own+c.Other] {
				if i < c.Own {
					sets[0] |= 1 << square
				} else {
					sets[1] |= 1 << square
				}
			}
			number, images := rankOf(p, sets[0], sets[1]), pairImages(g, sets[0], sets[1])
			a, b, used := unrankOf(p, number)
			if number >= p.Len() || !used || !slices.Contains(images, [2]uint32{a, b}) {
				t.Fatalf("%b: number %d of %d gives %b %b, used %v", sets, number, p.Len(), a, b, used)
			}
			for _, image := range images {
				if rankOf(p, image[0], image[1]) != number {
					t.Fatalf("%b has number %d, its image %b has %d", sets, number, image, rankOf(p, image[0], image[1]))
				}
			}
		})
	}
}

func rankOf(p *Pairs, a, b uint32) uint64 {
	return uint64(p.Rank(nil, []uint64{uint64(a)<<32 | uint64(b)})[0])
}

func weightOf(p *Pairs, a, b uint32) int {
	return int(p.Weights(nil, []uint64{uint64(a)<<32 | uint64(b)})[0])
}

func unrankOf(p *Pairs, number uint64) (a, b uint32, used bool) {
	pairs, ok := p.Unrank(nil, nil, []uint64{number})
	return uint32(pairs[0] >> 32), uint32(pairs[0]), ok[0]
}
