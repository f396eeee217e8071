package dobutsu

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
