package symmetry

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	_ "zermelo/games/gamestest" // for the flag -large
)

// TestGrid compares with the explicit images of a small board.
func TestGrid(t *testing.T) {
	draw := func(p Permutation) string {
		board := make([]byte, len(p))
		for i, to := range p {
			board[to] = "abcdefghi"[i]
		}
		return string(board)
	}
	for _, c := range []struct {
		width, height int
		want          []string
	}{
		{2, 2, []string{"abcd", "badc", "cdab", "dcba", "acbd", "bdac", "cadb", "dbca"}},
		{3, 2, []string{"abcdef", "cbafed", "defabc", "fedcba"}},
		{1, 3, []string{"abc", "abc", "cba", "cba"}},
	} {
		var got []string
		for _, p := range Grid(c.width, c.height) {
			got = append(got, draw(p))
		}
		if got[0] != c.want[0] {
			t.Errorf("%dx%d: the first is %s", c.width, c.height, got[0])
		}
		slices.Sort(got)
		slices.Sort(c.want)
		if !slices.Equal(got, c.want) {
			t.Errorf("%dx%d: %v, want %v", c.width, c.height, got, c.want)
		}
	}
}

// TestMap compares maps with moving single bits.
func TestMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 64).Draw(t, "bits")
		numbers := make([]int, n)
		for i := range numbers {
			numbers[i] = i
		}
		p := Permutation(rapid.Permutation(numbers).Draw(t, "permutation"))
		set := rapid.Uint64().Draw(t, "set") >> (64 - n)
		want := uint64(0)
		for i, to := range p {
			want |= set >> i & 1 << to
		}
		if got := newMap(p).Apply(set); got != want {
			t.Fatalf("%x, want %x", got, want)
		}
	})
}

func TestGroup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		width, height := rapid.IntRange(1, 5).Draw(t, "width"), rapid.IntRange(1, 5).Draw(t, "height")
		g := NewGroup(Grid(width, height))
		set := rapid.Uint64().Draw(t, "set") & (1<<(width*height) - 1)
		images := map[uint64]bool{}
		for _, m := range g {
			images[m.Apply(set)] = true
		}
		if got := g.Orbit(set); got != len(images) {
			t.Fatalf("orbit of %d, want %d", got, len(images))
		}
		for image := range images {
			if image < g.Least(set) || g.Least(image) != g.Least(set) {
				t.Fatalf("%x: least %x, but image %x with %x", set, g.Least(set), image, g.Least(image))
			}
		}
	})
}

// TestPlanes compares with the manual mirror image of two boards of 2x1.
func TestPlanes(t *testing.T) {
	got := Planes(2, []Permutation{{0, 1}, {1, 0}})
	want := []Permutation{{0, 1, 2, 3}, {1, 0, 3, 2}}
	if !slices.EqualFunc(got, want, slices.Equal[Permutation]) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestCanonizer compares with the manual images of a row of three cells.
func TestCanonizer(t *testing.T) {
	g := NewGroup(Grid(3, 1))
	states, swaps := []uint64{0b000, 0b100, 0b110, 0b101, 0b011}, make([]bool, 5)
	swaps[2] = true
	if got, want := g.Orbits(nil, states), []int32{1, 2, 2, 1, 2}; !slices.Equal(got, want) {
		t.Errorf("orbits %v, want %v", got, want)
	}
	g.Canonize(states, swaps)
	if want := []uint64{0b000, 0b001, 0b011, 0b101, 0b011}; !slices.Equal(states, want) || slices.Contains(swaps, true) {
		t.Errorf("canonical states %b, swaps %v, want %b", states, swaps, want)
	}
}

func TestDescribe(t *testing.T) {
	for _, c := range []struct {
		width, height int
		want          string
	}{{1, 1, ""}, {4, 1, "mirror"}, {1, 4, "mirror"}, {3, 2, "mirrors and half-turn"}, {3, 3, "mirrors, diagonals and turns"}} {
		if got := Describe(c.width, c.height); got != c.want {
			t.Errorf("%dx%d: %q, want %q", c.width, c.height, got, c.want)
		}
	}
}

// BenchmarkLeast measures the eight images of two planes of a 4x4 board.
func BenchmarkLeast(b *testing.B) {
	g, set := NewGroup(Planes(2, Grid(4, 4))), uint64(0x5a5a5a5a)
	for b.Loop() {
		set ^= g.Least(set) << 1 & (1<<32 - 1)
	}
}

func BenchmarkApply(b *testing.B) {
	p := make(Permutation, 24)
	for i := range p {
		p[i] = 23 - i
	}
	m, set := newMap(p), uint64(0x5a5a5a)
	for b.Loop() {
		set = m.Apply(set)
	}
}

func TestGenerate(t *testing.T) {
	turn, flip := []int{1, 2, 3, 0}, []int{0, 3, 2, 1}
	got := Generate(4, 8, turn, flip)
	if len(got) != 8 || !slices.Equal(got[0], []int{0, 1, 2, 3}) || !slices.Equal(got[1], turn) || !slices.Equal(got[2], flip) {
		t.Errorf("%v, want 8 permutations that begin with the identity and the generators", got)
	}
	for _, p := range got {
		for _, q := range got {
			product := []int{q[p[0]], q[p[1]], q[p[2]], q[p[3]]}
			if !slices.ContainsFunc(got, func(r []int) bool { return slices.Equal(r, product) }) {
				t.Errorf("%v, the product of %v and %v, is missing", product, p, q)
			}
		}
	}
	if got := Generate(4, 7, turn, flip); got != nil {
		t.Errorf("%v, want nil for more than 7 permutations", got)
	}
	if got := Generate(2, 1); len(got) != 1 {
		t.Errorf("%v, want the identity", got)
	}
}
