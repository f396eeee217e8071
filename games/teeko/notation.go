package teeko

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// layout is how the cells lie.
func layout() grid.Board { return grid.Board{Width: width, Height: width} }

// FormatState writes the rows from the top joined by '/', then the side to
// move, as in "...../...../..b../...../.....:r".
func (g *game) FormatState(s uint64) string {
	return layout().Format(shown(s)) + ":" + string(marks[turns.Mover(s)])
}

// The characters of a position: of the roles, and with that of an empty cell.
const (
	marks  = "br"
	glyphs = "." + marks
)

// shown tells the character of each cell.
func shown(s uint64) func(cell int) byte {
	own, other := unpack(s)
	sets := [2]uint64{uint64(own), uint64(other)}
	role := turns.Mover(s)
	return func(cell int) byte { return grid.Glyph(cell, glyphs, sets[role], sets[1-role]) }
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
	cells, role, err := turns.Cut(text, "side", "b", "r")
	if err != nil {
		return 0, err
	}
	sets, err := layout().ParseSets(cells, glyphs)
	if err != nil {
		return 0, err
	}
	black, red := bits.OnesCount64(sets[0]), bits.OnesCount64(sets[1])
	switch {
	case max(black, red) > pieces:
		return 0, fmt.Errorf("%d black and %d red pieces, want at most %d each", black, red, pieces)
	case black != red && black != red+1:
		return 0, fmt.Errorf("%d black and %d red pieces, want equally many or one more black: black drops first", black, red)
	case black+red < 2*pieces && role != black-red:
		return 0, fmt.Errorf("the wrong side to move: with %d pieces dropped it is the turn of %c", black+red, marks[black-red])
	case g.wins(uint32(sets[role])):
		return 0, fmt.Errorf("the side to move has four in a winning shape, so that the game was over before the last move")
	}
	return uint64(role)<<63 | sets[role]<<32 | sets[1-role], nil
}

// Moves names the moves in the order of Expand: drops by the cell, as in "c3",
// and moves by both cells, as in "c3-d4".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	own, other := unpack(s)
	free := allCells &^ (own | other)
	var names []string
	switch {
	case g.wins(other):
	case dropping(own):
		names = layout().Names(uint64(free))
	default:
		for ; own != 0; own &= own - 1 {
			for to := g.near[bits.TrailingZeros32(own)] & free; to != 0; to &= to - 1 {
				names = append(names, cellName(own)+"-"+cellName(to))
			}
		}
	}
	return turns.Moves(turns.Mover(s), names)
}
