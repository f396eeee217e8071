// Package grid is the rectangular board that many games share: how cells are
// numbered and named, how rows are written and read, and how a board is drawn.
// It knows no rules.
package grid

import (
	"fmt"
	"strings"

	"zermelo/games"
)

// MaxSide is the longest side of a board: columns are named by one letter.
const MaxSide = 26

// Board is a rectangle of cells. Cells are numbered from 0, row by row from row
// 1 at the bottom, column a first; a set of cells is a word with their bits. A
// board has sides from 1 to MaxSide, and at most 64 cells where sets are used.
type Board struct {
	Width, Height int
}

// Cells is the number of cells.
func (b Board) Cells() int { return b.Width * b.Height }

// Fits says with an InputError that a game has no room for so many cells, and which
// height would do; most is at least the width.
func (b Board) Fits(game string, most int) error {
	if b.Cells() <= most {
		return nil
	}
	return games.BadInput("%s: size=%dx%d has %d cells: at most %d are possible, as in size=%dx%d",
		game, b.Width, b.Height, b.Cells(), most, b.Width, most/b.Width)
}

// All is the set of all cells.
func (b Board) All() uint64 { return 1<<b.Cells() - 1 }

// Column is the set of the cells of column x, counted from 0 at the left.
func (b Board) Column(x int) uint64 {
	set := uint64(0)
	for y := range b.Height {
		set |= 1 << (y*b.Width + x)
	}
	return set
}

// Row is the set of the cells of row y, counted from 0 at the bottom.
func (b Board) Row(y int) uint64 { return (1<<b.Width - 1) << (y * b.Width) }

// Name is the column's letter and the row's number, as in "a1".
func (b Board) Name(cell int) string {
	return fmt.Sprintf("%c%d", 'a'+cell%b.Width, cell/b.Width+1)
}

// Format writes the rows from the top joined by '/', one character a cell.
func (b Board) Format(glyph func(cell int) byte) string {
	text := make([]byte, 0, b.Cells()+b.Height)
	for y := b.Height - 1; y >= 0; y-- {
		for x := range b.Width {
			text = append(text, glyph(y*b.Width+x))
		}
		if y > 0 {
			text = append(text, '/')
		}
	}
	return string(text)
}

// Parse reads what Format writes and calls put for each cell. All characters
// must be among glyphs, of which the first stands for an empty cell; a digit
// may stand for as many of these. Errors say what is wrong and in which row.
func (b Board) Parse(text, glyphs string, put func(cell int, glyph byte)) error {
	rows := strings.Split(text, "/")
	if len(rows) != b.Height {
		return fmt.Errorf("%d rows joined by '/', want %d", len(rows), b.Height)
	}
	for i, row := range rows {
		y, x := b.Height-1-i, 0
		for _, c := range row {
			run := 1
			if c >= '1' && c <= '9' {
				c, run = rune(glyphs[0]), int(c-'0')
			}
			if !strings.ContainsRune(glyphs, c) {
				return fmt.Errorf("character %q in row %d, want one of %s", c, y+1, glyphs)
			}
			if x+run > b.Width {
				return fmt.Errorf("row %d is too long, want %d cells", y+1, b.Width)
			}
			for range run {
				put(y*b.Width+x, byte(c))
				x++
			}
		}
		if x < b.Width {
			return fmt.Errorf("row %d has %d cells, want %d", y+1, x, b.Width)
		}
	}
	return nil
}

// Piece is the picture of a cell: glyphs are those of Parse, with those of the
// pieces by role after the one of an empty cell.
func Piece(glyph byte, glyphs string) games.Cell {
	cell := games.Cell{Glyph: rune(glyph)}
	if i := strings.IndexByte(glyphs, glyph); i > 0 {
		cell.Kind, cell.Role = games.Piece, i-1
	}
	return cell
}

// Draw draws the board with the given cells and notes below it. The legend
// explains the glyphs that occur, in the order of their first use; those
// without a text are left out.
func (b Board) Draw(cell func(cell int) games.Cell, legend map[rune]string, notes ...string) games.Drawing {
	d := games.Drawing{Width: b.Width, Height: b.Height, Notes: notes}
	seen := map[rune]bool{}
	for y := b.Height - 1; y >= 0; y-- {
		d.Rows = append(d.Rows, fmt.Sprint(y+1))
		for x := range b.Width {
			c := cell(y*b.Width + x)
			d.Cells = append(d.Cells, c)
			if text := legend[c.Glyph]; text != "" && !seen[c.Glyph] {
				d.Legend = append(d.Legend, fmt.Sprintf("%c %s", c.Glyph, text))
			}
			seen[c.Glyph] = true
		}
	}
	for x := range b.Width {
		d.Columns = append(d.Columns, string(rune('a'+x)))
	}
	return d
}
