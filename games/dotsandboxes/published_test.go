package dotsandboxes

import (
	"slices"
	"testing"

	"zermelo/games/gamestest"
)

// leads computes the lead of the player to move in the remaining boxes, for each set
// of lines. It is independent of the owners of completed boxes.
func leads(g *game) []int8 {
	lead := make([]int8, g.all+1)
	var children []uint64
	var ends []int32
	for lines := int(g.all) - 1; lines >= 0; lines-- {
		children, ends = g.Expand(children[:0], ends[:0], []uint64{g.pack(position{lines: uint64(lines)})})
		best := int8(-100)
		for _, c := range children {
			p := g.unpack(c)
			after := lead[p.lines]
			if p.role == 1 {
				after = -after
			}
			best = max(best, int8(p.first)+after)
		}
		lead[lines] = best
	}
	return lead
}

// TestPublished compares with David Wilson, Dots-and-Boxes Analysis
// (wilson.engr.wisc.edu/boxes), for 3x3. After any first line, the second player wins
// by 3. After a line in the middle, this requires one of five replies; the other
// replies win by 1.
func TestPublished(t *testing.T) {
	gamestest.SkipUnlessLarge(t)
	g := open(t, "dots-and-boxes")
	lead := leads(g)
	if lead[0] != -3 {
		t.Errorf("the first player leads by %d, want -3", lead[0])
	}
	middle := uint64(0)
	for n := range g.lines {
		if lead[1<<n] != 3 {
			t.Errorf("after %s the second player leads by %d, want 3", g.lineName(n), lead[1<<n])
		}
		if g.lineName(n) == "b2-c2" {
			middle = 1 << n
		}
	}
	for n := range g.lines {
		if middle == 1<<n {
			continue
		}
		want := int8(-1)
		if slices.Contains([]string{"a3-b3", "b1-b2", "b4-c4", "c1-c2", "c3-d3"}, g.lineName(n)) {
			want = -3
		}
		if got := lead[middle|1<<n]; got != want {
			t.Errorf("after b2-c2 %s the first player leads by %d, want %d", g.lineName(n), got, want)
		}
	}
}
