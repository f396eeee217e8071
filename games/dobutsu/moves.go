package dobutsu

import (
	"math/bits"
)

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

// board is what the pieces of the player to move can reach, who moves up.
type board struct {
	reach  [kinds][squares]uint16 // from a square
	source [kinds][squares]uint16 // to a square
	lion   [squares]uint16        // both
}

// newBoard fills the tables.
func newBoard() *board {
	straight := [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	slanted := [][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
	steps := [kinds][][2]int{
		giraffe:  straight,
		elephant: slanted,
		chick:    {{0, 1}},
		hen:      append(straight[:4:4], slanted[:2]...),
	}
	b := new(board)
	for square := range squares {
		for kind, list := range steps {
			b.reach[kind][square] = reached(square, list)
			for to := range squares {
				b.source[kind][to] |= b.reach[kind][square] >> to & 1 << square
			}
		}
		b.lion[square] = reached(square, straight) | reached(square, slanted)
	}
	return b
}

// reached are the squares that are one of the steps away and on the board.
func reached(square int, steps [][2]int) uint16 {
	set := uint16(0)
	for _, step := range steps {
		x, y := square%columns+step[0], square/columns+step[1]
		if x >= 0 && x < columns && y >= 0 && y < squares/columns {
			set |= 1 << (y*columns + x)
		}
	}
	return set
}

// guarded reports whether a piece of the other side, other than the lion, can
// take one on a square of the last row. A chick cannot, and a hen can as a
// giraffe: its slanted steps lead away from there.
func (b *board) guarded(m *masks, square int) bool {
	return m.theirs&((m.giraffes|m.hens)&uint64(b.source[giraffe][square])|m.elephants&uint64(b.source[elephant][square])) != 0
}

// The rows where lions are safe for good.
const (
	lastRow  = 7 << 9 // for the own lion
	firstRow = 7      // for the other side's
)

// attackers are the pieces of the player to move, other than the lion, that can
// take a piece on a square.
func (b *board) attackers(m *masks, square int) uint64 {
	return m.mine & (m.giraffes&uint64(b.source[giraffe][square]) | m.elephants&uint64(b.source[elephant][square]) |
		m.chicks&uint64(b.source[chick][square]) | m.hens&uint64(b.source[hen][square]))
}

// verdict is what can be said of a state at sight.
type verdict uint8

const (
	open  verdict = iota // nothing
	lost                 // over: the lion of the player to move is caught, or the other one safe
	won                  // over: the lion of the player to move is safe
	catch                // the player to move can catch the lion
	home                 // the player to move can bring the own lion to safety, but not catch the other
)
