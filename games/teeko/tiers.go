package teeko

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/index"
	"zermelo/games/turns"
)

// number makes the tiers: one for the positions where all pieces are on the
// board, then one for each number of pieces dropped, the most first.
func (g *game) number(squares *index.Squares) {
	g.group = index.Board(width, width)
	var tiers []games.Tier
	var counts [][]index.Counts
	for dropped := 2 * pieces; dropped >= 0; dropped-- {
		counts = append(counts, []index.Counts{{Own: dropped / 2, Other: dropped - dropped/2}})
		tier := games.Tier{Name: fmt.Sprintf("dropped-%d", dropped)}
		if dropped < 2*pieces {
			tier.Lower = []int{len(tiers) - 1}
		}
		tiers = append(tiers, tier)
	}
	g.Sides = index.NewSides(squares, g.group, tiers, counts)
}

// Unrank appends states, with the first player to move once all pieces are on
// the board. A board where the player to move has won before is no position.
func (g *game) Unrank(dst []uint64, used []bool, tier int, indexes []uint64) ([]uint64, []bool) {
	from := len(dst)
	dst, used = g.Sides.Unrank(dst, used, tier, indexes)
	if tier == 0 {
		marks := used[len(used)-len(indexes):]
		for i, s := range dst[from:] {
			own, _ := unpack(s)
			marks[i] = marks[i] && !g.wins(own)
		}
	} else if tier%2 == 1 {
		for i := range dst[from:] {
			dst[from+i] |= turns.Bit
		}
	}
	return dst, used
}

// Parents appends the states before a move of a piece by the player who is not
// to move. That player had not won before.
func (g *game) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		own, other := unpack(s)
		if bits.OnesCount32(own) == pieces {
			mover, free := ^s&turns.Bit, allCells&^(own|other)
			for rest := other; rest != 0; rest &= rest - 1 {
				kept := other ^ rest&-rest
				for from := g.near[bits.TrailingZeros32(rest)] & free; from != 0; from &= from - 1 {
					if before := kept | from&-from; !g.wins(before) {
						dst = append(dst, pack(mover, before, own))
					}
				}
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// passed is a state with the other player to move, and whether it is a position:
// the game goes on, and no piece is left to drop. While pieces are dropped their
// number tells who is to move.
func (g *game) passed(s uint64) (uint64, bool) {
	own, other := unpack(s)
	return pack(^s&turns.Bit, other, own), !dropping(own) && !g.wins(other)
}
