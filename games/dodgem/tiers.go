package dodgem

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/index"
	"zermelo/games/turns"
)

// number makes the tiers: the cars that both players have left, whoever has
// which number of them, the fewest first. Positions with the bottom player to
// move are numbered by their reflection, where the left player is to move. A
// player to move has cars: else the game was over before.
func (g *game) number() {
	cells, most := g.Cells(), g.Width-1
	transpose := make([]int, cells)
	for i := range transpose {
		transpose[i] = i%g.Width*g.Width + i/g.Width
	}
	g.reflect = index.NewGroup(cells, transpose)
	var tiers []games.Tier
	var counts [][]index.Counts
	tierOf := map[index.Counts]int{}
	for total := 1; total <= 2*most; total++ {
		for more := (total + 1) / 2; more <= min(total, most); more++ {
			fewer := total - more
			tier := []index.Counts{{Own: more, Other: fewer}}
			if fewer != 0 && fewer != more {
				tier = append(tier, index.Counts{Own: fewer, Other: more})
			}
			var lower []int
			if fewer > 0 {
				lower = append(lower, tierOf[index.Counts{Own: more, Other: fewer - 1}])
				if more > fewer {
					lower = append(lower, tierOf[index.Counts{Own: more - 1, Other: fewer}])
				}
			}
			tierOf[tier[0]] = len(counts)
			counts = append(counts, tier)
			tiers = append(tiers, games.Tier{Name: fmt.Sprintf("cars-%d-%d", more, fewer), Lower: lower})
		}
	}
	g.Sides = index.NewSides(index.NewSquares(cells), index.NewGroup(cells), tiers, counts)
}

// fromLeft reflects a position with the bottom player to move, so that the left
// player is.
func (g *game) fromLeft(p position) position {
	if p.mover == bottom {
		p = position{own: g.reflect.Apply(1, p.own), other: g.reflect.Apply(1, p.other)}
	}
	return p
}

// Rank appends the slots of positions. A state with the left player to move is
// a position as index.Sides has it.
func (g *game) Rank(dst []games.Slot, src []uint64) []games.Slot {
	var batch [256]uint64
	for len(src) > 0 {
		n := min(len(src), len(batch))
		for i, s := range src[:n] {
			batch[i] = pack(g.fromLeft(unpack(s)))
		}
		dst, src = g.Sides.Rank(dst, batch[:n]), src[n:]
	}
	return dst
}

// Weights appends 1 for each position: symmetry only exchanges the players.
func (g *game) Weights(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(uint64) int32 { return 1 })
}

// Parents appends the positions before a step of the player who is not to
// move.
func (g *game) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		p := unpack(s)
		free := g.all &^ (p.own | p.other)
		parent := position{other: p.own, mover: p.mover ^ 1}
		for _, step := range g.steps[parent.mover] {
			for from := bits.RotateLeft32(p.other, -step.rotate) & step.from & free; from != 0; from &= from - 1 {
				cell := from & -from
				parent.own = p.other ^ cell ^ bits.RotateLeft32(cell, step.rotate)
				dst = append(dst, pack(parent))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Canonize replaces each position with the bottom player to move by its
// reflection, where the players have changed places.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		p := unpack(s)
		states[i], swaps[i] = pack(g.fromLeft(p)), p.mover == bottom
	}
}
