package breakthrough

import (
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/games/turns"
)

// ExpandOpen implements games.OpenExpander for variants without captures whose
// states have one word. Every move that ends the game wins it.
func (g *game[S]) ExpandOpen(x *games.Expansion, src []uint64) {
	most := 3 * g.pieces * len(src)
	x.Children, x.Payoffs = slices.Grow(x.Children, most), slices.Grow(x.Payoffs, most)
	n, over := len(x.Children), len(x.Payoffs)
	children, payoffs := x.Children[:cap(x.Children)], x.Payoffs[:cap(x.Payoffs)]
	end, mirror, symmetric, images := int32(n+over), g.mirror, g.symmetric, &g.images
	for i, s := range src {
		p := g.unpack(src[i : i+1])
		mover := p.mover & 1
		orbit, image := int32(1), s
		if symmetric {
			if image = mirror.Apply(s); image != s {
				orbit = 2
			}
		}
		x.Movers, x.Orbits = append(x.Movers, int8(mover)), append(x.Orbits, orbit)
		if g.over(p) {
			x.Ends, x.Opens = append(x.Ends, end), append(x.Opens, int32(n))
			continue
		}
		steps := &g.steps[mover]
		targets := g.entered(steps, g.playable, p.own, p.opp)
		free := g.playable &^ (p.own | p.opp)
		ahead := bits.RotateLeft64(p.opp, g.steps[mover^1][0].rotate) // cells that the opponent would enter by straight steps
		wins := int16(100 - 100*mover)
		own := g.width & -(1 - mover)
		base, imageBase := s^turns.Bit, image^turns.Bit
		for d, t := range targets {
			end += int32(bits.OnesCount64(t))
			for reached := t & g.goal[mover]; reached != 0; reached &= reached - 1 {
				payoffs[over] = wins
				over++
			}
			back := -steps[d].rotate
			for t &^= g.goal[mover]; t != 0; t &= t - 1 {
				to := t & -t
				moved := to | bits.RotateLeft64(to, back)
				if ahead&(free^moved) == 0 && g.stuck(position{own: p.opp, opp: p.own ^ moved, mover: mover ^ 1}) {
					payoffs[over] = wins
					over++
					continue
				}
				at := bits.TrailingZeros64(to)
				mirrored := images[at&63] | images[(at+back)&63]
				children[n] = min(base^moved<<(own&63), imageBase^mirrored<<(own&63))
				n++
			}
		}
		x.Ends, x.Opens = append(x.Ends, end), append(x.Opens, int32(n))
	}
	x.Children, x.Payoffs = children[:n], payoffs[:over]
}
