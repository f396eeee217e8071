package quixo

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/index"
	"zermelo/games/turns"
)

// number makes the tiers: the tiles that both players have marked, whoever has
// which number of them, the most first, as a ply marks one more or moves an own
// one. All boards have an index, whether they can be reached or not.
func (g *game) number() {
	g.group = index.Board(g.Width, g.Height)
	var tiers []games.Tier
	var counts [][]index.Counts
	tierOf := map[index.Counts]int{}
	for total := g.Cells(); total >= 0; total-- {
		for fewer := range total/2 + 1 {
			more := total - fewer
			tier := []index.Counts{{Own: fewer, Other: more}}
			if fewer != more {
				tier = append(tier, index.Counts{Own: more, Other: fewer})
			}
			var lower []int
			if total < g.Cells() {
				lower = append(lower, tierOf[index.Counts{Own: fewer, Other: more + 1}])
				if fewer != more {
					lower = append(lower, tierOf[index.Counts{Own: fewer + 1, Other: more}])
				}
			}
			tierOf[tier[0]] = len(counts)
			counts = append(counts, tier)
			tiers = append(tiers, games.Tier{Name: fmt.Sprintf("tiles-%d-%d", more, fewer), Lower: lower})
		}
	}
	g.Sides = index.NewSides(index.NewSquares(g.Cells()), g.group, tiers, counts)
}

// Parents appends the states before a move of an own tile by the player who is
// not to move.
func (g *game) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		before, tiles := ^s&turns.Bit, bits.RotateLeft64(s&^turns.Bit, 32)
		for rest := s & g.edge; rest != 0; rest &= rest - 1 {
			into := g.into[bits.TrailingZeros64(rest)%maxCells]
			for i := range into {
				dst = append(dst, before|into[i].pull(tiles))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// passed is a state with the other player to move, and whether the game goes on.
func (g *game) passed(s uint64) (uint64, bool) {
	over, _ := g.result(s)
	return ^s&turns.Bit | bits.RotateLeft64(s&^turns.Bit, 32), !over
}
