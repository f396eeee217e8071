package dobutsu

import "math/bits"

// Parents appends the states of the tier of open positions from which one ply
// leads to a state of it. The tier of catches has one state, which leads to
// itself; the tier of ends has no plies.
func (g *game) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		m := read(s)
		switch g.judge(&m) {
		case open:
			dst = g.parents(dst, s)
		case catch:
			dst = append(dst, g.catchState)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// parents appends the parents of an open state. It works on the turned state:
// the player to move there takes the last ply back.
func (g *game) parents(dst []uint64, s uint64) []uint64 {
	base := turned(s)
	m := read(base)
	lions := uint64(1)<<m.lion | 1<<m.theirLion
	empty := planeMask &^ (m.mine | m.theirs | lions)
	hand := base >> handShift & handMask
	for from := uint64(g.board.lion[m.lion]) & empty; from != 0; from &= from - 1 {
		back := bits.TrailingZeros64(from)
		dst = g.takeBack(dst, base&^(lionMask<<lionShift)|uint64(back)<<lionShift, m.lion, hand)
	}
	for rest := m.mine; rest != 0; rest &= rest - 1 {
		to := bits.TrailingZeros64(rest)
		kind := kindAt(base, to)
		lifted := base &^ (oneSquare << to)
		last := lastRow>>to&1 != 0
		if kind != chick || !last { // a chick that moves there becomes a hen
			for from := uint64(g.source[kind][to]) & empty; from != 0; from &= from - 1 {
				dst = g.takeBack(dst, lifted|(kindBits(kind)|1)<<bits.TrailingZeros64(from), to, hand)
			}
		}
		if kind != hen {
			dst = g.keep(dst, lifted+1<<(handShift+2*kind)) // it was dropped
		} else if from := to - columns; last && empty>>from&1 != 0 {
			dst = g.takeBack(dst, lifted|(kindBits(chick)|1)<<from, to, hand)
		}
	}
	return dst
}

// takeBack appends a state where a piece has been put back from a square, and
// those where it has taken another piece there, which is now in the hand.
func (g *game) takeBack(dst []uint64, s uint64, square int, hand uint64) []uint64 {
	dst = g.keep(dst, s)
	for kind := range kinds {
		held := min(kind, chick)
		if hand>>(2*held)&3 != 0 {
			dst = g.keep(dst, s-1<<(handShift+2*held)|(kindBits(kind)|1<<theirs)<<square)
		}
	}
	return dst
}

// keep appends a state if it is open.
func (g *game) keep(dst []uint64, s uint64) []uint64 {
	m := read(s)
	if g.judge(&m) == open {
		dst = append(dst, s)
	}
	return dst
}
