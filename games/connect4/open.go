package connect4

import (
	"math/bits"
	"slices"

	"zermelo/games"
)

// ExpandOpen implements games.OpenExpander. For each state, it computes the winning
// cells and the bits common to all children only once. Each child differs from the
// common bits in one bit.
func (g *game[R]) ExpandOpen(x *games.Expansion, src []uint64) {
	most := g.width * len(src)
	x.Children, x.Payoffs = slices.Grow(x.Children, most), slices.Grow(x.Payoffs, most)
	n, over := len(x.Children), len(x.Payoffs)
	children, payoffs := x.Children[:cap(x.Children)], x.Payoffs[:cap(x.Payoffs)]
	end, turn := int32(n+over), &g.opposite
	for _, s := range src {
		p := g.decode(s)
		stones := g.stones(p)
		orbit := int32(1)
		if g.mirrored(s) != s {
			orbit = 2
		}
		x.Movers, x.Orbits = append(x.Movers, int8(stones&1)), append(x.Orbits, orbit)
		if g.connected(p.opp) {
			x.Ends, x.Opens = append(x.Ends, end), append(x.Opens, int32(n))
			continue
		}
		can := g.playable(p.empty)
		end += int32(bits.OnesCount64(can))
		wins := g.threats(p.own) & can
		if last := p.empty&(p.empty-1) == 0; wins != 0 || last {
			score := g.winAt(stones + 1)
			if stones&1 == 1 {
				score = -score
			}
			for rest := wins; rest != 0; rest &= rest - 1 {
				payoffs[over] = int16(score)
				over++
			}
			can &^= wins
			if last && can != 0 {
				payoffs[over], can = 0, 0
				over++
			}
		}
		base := p.empty | p.opp<<1
		image := g.mirrored(base)
		for ; can != 0; can &= can - 1 {
			cell := can & -can
			children[n] = min(base^cell, image^bits.RotateLeft64(cell, int(turn[bits.TrailingZeros64(can)&63])))
			n++
		}
		x.Ends, x.Opens = append(x.Ends, end), append(x.Opens, int32(n))
	}
	x.Children, x.Payoffs = children[:n], payoffs[:over]
}
