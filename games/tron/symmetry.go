package tron

import "math/bits"

// Canonize takes the smallest of a state's images: itself; on square boards
// its mirror image in the diagonal x=y; in simultaneous play also the
// half-turn with the colours exchanged, which in alternating play would
// exchange the mover too. All of them keep the start.
func (g *game) Canonize(states []uint64, swaps []bool) {
	one, two := g.headBits&63, 2*g.headBits&63
	clear(swaps)
	if !g.simultaneous {
		if !g.square {
			return
		}
		for i, s := range states {
			forbidden, r, b := s>>two, s>>one&g.headMask, s&g.headMask
			mirror := g.transpose(forbidden)<<two | uint64(g.transposed[r%places])<<one | uint64(g.transposed[b%places])
			states[i] = min(s, mirror)
		}
		return
	}
	for i, s := range states {
		best, turned := s, g.halfTurn(s)
		if g.square {
			mirror := g.mirror(s)
			best, turned = min(best, mirror), min(turned, g.halfTurn(mirror))
		}
		swaps[i] = turned < best
		states[i] = min(best, turned)
	}
}

// Orbits appends the number of different images of each state.
func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		n := int32(1)
		if g.square && g.mirror(s) != s {
			n = 2
		}
		if g.simultaneous {
			// The images form a group, so the half-turn leads either to an
			// image counted already or to as many new ones.
			if turned := g.halfTurn(s); turned != s && (!g.square || turned != g.mirror(s)) {
				n *= 2
			}
		}
		dst = append(dst, n)
	}
	return dst
}

// mirror exchanges x and y.
func (g *game) mirror(s uint64) uint64 {
	forbidden, r, b := g.unpack(s)
	return g.pack(g.transpose(forbidden), uint64(g.transposed[r%places]), uint64(g.transposed[b%places]))
}

// transpose exchanges x and y of a set of cells, one diagonal x-y = ±k at a
// time: its cells all move by k*(W-1) bits.
func (g *game) transpose(cells uint64) uint64 {
	out := cells & g.diagonal[0]
	step := uint(g.width - 1)
	shift := step
	for k := 1; k < g.width && k < maxSide; k++ {
		out |= cells&g.diagonal[k]<<(shift&63) | cells>>(shift&63)&g.diagonal[k]
		shift += step
	}
	return out
}

// halfTurn turns the board by 180 degrees and exchanges the colours.
func (g *game) halfTurn(s uint64) uint64 {
	forbidden, r, b := g.unpack(s)
	turned := bits.Reverse64(forbidden) >> uint(64-g.width*g.height)
	return g.pack(turned, uint64(g.rotated[b%places]), uint64(g.rotated[r%places]))
}
