package morris

import (
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

// TestClasses compares the number of classes of tiers without men to place, by
// Burnside's lemma, with the used indexes. Four men against three on 24 points yield
// 1,520,796, as in Gasser's list of databases.
func TestClasses(t *testing.T) {
	specs := []string{"morris:men=3,start=3x3", "morris:men=6,start=4x4"}
	if gamestest.Large() {
		specs = append(specs, "morris:start=4x3")
	}
	for _, spec := range specs {
		g := open(t, spec)
		for number, info := range g.Tiers()[1:] {
			number++
			var want int
			for _, p := range g.tiers[number].parts {
				want += burnside(g, p.own, p.opp)
			}
			indexes := make([]uint64, info.Size)
			for i := range indexes {
				indexes[i] = uint64(i)
			}
			states, used := g.Unrank(nil, nil, number, indexes)
			slots := g.Rank(nil, states)
			got := 0
			for i := range indexes {
				if used[i] {
					got++
					if slots[i] != games.SlotOf(number, indexes[i]) {
						t.Fatalf("%s %s: index %d has rank %x", spec, info.Name, i, slots[i])
					}
				}
			}
			if got != want || info.Name == "4-3" && len(g.points) == 24 && got != 1520796 {
				t.Errorf("%s %s: %d classes, want %d", spec, info.Name, got, want)
			}
			t.Logf("%s %s: %d indexes, %d classes", spec, info.Name, info.Size, got)
		}
	}
}

// burnside returns the number of arrangements of own and opp men up to symmetry,
// which is the average number of arrangements that a symmetry preserves. In these,
// all points of a cycle are alike.
func burnside(g *game, own, opp int) int {
	total := 0
	for sym := range g.group.Len() {
		var cycles []int
		seen := uint32(0)
		for at := range g.points {
			n := 0
			for p := uint32(1) << at; seen&p == 0; p = g.group.Apply(sym, p) {
				seen |= p
				n++
			}
			if n > 0 {
				cycles = append(cycles, n)
			}
		}
		// ways[a][b] is the number of arrangements of a and b men on the
		// cycles so far.
		ways := map[[2]int]int{{0, 0}: 1}
		for _, n := range cycles {
			next := map[[2]int]int{}
			for men, w := range ways {
				next[men] += w
				next[[2]int{men[0] + n, men[1]}] += w
				next[[2]int{men[0], men[1] + n}] += w
			}
			ways = next
		}
		total += ways[[2]int{own, opp}]
	}
	return total / g.group.Len()
}

func TestSymmetries(t *testing.T) {
	for spec, want := range map[string]int{"morris:men=3": 8, "morris:men=6": 16, "morris:start=3x3": 16} {
		g := open(t, spec)
		if n := g.group.Len(); n != want {
			t.Errorf("%s: %d symmetries, want %d", spec, n, want)
		}
		// A symmetry preserves adjacency and mills.
		for sym := range g.group.Len() {
			for at := range g.points {
				to := g.group.Apply(sym, 1<<at)
				for i := range g.points {
					if to == 1<<i && g.group.Apply(sym, g.near[at]) != g.near[i] {
						t.Errorf("%s: symmetry %d breaks lines", spec, sym)
					}
				}
			}
		}
	}
}

// TestParents checks that Parents inverts Expand within the tier of random positions,
// up to symmetry.
func TestParents(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, spec := range []string{"morris:men=3,start=3x3", "morris:men=6,start=5x4", "morris:start=4x4", "morris:start=5x3,flying=never"} {
		g := open(t, spec)
		for range 800 {
			number := 1 + rng.IntN(len(g.tiers)-1)
			index := rng.Uint64N(g.tiers[number].size)
			states, used := g.Unrank(nil, nil, number, []uint64{index})
			if !used[0] {
				continue
			}
			s, slot := states[0], games.SlotOf(number, index)
			children, _ := g.Expand(nil, nil, states)
			for _, c := range children {
				if g.Rank(nil, []uint64{c})[0].Tier() != number {
					continue
				}
				parents, _ := g.Parents(nil, nil, []uint64{c})
				if !slices.Contains(g.Rank(nil, parents), slot) {
					t.Fatalf("%s: %s leads to %s, which has other parents", spec, g.FormatState(s), g.FormatState(c))
				}
			}
			parents, _ := g.Parents(nil, nil, states)
			for _, p := range parents {
				children, _ := g.Expand(nil, nil, []uint64{p})
				if !slices.Contains(g.Rank(nil, children), slot) || g.Rank(nil, []uint64{p})[0].Tier() != number {
					t.Fatalf("%s: %s is a parent of %s but does not lead there", spec, g.FormatState(p), g.FormatState(s))
				}
			}
		}
	}
}
