package automorphism

import (
	"math/rand/v2"
	"slices"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
)

// pairs returns the edges given by consecutive pairs of vertices.
func pairs(list ...int32) (edges [][2]int32) {
	for i := 0; i < len(list); i += 2 {
		edges = append(edges, [2]int32{list[i], list[i+1]})
	}
	return edges
}

// ring returns the edges of a cycle of n vertices.
func ring(n int32) (edges [][2]int32) {
	for v := range n {
		edges = append(edges, [2]int32{v, (v + 1) % n})
	}
	return edges
}

// cube returns the edges of a hypercube.
func cube(dimensions int) (edges [][2]int32) {
	for v := range int32(1) << dimensions {
		for d := range dimensions {
			if u := v | 1<<d; u != v {
				edges = append(edges, [2]int32{v, u})
			}
		}
	}
	return edges
}

// TestKnownGroups compares the orders of groups with the literature.
func TestKnownGroups(t *testing.T) {
	petersen := append(ring(5), pairs(0, 5, 1, 6, 2, 7, 3, 8, 4, 9, 5, 7, 7, 9, 9, 6, 6, 8, 8, 5)...)
	// Frucht's graph is 3-regular and has no symmetry (R. Frucht: Graphs of
	// degree three with a given abstract group, 1949).
	frucht := append(ring(7), pairs(0, 7, 1, 7, 2, 8, 3, 9, 4, 9, 5, 10, 6, 10, 7, 11, 8, 11, 8, 9, 10, 11)...)
	tests := []struct {
		name     string
		vertices int
		edges    [][2]int32
		order    float64
	}{
		{"empty", 6, nil, 720},
		{"ring", 12, ring(12), 24},
		{"petersen", 10, petersen, 120},
		{"frucht", 12, frucht, 1},
		{"cube", 8, cube(3), 48},
		{"five dimensions", 32, cube(5), 3840},
		{"two triangles", 6, pairs(0, 1, 1, 2, 2, 0, 3, 4, 4, 5, 5, 3), 72},
	}
	for _, test := range tests {
		g := NewGraph(make([]int32, test.vertices), test.edges)
		group := Find(g, test.vertices, 1_000_000, func(int) {})
		if !group.Complete || group.Order != test.order {
			t.Errorf("%s: order %v, complete %v, want %v", test.name, group.Order, group.Complete, test.order)
		}
	}
}

// allPermutations calls visit with each permutation of p[from:].
func allPermutations(p []int32, from int, visit func()) {
	if from == len(p) {
		visit()
		return
	}
	for i := from; i < len(p); i++ {
		p[from], p[i] = p[i], p[from]
		allPermutations(p, from+1, visit)
		p[from], p[i] = p[i], p[from]
	}
}

// TestRandomGraphs compares Find with an exhaustive search over permutations.
// Only some vertices of the graphs are points.
func TestRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	most := 0
	for range 400 {
		n := 1 + rng.IntN(7)
		points := rng.IntN(n + 1)
		colors := make([]int32, n)
		for v := range colors {
			if colors[v] = int32(rng.IntN(2)); v >= points {
				colors[v] += 2
			}
		}
		has := make([]bool, n*n)
		var edges [][2]int32
		for range rng.IntN(2 * n) {
			a, b := int32(rng.IntN(n)), int32(rng.IntN(n))
			if at := int(max(a, b))*n + int(min(a, b)); a != b && !has[at] {
				has[at] = true
				edges = append(edges, [2]int32{a, b})
			}
		}
		images := map[string]bool{}
		p := make([]int32, n)
		for v := range p {
			p[v] = int32(v)
		}
		allPermutations(p, 0, func() {
			for v := range p {
				if colors[v] != colors[p[v]] {
					return
				}
			}
			for _, e := range edges {
				if a, b := p[e[0]], p[e[1]]; !has[int(max(a, b))*n+int(min(a, b))] {
					return
				}
			}
			var image []byte
			for _, to := range p[:points] {
				image = append(image, byte(to))
			}
			images[string(image)] = true
		})
		g := NewGraph(colors, edges)
		group := Find(g, points, 1_000_000, func(int) {})
		if !group.Complete || int(group.Order) != len(images) {
			t.Fatalf("colours %v, edges %v, %d points: order %v, want %d", colors, edges, points, group.Order, len(images))
		}
		most = max(most, len(images))
		for _, p := range group.Generators {
			if !g.keeps(p) {
				t.Errorf("%v is no automorphism", p)
			}
		}
	}
	if most < 24 {
		t.Errorf("the largest group has order %d", most)
	}
}

// TestLimit checks that a limited search returns only valid automorphisms.
func TestLimit(t *testing.T) {
	g := NewGraph(make([]int32, 64), cube(6))
	some := false
	for limit := int64(0); limit < 20_000; limit += 500 {
		group := Find(g, 64, limit, func(int) {})
		for _, p := range group.Generators {
			if !g.keeps(p) {
				t.Errorf("limit %d: %v is no automorphism", limit, p)
			}
		}
		some = some || !group.Complete && len(group.Generators) > 0
	}
	if !some {
		t.Error("no limit left it with a part of the group")
	}
}

func TestKeeps(t *testing.T) {
	g := NewGraph([]int32{0, 0, 1, 1}, pairs(0, 2, 1, 3))
	for _, test := range []struct {
		p    []int32
		want bool
	}{
		{[]int32{0, 1, 2, 3}, true},
		{[]int32{1, 0, 3, 2}, true},
		{[]int32{1, 0, 2, 3}, false}, // edges
		{[]int32{2, 3, 0, 1}, false}, // colors
		{[]int32{0, 0, 2, 2}, false}, // not a permutation
		{[]int32{0, 1, 2}, false},
	} {
		if got := g.keeps(slices.Clone(test.p)); got != test.want {
			t.Errorf("%v: %v, want %v", test.p, got, test.want)
		}
	}
}
