package dobutsu

import "math/bits"

// Expand appends the children reached by moves, ordered by origin and destination,
// and then those reached by drops of giraffes, elephants and chicks, ordered by
// square. Squares are ordered as seen by the player to move.
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

// children appends the children of a state. It works on the turned state, in which
// the moving pieces belong to the opponent and squares are numbered from the other
// end.
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

// caught removes the lion, if any, from the destination of a move.
func caught(c uint64, at int, base uint64) uint64 {
	if int(base>>lionShift&lionMask) == at {
		return c&^(lionMask<<lionShift) | nowhere<<lionShift
	}
	return c
}

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

// Parents implements games.Retro. Plies stay within a tier only between open
// positions, and from the states of tierCatch and tierHome to themselves.
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

// parents appends the parents of the open state s. It first turns s, so that the
// player to move takes back the last ply. In a parent, no piece can catch the
// opposing lion, neither lion is on its last row, and the lions are not adjacent.
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
		if kind != chick || !last { // a chick that moves there is promoted to a hen
			dst = g.stepsBack(dst, lifted, kind, uint64(g.source[kind][to])&empty, to, &m, hand)
		}
		if kind == hen && last {
			dst = g.stepsBack(dst, lifted, chick, piece>>columns&empty, to, &m, hand)
		}
		if kind != hen {
			dst = append(dst, lifted+1<<(handShift+2*kind)) // a drop
		}
	}
	return g.withoutHome(dst, from)
}

// withoutHome removes the states where the lion of the player to move could get
// home. It keeps all states before index from.
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

// stepsBack appends the parents from which a piece of the given kind steps to the
// square to, starting from one of the sources.
func (g *game) stepsBack(dst []uint64, s uint64, kind int, sources uint64, to int, m *masks, hand uint64) []uint64 {
	sources &^= uint64(g.source[kind][m.theirLion])
	for ; sources != 0; sources &= sources - 1 {
		dst = takeBack(dst, s|(kindBits(kind)|1)<<bits.TrailingZeros64(sources), to, hand)
	}
	return dst
}

// takeBack appends s. For each kind of piece in the hand, it also appends the state
// in which a captured piece of that kind is back on square.
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

// board holds the moves of the player to move. That player's pieces move up.
type board struct {
	reach  [kinds][squares]uint16 // squares reached from a square
	source [kinds][squares]uint16 // squares from which a square is reached
	lion   [squares]uint16        // squares reached by the lion, which are also its sources
}

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

// reached returns the squares that a piece on a square can reach with one of the
// steps.
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

// guarded reports whether an opposing piece other than the lion can capture on a
// square of the last row. An opposing hen can enter that row only as a giraffe can,
// and an opposing chick cannot enter it.
func (b *board) guarded(m *masks, square int) bool {
	return m.theirs&((m.giraffes|m.hens)&uint64(b.source[giraffe][square])|m.elephants&uint64(b.source[elephant][square])) != 0
}

// Rows on which a lion is permanently safe.
const (
	lastRow  = 7 << 9 // for the player's lion
	firstRow = 7      // for the opponent's lion
)

// attackers returns the pieces of the player to move, except the lion, that can
// capture on a square.
func (b *board) attackers(m *masks, square int) uint64 {
	return m.mine & (m.giraffes&uint64(b.source[giraffe][square]) | m.elephants&uint64(b.source[elephant][square]) |
		m.chicks&uint64(b.source[chick][square]) | m.hens&uint64(b.source[hen][square]))
}

// verdict is the immediately known value of a state, if any.
type verdict uint8

const (
	open  verdict = iota // unknown
	lost                 // terminal: the player's lion is caught, or the other lion is safe
	won                  // terminal: the player's lion is safe
	catch                // the player to move can catch the other lion
	home                 // the player's lion can get home, but the other lion cannot be caught
)
