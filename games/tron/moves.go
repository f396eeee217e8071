package tron

import (
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/games/turns"
)

// Expand appends the children: one list per state in alternating play, red's
// moves times blue's in simultaneous play.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	one, two := g.headBits&63, 2*g.headBits&63
	for _, s := range src {
		forbidden, r, b := s>>two, s>>one&g.headMask, s&g.headMask
		red, blue := &g.place[r%places], &g.place[b%places]
		free := g.open &^ forbidden
		if r == b || g.stopped(free, red.bit, blue.bit) {
			ends = append(ends, int32(len(dst)))
			continue
		}
		// Four children are appended at once and those too many cut off: that
		// is faster than a loop over two to four.
		switch {
		case g.simultaneous:
			base := (forbidden | red.bit | blue.bit) << two
			for _, to := range red.to[:red.moves] {
				row, n := base|uint64(to)<<one, len(dst)+blue.moves
				dst = append(dst, row|uint64(blue.to[0]), row|uint64(blue.to[1]), row|uint64(blue.to[2]), row|uint64(blue.to[3]))[:n]
			}
		case redMoves(forbidden):
			base, n := (forbidden|red.bit)<<two|b, len(dst)+red.moves
			dst = append(dst, base|uint64(red.to[0])<<one, base|uint64(red.to[1])<<one, base|uint64(red.to[2])<<one, base|uint64(red.to[3])<<one)[:n]
		default:
			base, n := (forbidden|blue.bit)<<two|r<<one, len(dst)+blue.moves
			dst = append(dst, base|uint64(blue.to[0]), base|uint64(blue.to[1]), base|uint64(blue.to[2]), base|uint64(blue.to[3]))[:n]
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// redMoves reports whether red is to move in alternating play.
func redMoves(forbidden uint64) bool { return bits.OnesCount64(forbidden)%2 == 0 }

// stopped reports whether a head is not on a free cell or no blank one is left.
func (g *game) stopped(free, red, blue uint64) bool {
	return free&red == 0 || free&blue == 0 || free&^(red|blue) == 0
}

// over reports whether the game has ended.
func (g *game) over(s uint64) bool {
	forbidden, r, b := g.unpack(s)
	return r == b || g.stopped(g.open&^forbidden, g.place[r%places].bit, g.place[b%places].bit)
}

// Over appends whether each state is terminal, without a branch that the processor
// would have to guess.
func (g *game) Over(dst []bool, src []uint64) []bool {
	one, two := g.headBits&63, 2*g.headBits&63
	n := len(dst)
	dst = slices.Grow(dst, len(src))[:n+len(src)]
	out := dst[n:]
	for i, s := range src {
		free, r, b := g.open&^(s>>two), s>>one&g.headMask, s&g.headMask
		red, blue := g.place[r%places].bit, g.place[b%places].bit
		goesOn := positive(free&red) & positive(free&blue) & positive(free&^(red|blue)) & positive(r^b)
		out[i] = goesOn == 0
	}
	return dst
}

// positive is 1, or 0 for 0.
func positive(x uint64) uint64 { return (x | -x) >> 63 }

// Movers appends whose turn it is.
func (g *game) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		mover := games.Both
		if !g.simultaneous {
			mover = int8(bits.OnesCount64(s>>(2*g.headBits&63)) & 1)
		}
		dst = append(dst, mover)
	}
	return dst
}

// Rows appends the number of red's moves.
func (g *game) Rows(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		_, r, _ := g.unpack(s)
		return int32(g.place[r%places].moves)
	})
}

// errors tells who has erred: whose head is on a wall, on a forbidden cell or
// off the board, or came to the other's cell.
func (g *game) errors(s uint64) (red, blue bool) {
	forbidden, r, b := g.unpack(s)
	free := g.open &^ forbidden
	red, blue = free&g.place[r%places].bit == 0, free&g.place[b%places].bit == 0
	if r == b {
		// At once, both came; in turn, the one who moved last.
		red = red || g.simultaneous || !redMoves(forbidden)
		blue = blue || g.simultaneous || redMoves(forbidden)
	}
	return red, blue
}

// winner is the role whose opponent alone has erred, else -1.
func (g *game) winner(s uint64) int {
	red, blue := g.errors(s)
	switch {
	case red == blue:
		return -1
	case blue:
		return 0
	}
	return 1
}

// plies is the number of plies played; a joint move counts one.
func (g *game) plies(s uint64) int {
	n := bits.OnesCount64(s >> (2 * g.headBits))
	if g.simultaneous {
		n /= 2
	}
	return n
}

// Layers appends the number of plies played.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 { return int32(g.plies(s)) })
}

// Span is 1: layers are plies.
func (g *game) Span() int { return 1 }

// Evaluate implements games.Evaluator: the blank cells that each head would
// reach first if it went straight there, against each other. The player to move
// gets those that both reach with as many moves.
func (g *game) Evaluate(dst []float32, src []uint64) []float32 {
	for _, s := range src {
		forbidden, r, b := g.unpack(s)
		own, opp := g.place[r%places].bit, g.place[b%places].bit
		if !g.simultaneous && !redMoves(forbidden) {
			own, opp = opp, own
		}
		ownCells, oppCells := g.territories(g.open&^(forbidden|own|opp), own, opp)
		mine, theirs := bits.OnesCount64(ownCells), bits.OnesCount64(oppCells)
		dst = append(dst, float32(mine-theirs)/float32(mine+theirs+1))
	}
	return dst
}

// territories divides the blank cells between two heads, the first of which is
// to move, by who can be there first. Cells that nobody can reach are left out.
func (g *game) territories(blank, own, opp uint64) (ownCells, oppCells uint64) {
	ownEdge, oppEdge := own, opp // the cells reached last
	for ownEdge|oppEdge != 0 {
		ownEdge = g.neighbours(ownEdge) & blank
		blank &^= ownEdge
		ownCells |= ownEdge
		oppEdge = g.neighbours(oppEdge) & blank
		blank &^= oppEdge
		oppCells |= oppEdge
	}
	return ownCells, oppCells
}

// neighbours are the cells beside those of a set, on all four sides.
func (g *game) neighbours(set uint64) uint64 {
	w := uint(g.width)
	return set<<w | set>>w | set&^g.lastColumn<<1 | set&^g.firstColumn>>1
}

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
