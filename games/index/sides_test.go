package index

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
)

// TestSides checks all positions of up to two squares per player on a 3x3 board: they
// must use all indexes of their tiers.
func TestSides(t *testing.T) {
	tiers := [][]Counts{{{2, 2}}, {{1, 2}, {2, 1}}, {{1, 1}}, {{0, 2}, {2, 0}, {0, 1}, {1, 0}, {0, 0}}}
	g := Board(3, 3)
	s := NewSides(NewSquares(9), g, make([]games.Tier, len(tiers)), tiers)
	classes := map[games.Slot][2]uint32{}
	var positions []uint64
	var slots []games.Slot
	for a := range uint32(512) {
		for b := range uint32(512) {
			if a&b != 0 || len(listed(a)) > 2 || len(listed(b)) > 2 {
				continue
			}
			position := []uint64{uint64(a)<<32 | uint64(b)}
			slot, image := s.Rank(nil, position)[0], pairImages(g, a, b)
			if other, ok := classes[slot]; ok && other != image[0] {
				t.Fatalf("%b %b has slot %x like %b", a, b, slot, other)
			}
			classes[slot] = image[0]
			positions, slots = append(positions, position...), append(slots, slot)
			found := false
			for _, c := range tiers[slot.Tier()] {
				found = found || c == Counts{len(listed(a)), len(listed(b))}
			}
			if !found || slot.Index() >= s.Tiers()[slot.Tier()].Size {
				t.Fatalf("%b %b is in tier %d, index %d", a, b, slot.Tier(), slot.Index())
			}
			if back, used := s.Unrank(nil, nil, slot.Tier(), []uint64{slot.Index()}); !used[0] || s.Rank(nil, back)[0] != slot {
				t.Fatalf("%b %b has slot %x, which gives %b, used %v", a, b, slot, back, used)
			}
			position[0] |= 1 << 63
			if weight := s.Weights(nil, position)[0]; int(weight) != len(image) || s.Rank(nil, position)[0] != slot {
				t.Fatalf("%b %b: weight %d, want %d; slot with bit 63 %x, want %x", a, b, weight, len(image), s.Rank(nil, position)[0], slot)
			}
		}
	}
	testBatches(t, s, positions, slots)
	if used := countUsed(t, s, len(tiers)); used != len(classes) {
		t.Errorf("%d indexes are used, want %d", used, len(classes))
	}
}

// testBatches ranks and weighs positions with known slots in batches of several
// sizes: of mixed tiers, of consecutive sections, of one tier, and of one number of
// the opponent's squares.
func testBatches(t *testing.T, s *Sides, positions []uint64, slots []games.Slot) {
	t.Helper()
	var weights []int32
	var which []uint16
	for _, position := range positions {
		weights = append(weights, s.Weights(nil, []uint64{position})...)
		which = append(which, number(position))
	}
	sections, tiers := map[uint16][]int{}, map[int][]int{}
	others := map[uint16][]int{} // by the number of the opponent's squares
	for i, n := range which {
		others[n&31] = append(others[n&31], i)
		sections[n] = append(sections[n], i)
		tiers[slots[i].Tier()] = append(tiers[slots[i].Tier()], i)
	}
	orders := [][]int{nil, nil}
	for i := range positions {
		orders[0] = append(orders[0], i)
	}
	for _, list := range sections {
		orders[1] = append(orders[1], list...)
	}
	for _, list := range tiers {
		orders = append(orders, list)
	}
	for _, list := range others {
		orders = append(orders, list)
	}
	for _, order := range orders {
		var src []uint64
		var numbers []uint16
		var want []games.Slot
		var wantWeights []int32
		for _, i := range order {
			src, numbers = append(src, positions[i]), append(numbers, which[i])
			want, wantWeights = append(want, slots[i]), append(wantWeights, weights[i])
		}
		for _, n := range []int{0, 1, 2, batch - 1, batch, batch + 1, 3*batch + 5, len(src)} {
			n = min(n, len(src))
			if got := s.Rank([]games.Slot{1}, src[:n]); !slices.Equal(got[1:], want[:n]) {
				t.Fatalf("%d positions have different slots in a batch", n)
			}
			if got := Rank([]games.Slot{1}, s.find[:], numbers[:n], src[:n]); !slices.Equal(got[1:], want[:n]) {
				t.Fatalf("%d pairs have different slots in a batch", n)
			}
			if got := s.Weights([]int32{1}, src[:n]); !slices.Equal(got[1:], wantWeights[:n]) {
				t.Fatalf("%d positions have different weights in a batch", n)
			}
			if got := Weights([]int32{1}, s.find[:], numbers[:n], src[:n]); !slices.Equal(got[1:], wantWeights[:n]) {
				t.Fatalf("%d pairs have different weights in a batch", n)
			}
		}
	}
}

// countUsed counts the used indexes of some tiers, one by one and in a batch.
func countUsed(t *testing.T, s *Sides, tiers int) int {
	t.Helper()
	n := 0
	for tier := range tiers {
		var indexes, want []uint64
		var wantUsed []bool
		for index := range s.Tiers()[tier].Size {
			// Alternate between sections.
			for _, index := range []uint64{index, s.Tiers()[tier].Size - 1 - index} {
				position, used := s.Unrank(nil, nil, tier, []uint64{index})
				indexes, want, wantUsed = append(indexes, index), append(want, position[0]), append(wantUsed, used[0])
			}
			if wantUsed[len(wantUsed)-2] {
				n++
			}
		}
		got, gotUsed := s.Unrank([]uint64{1}, []bool{true}, tier, indexes)
		if !slices.Equal(got[1:], want) || !slices.Equal(gotUsed[1:], wantUsed) {
			t.Fatalf("tier %d: Unrank returns different positions in a batch", tier)
		}
	}
	return n
}

// TestLeast compares the smallest image and the number of images with a list of all
// images.
func TestLeast(t *testing.T) {
	for width := 2; width <= 5; width++ {
		g := Board(width, width)
		rapid.Check(t, func(t *rapid.T) {
			all := uint64(1)<<(width*width) - 1
			own := rapid.Uint64Range(0, all).Draw(t, "own")
			other := rapid.Uint64Range(0, all).Draw(t, "other") &^ own
			mover := rapid.Uint64Range(0, 1).Draw(t, "mover") << 63
			images := pairImages(g, uint32(own), uint32(other))
			want := mover | uint64(images[0][0])<<32 | uint64(images[0][1])
			if got := g.Least(mover | own<<32 | other); got != want {
				t.Fatalf("%b %b: %x, want %x", own, other, got, want)
			}
			if got := g.Orbit(mover | own<<32 | other); got != len(images) {
				t.Fatalf("%b %b: %d images, want %d", own, other, got, len(images))
			}
		})
	}
}
