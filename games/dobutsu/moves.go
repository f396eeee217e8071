package dobutsu

import "math/bits"

// Expand appends the children: the moves of the pieces by square left and
// square reached, then drops of giraffe, elephant and chick by square, all as
// the player to move numbers the squares.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		m := read(s)
		if v := g.judge(s, &m); v != lost && v != won {
			dst = g.children(dst, s, &m)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// children appends what the moves of a state lead to. It works on the turned
// state, where a piece is one of the other side's and its squares are counted
// from the other end.
func (g *game) children(dst []uint64, s uint64, m *masks) []uint64 {
	base := turned(s)
	lion := uint64(1) << m.lion
	own := m.mine | lion
	for rest := own; rest != 0; rest &= rest - 1 {
		from := bits.TrailingZeros64(rest)
		if from == m.lion {
			for to := uint64(g.lion[from]) &^ own; to != 0; to &= to - 1 {
				at := squares - 1 - bits.TrailingZeros64(to)
				c := base&^(oneSquare<<at|lionMask<<theirLion) | uint64(at)<<theirLion
				dst = append(dst, caught(c, at, base))
			}
			continue
		}
		kind := kindAt(s, from)
		lifted := base &^ (oneSquare << (squares - 1 - from))
		piece := kindBits(kind) | 1<<theirs
		for to := uint64(g.reach[kind][from]) &^ own; to != 0; to &= to - 1 {
			target := bits.TrailingZeros64(to)
			at := squares - 1 - target
			c := lifted&^(oneSquare<<at) | piece<<at
			if kind == chick && lastRow>>target&1 != 0 {
				c |= kindBits(hen) << at
			}
			dst = append(dst, caught(c, at, base))
		}
	}
	return drops(dst, s, m, base)
}

// caught takes a lion off the board that is on the square reached.
func caught(c uint64, at int, base uint64) uint64 {
	if int(base>>lionShift&lionMask) == at {
		return c&^(lionMask<<lionShift) | nowhere<<lionShift
	}
	return c
}

// drops appends what putting a piece from the hand on the board leads to.
func drops(dst []uint64, s uint64, m *masks, base uint64) []uint64 {
	hand := s >> handShift & handMask
	if hand == 0 {
		return dst
	}
	empty := planeMask &^ (m.mine | m.theirs | 1<<m.lion | 1<<m.theirLion)
	for kind := range handKinds {
		if hand>>(2*kind)&3 == 0 {
			continue
		}
		piece := kindBits(kind) | 1<<theirs
		for to := empty; to != 0; to &= to - 1 {
			dst = append(dst, base|piece<<(squares-1-bits.TrailingZeros64(to)))
		}
	}
	return dst
}
