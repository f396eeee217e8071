package hex

import "zermelo/games/turns"

// narrow implements variants with one-word states. It is 1.35 times as fast as game.
type narrow struct {
	*game[uint64]
	turns.Plies[uint64]
	turns.Mirror[uint64]
}

func newNarrow(b *board) *narrow {
	g := newGame[uint64](b)
	g.Winner = func(s uint64) int { return 1 - b.mover(b.unpack(s)) }
	return &narrow{
		game:   g,
		Plies:  func(s uint64) int { return b.plies(b.unpack(s)) },
		Mirror: b.turnedState,
	}
}

func (b *board) unpack(s uint64) position {
	return position{
		stones:  [2]uint64{s >> b.cells & b.all, s & b.all},
		swapped: s>>(2*b.cells) != 0,
	}
}

// Expand appends the children in the order of the cells, followed by the swap.
func (g *narrow) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if p := g.board.unpack(s); !g.over(p) {
			shift := uint(g.cells) // offset of the mover's stones
			if g.mover(p) == 1 {
				shift = 0
			}
			for free := g.free(p); free != 0; free &= free - 1 {
				dst = append(dst, s|free&-free<<(shift&63))
			}
			if g.canSwap(p) {
				dst = append(dst, g.pack(g.swapStone(p)))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *narrow) IsTerminal(dst []bool, src []uint64) []bool {
	for _, s := range src {
		dst = append(dst, g.over(g.board.unpack(s)))
	}
	return dst
}

func (b *board) turnedState(s uint64) uint64 {
	p := b.unpack(s)
	swapped := s >> (2 * b.cells) << (2 * b.cells)
	return swapped | b.turned(p.stones[0])<<b.cells | b.turned(p.stones[1])
}
