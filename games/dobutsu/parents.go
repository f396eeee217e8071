package dobutsu

import "math/bits"

// Parents appends the states of the tier of open positions from which one ply
// leads to a state of it. The tiers of catches and of lions that get home have
// one state each, which leads to itself; the tier of ends has no plies.
func (g *game) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		m := read(s)
		switch g.judge(s, &m) {
		case open:
			dst = g.parents(dst, s)
		case catch:
			dst = append(dst, g.catchState)
		case home:
			dst = append(dst, g.homeState)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// parents appends the parents of an open state. It works on the turned state:
// the player to move there takes the last ply back. What must hold is that the
// lion could not have been caught instead, by the pieces as they were, and that
// a lion was not on the last row or next to the other one.
func (g *game) parents(dst []uint64, s uint64) []uint64 {
	from := len(dst)
	base := turned(s)
	m := read(base)
	empty := planeMask &^ (m.mine | m.theirs | 1<<m.lion | 1<<m.theirLion)
	hand := base >> handShift & handMask
	attackers := g.attackers(&m, m.theirLion)
	if attackers == 0 {
		sources := uint64(g.board.lion[m.lion]&^g.board.lion[m.theirLion]) & empty &^ lastRow
		for ; sources != 0; sources &= sources - 1 {
			back := uint64(bits.TrailingZeros64(sources))
			dst = takeBack(dst, base&^(lionMask<<lionShift)|back<<lionShift, m.lion, hand)
		}
	}
	for rest := m.mine; rest != 0; rest &= rest - 1 {
		piece := rest & -rest
		if attackers&^piece != 0 {
			continue // another piece could have caught the lion
		}
		to := bits.TrailingZeros64(rest)
		kind := kindAt(base, to)
		lifted := base &^ (oneSquare << to)
		last := lastRow&piece != 0
		if kind != chick || !last { // a chick that moves there becomes a hen
			dst = g.stepsBack(dst, lifted, kind, uint64(g.source[kind][to])&empty, to, &m, hand)
		}
		if kind == hen && last {
			dst = g.stepsBack(dst, lifted, chick, piece>>columns&empty, to, &m, hand)
		}
		if kind != hen {
			dst = append(dst, lifted+1<<(handShift+2*kind)) // it was dropped
		}
	}
	return g.withoutHome(dst, from)
}

// withoutHome removes the states from a place on where the lion could have been
// brought home instead.
func (g *game) withoutHome(states []uint64, from int) []uint64 {
	kept := states[:from]
	for _, s := range states[from:] {
		if g.at[s>>lionShift&(1<<8-1)].home != 0 {
			if m := read(s); g.judge(s, &m) == home {
				continue
			}
		}
		kept = append(kept, s)
	}
	return kept
}

// stepsBack appends what a piece can have done that is no longer on the board
// and was of a kind on one of some squares.
func (g *game) stepsBack(dst []uint64, s uint64, kind int, sources uint64, to int, m *masks, hand uint64) []uint64 {
	sources &^= uint64(g.source[kind][m.theirLion])
	for ; sources != 0; sources &= sources - 1 {
		dst = takeBack(dst, s|(kindBits(kind)|1)<<bits.TrailingZeros64(sources), to, hand)
	}
	return dst
}

// takeBack appends a state where a piece has been put back from a square, and
// those where it has taken another piece there, which is now in the hand.
func takeBack(dst []uint64, s uint64, square int, hand uint64) []uint64 {
	dst = append(dst, s)
	if hand == 0 {
		return dst
	}
	for kind := range kinds {
		held := handShift + 2*min(kind, chick)
		if s>>held&3 != 0 {
			dst = append(dst, s-1<<held|(kindBits(kind)|1<<theirs)<<square)
		}
	}
	return dst
}
