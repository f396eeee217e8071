package quixo

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
)

// The characters of a position: the tiles of the roles, and others.
const (
	marks = "xo"
	blank = '.'
)

// FormatState writes the rows from the top joined by '/', then the mark of the
// side to move, as in "x.../..../..../o...:x".
func (g *game) FormatState(s uint64) string {
	var t strings.Builder
	for y := g.width - 1; y >= 0; y-- {
		for x := range g.width {
			t.WriteByte(g.glyph(s, y*g.width+x))
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
func (b *board) glyph(s uint64, cell int) byte {
	switch role := mover(s); {
	case s>>32>>cell&1 != 0:
		return marks[role]
	case s>>cell&1 != 0:
		return marks[1-role]
	}
	return blank
}

// cellName is the column's letter and the row's number, as in "a1".
func (b *board) cellName(cell uint64) string {
	i := bits.TrailingZeros64(cell)
	return fmt.Sprintf("%c%d", 'a'+i%b.width, i/b.width+1)
}

// ParseState reads what FormatState writes; a digit may stand for as many
// blank tiles.
func (g *game) ParseState(text string) (uint64, error) {
	s, err := g.parse(text)
	if err != nil {
		return 0, games.BadInput("position %q: %v; the start is %s", text, err, g.FormatState(g.Start()))
	}
	return s, nil
}

// parse reads a position. Its errors say what is wrong and where.
func (b *board) parse(text string) (uint64, error) {
	cells, side, ok := strings.Cut(text, ":")
	role := strings.Index(marks, side)
	if !ok || len(side) != 1 || role < 0 {
		return 0, fmt.Errorf("want the side to move at the end, :x or :o")
	}
	rows := strings.Split(cells, "/")
	if len(rows) != b.width {
		return 0, fmt.Errorf("%d rows joined by '/', want %d", len(rows), b.width)
	}
	var tiles [2]uint32
	for i, row := range rows {
		if err := b.parseRow(&tiles, row, b.width-1-i); err != nil {
			return 0, err
		}
	}
	return uint64(role)<<63 | uint64(tiles[role])<<32 | uint64(tiles[1-role]), nil
}

// parseRow reads the tiles of row y, counted from 0.
func (b *board) parseRow(tiles *[2]uint32, row string, y int) error {
	x := 0
	for _, c := range row {
		run := 1
		if c >= '1' && c <= '9' {
			run, c = int(c-'0'), blank
		}
		if x+run > b.width {
			return fmt.Errorf("row %d is too long, want %d tiles", y+1, b.width)
		}
		if c != blank {
			role := strings.IndexRune(marks, c)
			if role < 0 {
				return fmt.Errorf("character %q in row %d, want x, o or '.'", c, y+1)
			}
			tiles[role] |= 1 << (y*b.width + x)
		}
		x += run
	}
	if x < b.width {
		return fmt.Errorf("row %d has %d tiles, want %d", y+1, x, b.width)
	}
	return nil
}

// Moves names the moves in the order of Expand by the cells where the tile is
// taken and where it is pushed in, as in "a1-a4".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	if over, _ := g.result(s); over {
		return moves
	}
	var names []string
	for free := g.edge &^ s; free != 0; free &= free - 1 {
		for _, m := range g.out[bits.TrailingZeros64(free)] {
			names = append(names, g.cellName(m.from)+"-"+g.cellName(m.to))
		}
	}
	moves[mover(s)] = names
	return moves
}
