package tron

import (
	"math/bits"
	"slices"

	"zermelo/games"
)

// narrow implements variants with one-word states. It is at least twice as fast as
// game.
type narrow struct{ game[uint64] }

func newNarrow(b *board) *narrow {
	g := &narrow{*newGame[uint64](b)}
	g.Winner = g.winner
	return g
}

// winner returns the winner, or -1 for a draw; see board.winner.
func (g *narrow) winner(s uint64) int {
	forbidden, r, b := s>>(2*g.headBits&63), s>>(g.headBits&63)&g.headMask, s&g.headMask
	if r == b {
		return g.board.winner(g.unpack(s)) // rare
	}
	free := g.open.low &^ forbidden
	switch red, blue := free&g.place[r%places].bit != 0, free&g.place[b%places].bit != 0; {
	case red == blue:
		return -1
	case red:
		return 0
	}
	return 1
}

func (g *narrow) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	one, two := g.headBits&63, 2*g.headBits&63
	for _, s := range src {
		forbidden, r, b := s>>two, s>>one&g.headMask, s&g.headMask
		red, blue := &g.place[r%places], &g.place[b%places]
		free := g.open.low &^ forbidden
		if r == b || g.stopped(free, red.bit, blue.bit) {
			ends = append(ends, int32(len(dst)))
			continue
		}
		// Appending four children and truncating is faster than a loop.
		switch {
		case g.simultaneous:
			base := (forbidden | red.bit | blue.bit) << two
			for _, to := range red.to[:red.moves] {
				row, n := base|uint64(to)<<one, len(dst)+blue.moves
				dst = append(dst, row|uint64(blue.to[0]), row|uint64(blue.to[1]), row|uint64(blue.to[2]), row|uint64(blue.to[3]))[:n]
			}
		case bits.OnesCount64(forbidden)%2 == 0: // red's turn
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

// stopped reports whether a head is on a cell that is not free, or whether no cell
// is blank.
func (g *narrow) stopped(free, red, blue uint64) bool {
	return free&red == 0 || free&blue == 0 || free&^(red|blue) == 0
}

// IsTerminal implements games.TerminalTester without unpredictable branches.
func (g *narrow) IsTerminal(dst []bool, src []uint64) []bool {
	one, two := g.headBits&63, 2*g.headBits&63
	n := len(dst)
	dst = slices.Grow(dst, len(src))[:n+len(src)]
	out := dst[n:]
	for i, s := range src {
		free, r, b := g.open.low&^(s>>two), s>>one&g.headMask, s&g.headMask
		red, blue := g.place[r%places].bit, g.place[b%places].bit
		goesOn := positive(free&red) & positive(free&blue) & positive(free&^(red|blue)) & positive(r^b)
		out[i] = goesOn == 0
	}
	return dst
}

// positive returns 1 if x > 0, else 0.
func positive(x uint64) uint64 { return (x | -x) >> 63 }

func (g *narrow) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		mover := games.Both
		if !g.simultaneous {
			mover = int8(bits.OnesCount64(s>>(2*g.headBits&63)) & 1)
		}
		dst = append(dst, mover)
	}
	return dst
}

// Canonize replaces each state with its smallest image; see game.images.
func (g *narrow) Canonize(states []uint64, swaps []bool) {
	clear(swaps)
	for i, s := range states {
		best := s
		if g.square {
			best = min(best, g.mirrored(s))
		}
		if g.simultaneous {
			turned := g.turned(s)
			if g.square {
				turned = min(turned, g.mirrored(turned))
			}
			swaps[i] = turned < best
			best = min(best, turned)
		}
		states[i] = best
	}
}

func (g *narrow) Orbits(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		n, mirrored := int32(1), s
		if g.square {
			if mirrored = g.mirrored(s); mirrored != s {
				n = 2
			}
		}
		if g.simultaneous {
			if turned := g.turned(s); turned != s && turned != mirrored {
				n *= 2
			}
		}
		dst = append(dst, n)
	}
	return dst
}

// mirrored exchanges x and y in a state.
func (g *narrow) mirrored(s uint64) uint64 {
	one, two := g.headBits&63, 2*g.headBits&63
	return g.transpose(s>>two)<<two | uint64(g.transposed[s>>one&g.headMask%places])<<one | uint64(g.transposed[s&g.headMask%places])
}

// turned returns a state rotated by 180 degrees, with the colours exchanged.
func (g *narrow) turned(s uint64) uint64 {
	one, two := g.headBits&63, 2*g.headBits&63
	forbidden := bits.Reverse64(s>>two) >> uint(64-g.width*g.height)
	return forbidden<<two | uint64(g.rotated[s&g.headMask%places])<<one | uint64(g.rotated[s>>one&g.headMask%places])
}

// transpose exchanges x and y in a set of cells. The cells on a diagonal x-y = ±k
// move by k*(W-1) bits.
func (g *narrow) transpose(set uint64) uint64 {
	out := set & g.diagonal[0].low
	step := uint(g.width - 1)
	shift := step
	for k := 1; k < g.width && k < maxSide; k++ {
		out |= set&g.diagonal[k].low<<(shift&63) | set>>(shift&63)&g.diagonal[k].low
		shift += step
	}
	return out
}
