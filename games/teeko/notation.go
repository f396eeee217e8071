package teeko

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// The characters of a position.
const (
	emptyCell  = '.'
	blackPiece = 'b'
	redPiece   = 'r'
	marks      = "br" // of the roles
	glyphs     = ".br"
)

// layout is how the cells lie.
func layout() grid.Board { return grid.Board{Width: width, Height: width} }

// FormatState writes the rows from the top joined by '/', then the side to
// move, as in "...../...../..b../...../.....:r".
func (g *game) FormatState(s uint64) string {
	return layout().Format(func(cell int) byte { return glyph(s, cell) }) + ":" + string(marks[turns.Mover(s)])
}

// glyph is the character of one cell.
func glyph(s uint64, cell int) byte {
	switch role := turns.Mover(s); {
	case s>>32>>cell&1 != 0:
		return marks[role]
	case s>>cell&1 != 0:
		return marks[1-role]
	}
	return emptyCell
}

// cellName is the name of a cell, the lowest of a set.
func cellName(set uint32) string { return layout().Name(bits.TrailingZeros32(set)) }

// ParseState reads what FormatState writes; a digit may stand for as many empty
// cells.
func (g *game) ParseState(text string) (uint64, error) {
	s, err := g.parse(text)
	return turns.Parsed(g, text, s, err)
}

// parse reads a position. Its errors say what is wrong and where.
func (g *game) parse(text string) (uint64, error) {
	cells, side, ok := strings.Cut(text, ":")
	role := strings.Index(marks, side)
	if !ok || len(side) != 1 || role < 0 {
		return 0, fmt.Errorf("want the side to move at the end, :b or :r")
	}
	var sets [2]uint32
	if err := layout().Parse(cells, glyphs, func(cell int, glyph byte) {
		if glyph != emptyCell {
			sets[strings.IndexByte(marks, glyph)] |= 1 << cell
		}
	}); err != nil {
		return 0, err
	}
	black, red := bits.OnesCount32(sets[0]), bits.OnesCount32(sets[1])
	switch {
	case max(black, red) > pieces:
		return 0, fmt.Errorf("%d black and %d red pieces, want at most %d each", black, red, pieces)
	case black != red && black != red+1:
		return 0, fmt.Errorf("%d black and %d red pieces, want equally many or one more black: black drops first", black, red)
	case black+red < 2*pieces && role != black-red:
		return 0, fmt.Errorf("the wrong side to move: with %d pieces dropped it is the turn of %c", black+red, marks[black-red])
	case g.wins(sets[role]):
		return 0, fmt.Errorf("the side to move has four in a winning shape, so that the game was over before the last move")
	}
	return pack(uint64(role)<<63, sets[role], sets[1-role]), nil
}

// Moves names the moves in the order of Expand: drops by the cell, as in "c3",
// and moves by both cells, as in "c3-d4".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	own, other := unpack(s)
	if g.wins(other) {
		return moves
	}
	free := allCells &^ (own | other)
	var names []string
	if dropping(own) {
		for ; free != 0; free &= free - 1 {
			names = append(names, cellName(free))
		}
	} else {
		for ; own != 0; own &= own - 1 {
			for to := g.near[bits.TrailingZeros32(own)] & free; to != 0; to &= to - 1 {
				names = append(names, cellName(own)+"-"+cellName(to))
			}
		}
	}
	moves[turns.Mover(s)] = names
	return moves
}
