package teeko

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
)

// The characters of a position: the pieces of the roles, black and red, and
// others.
const (
	marks     = "br"
	emptyCell = '.'
)

// FormatState writes the rows from the top joined by '/', then the side to
// move, as in "...../...../..b../...../.....:r".
func (g *game) FormatState(s uint64) string {
	var t strings.Builder
	for y := width - 1; y >= 0; y-- {
		for x := range width {
			t.WriteByte(glyph(s, width*y+x))
		}
		if y > 0 {
			t.WriteByte('/')
		}
	}
	t.WriteByte(':')
	t.WriteByte(marks[mover(s)])
	return t.String()
}

// glyph is the character of one cell.
func glyph(s uint64, cell int) byte {
	switch role := mover(s); {
	case s>>32>>cell&1 != 0:
		return marks[role]
	case s>>cell&1 != 0:
		return marks[1-role]
	}
	return emptyCell
}

// cellName is the column's letter and the row's number, as in "a1".
func cellName(cell uint32) string {
	i := bits.TrailingZeros32(cell)
	return fmt.Sprintf("%c%d", 'a'+i%width, i/width+1)
}

// ParseState reads what FormatState writes; a digit may stand for as many empty
// cells.
func (g *game) ParseState(text string) (uint64, error) {
	s, err := g.parse(text)
	if err != nil {
		return 0, games.BadInput("position %q: %v; the start is %s", text, err, g.FormatState(g.Start()))
	}
	return s, nil
}

// parse reads a position. Its errors say what is wrong and where.
func (g *game) parse(text string) (uint64, error) {
	cells, side, ok := strings.Cut(text, ":")
	role := strings.Index(marks, side)
	if !ok || len(side) != 1 || role < 0 {
		return 0, fmt.Errorf("want the side to move at the end, :b or :r")
	}
	rows := strings.Split(cells, "/")
	if len(rows) != width {
		return 0, fmt.Errorf("%d rows joined by '/', want %d", len(rows), width)
	}
	var sets [2]uint32
	for i, row := range rows {
		if err := parseRow(&sets, row, width-1-i); err != nil {
			return 0, err
		}
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

// parseRow reads the cells of row y, counted from 0.
func parseRow(sets *[2]uint32, row string, y int) error {
	x := 0
	for _, c := range row {
		run := 1
		if c >= '1' && c <= '9' {
			run, c = int(c-'0'), emptyCell
		}
		if x+run > width {
			return fmt.Errorf("row %d is too long, want %d cells", y+1, width)
		}
		if c != emptyCell {
			role := strings.IndexRune(marks, c)
			if role < 0 {
				return fmt.Errorf("character %q in row %d, want b, r or '.'", c, y+1)
			}
			sets[role] |= 1 << (width*y + x)
		}
		x += run
	}
	if x < width {
		return fmt.Errorf("row %d has %d cells, want %d", y+1, x, width)
	}
	return nil
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
	moves[mover(s)] = names
	return moves
}
