package hex

import (
	"math/bits"

	"zermelo/games"
)

// ExpandOpen implements games.OpenExpander. A stone wins if it joins the stones connected
// with one side and those connected with the other. These are found once per state.
func (g *narrow) ExpandOpen(x *games.Expansion, src []uint64) {
	n := len(x.Children) + len(x.Payoffs)
	for _, s := range src {
		p := g.board.unpack(s)
		image := g.turnedState(s)
		orbit := int32(1)
		if image != s {
			orbit = 2
		}
		mover := g.mover(p)
		x.Movers, x.Orbits = append(x.Movers, int8(mover)), append(x.Orbits, orbit)
		if !g.over(p) {
			free, shift, payoff := g.free(p), uint(g.cells), int16(100) // shift is the offset of the mover's stones
			if mover == 1 {
				shift, payoff = 0, 0
			}
			from, to := g.sides(mover)
			own := p.stones[mover]
			wins := free & (from | g.around(g.connected(own, from))) & (to | g.around(g.connected(own, to)))
			last := uint(g.cells - 1)
			for ; free != 0; free &= free - 1 {
				stone := free & -free
				n++
				if wins&stone != 0 {
					x.Payoffs = append(x.Payoffs, payoff)
					continue
				}
				turned := uint64(1) << ((last - uint(bits.TrailingZeros64(stone))) & 63)
				x.Children = append(x.Children, min(s|stone<<(shift&63), image|turned<<(shift&63)))
			}
			if g.canSwap(p) {
				child := g.pack(g.swapStone(p))
				n++
				x.Children = append(x.Children, min(child, g.turnedState(child)))
			}
		}
		x.Ends, x.Opens = append(x.Ends, int32(n)), append(x.Opens, int32(len(x.Children)))
	}
}

// connected returns the stones that are connected with a side.
func (b *board) connected(stones, side uint64) uint64 {
	reach := stones & side
	for {
		wider := (reach | b.around(reach)) & stones
		if wider == reach {
			return reach
		}
		reach = wider
	}
}
