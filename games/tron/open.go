package tron

import (
	"math/bits"
	"slices"

	"zermelo/games"
)

// ExpandOpen implements games.OpenExpander for alternating moves. The children of a
// state differ only in the entered cell, so ExpandOpen transposes the forbidden
// cells only once per state.
func (g *narrow) ExpandOpen(x *games.Expansion, src []uint64) {
	one, two := g.headBits&63, 2*g.headBits&63
	cells, transposed := &g.place, &g.transposed
	x.Children, x.Payoffs = slices.Grow(x.Children, 4*len(src)+1), slices.Grow(x.Payoffs, 4*len(src)+1)
	n, over := len(x.Children), len(x.Payoffs)
	children, payoffs := x.Children[:cap(x.Children)], x.Payoffs[:cap(x.Payoffs)]
	end := int32(n + over)
	last, image := uint64(0), uint64(0) // forbidden cells of the previous state, and their image
	for _, s := range src {
		forbidden, r, b := s>>two, s>>one&g.headMask, s&g.headMask
		if forbidden != last {
			last, image = forbidden, forbidden
			if g.square {
				image = g.transpose(forbidden)
			}
		}
		tr, tb := uint64(transposed[r%places]), uint64(transposed[b%places])
		orbit := int32(1)
		if image<<two|tr<<one|tb != s {
			orbit = 2
		}
		mover := bits.OnesCount64(forbidden) & 1
		x.Movers, x.Orbits = append(x.Movers, int8(mover)), append(x.Orbits, orbit)
		red, blue := &cells[r%places], &cells[b%places]
		free := g.open.low &^ forbidden
		if r == b || g.stopped(free, red.bit, blue.bit) {
			x.Ends, x.Opens = append(x.Ends, end), append(x.Opens, int32(n))
			continue
		}
		head, shift := red, one
		from, base, imageBase := tr, b, tb // the mover's head, and the unchanged parts of state and image
		loses := int16(0)
		if mover == 1 {
			head, shift = blue, 0
			from, base, imageBase = tb, r<<one, tr<<one
			loses = 100
		}
		base |= (forbidden | head.bit) << two
		imageBase |= (image | cells[from%places].bit) << two
		blank := free &^ (red.bit | blue.bit)
		if blank&(blank-1) == 0 {
			// Entering the last blank cell ends the game.
			for _, to := range head.to[:head.moves] {
				payoffs[over] = loses
				if cells[to%places].bit&blank != 0 {
					payoffs[over] = 50
				}
				over++
			}
		} else {
			// Write all four children to avoid unpredictable branches. Missing moves
			// lead to place 0, which is not a cell.
			for i, to := range head.to {
				child := base | uint64(to)<<(shift&63)
				mirror := imageBase | uint64(transposed[to%places])<<(shift&63)
				children[n], payoffs[over] = min(child, mirror), loses
				goesOn := int(positive(cells[to%places].bit & blank))
				n += goesOn
				over += int(uint(i-head.moves)>>63) &^ goesOn
			}
		}
		end += int32(head.moves)
		x.Ends, x.Opens = append(x.Ends, end), append(x.Opens, int32(n))
	}
	x.Children, x.Payoffs = children[:n], payoffs[:over]
}
