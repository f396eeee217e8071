package morris

import (
	"testing"

	"zermelo/games/gamestest"
)

// TestReachable counts the reachable positions of six men's morris, including
// terminal ones. With flying, the tables of another program
// (github.com/brianhliou/game-solver, tablebase v1) have 42,383,945; without flying,
// 42,372,745, which is not tested because it would double the time.
func TestReachable(t *testing.T) {
	gamestest.SkipUnlessLarge(t)
	for spec, want := range map[string]int64{"morris:men=6,flying=three": 42383945} {
		g := open(t, spec)
		// If no men are to be placed, a slot includes positions of both
		// colours.
		seen := make([][2][]uint64, len(g.tiers))
		for i, tier := range g.tiers {
			for role := range seen[i] {
				seen[i][role] = make([]uint64, tier.size/64+1)
			}
		}
		ends := map[uint64]bool{}
		count := int64(0)
		for queue := []uint64{g.Start()}; len(queue) > 0; {
			batch := queue[max(0, len(queue)-1000):]
			children, _ := g.Expand(nil, nil, batch)
			for _, weight := range g.Weights(nil, batch) {
				count += int64(weight)
			}
			queue = queue[:len(queue)-len(batch)]
			for i, slot := range g.Rank(nil, children) {
				if slot.Tier() == tierOver {
					for symmetry := range g.group.Len() {
						ends[g.image(unpack(children[i]), symmetry).pack()] = true
					}
					continue
				}
				word := &seen[slot.Tier()][children[i]>>moverShift][slot.Index()/64]
				if bit := uint64(1) << (slot.Index() % 64); *word&bit == 0 {
					*word |= bit
					queue = append(queue, children[i])
				}
			}
		}
		if got := count + int64(len(ends)); got != want {
			t.Errorf("%s: %d positions and %d ends, %d in all, want %d", spec, count, len(ends), got, want)
		}
	}
}
