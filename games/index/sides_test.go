package index

import (
	"testing"

	"zermelo/games"
)

// TestSides goes through all positions of up to two squares each on a 3x3
// board: they must fill their tiers without anything left over.
func TestSides(t *testing.T) {
	tiers := [][]Counts{{{2, 2}}, {{1, 2}, {2, 1}}, {{1, 1}}, {{0, 2}, {2, 0}, {0, 1}, {1, 0}, {0, 0}}}
	g := Board(3, 3)
	s := NewSides(NewSquares(9), g, tiers)
	classes := map[games.Slot][2]uint32{}
	for a := range uint32(512) {
		for b := range uint32(512) {
			if a&b != 0 || len(listed(a)) > 2 || len(listed(b)) > 2 {
				continue
			}
			slot, image := s.Rank(a, b), pairImages(g, a, b)
			if other, ok := classes[slot]; ok && other != image[0] {
				t.Fatalf("%b %b has slot %x like %b", a, b, slot, other)
			}
			classes[slot] = image[0]
			found := false
			for _, c := range tiers[slot.Tier()] {
				found = found || c == Counts{len(listed(a)), len(listed(b))}
			}
			if !found || slot.Index() >= s.Size(slot.Tier()) {
				t.Fatalf("%b %b is in tier %d, index %d", a, b, slot.Tier(), slot.Index())
			}
			if x, y, used := s.Unrank(slot.Tier(), slot.Index()); !used || s.Rank(x, y) != slot {
				t.Fatalf("%b %b has slot %x, which gives %b %b, used %v", a, b, slot, x, y, used)
			}
			if s.Weight(a, b) != len(image) {
				t.Fatalf("%b %b: weight %d, want %d", a, b, s.Weight(a, b), len(image))
			}
		}
	}
	used := 0
	for tier := range tiers {
		for index := range s.Size(tier) {
			if _, _, ok := s.Unrank(tier, index); ok {
				used++
			}
		}
	}
	if used != len(classes) {
		t.Errorf("%d indexes are used, want %d", used, len(classes))
	}
}
