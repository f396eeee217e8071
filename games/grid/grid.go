// Package grid is the rectangular board that many games share: how cells are
// numbered and named, how rows are written and read, and how a board is drawn.
// It knows no rules.
package grid

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"zermelo/games"
)

// MaxSide is the longest side of a board: columns are named by one letter.
const MaxSide = 26

// Board is a rectangle of cells. Cells are numbered from 0, row by row from row
// 1, column a first; a set of cells is a word with their bits. A board has sides
// from 1 to MaxSide, and at most 64 cells where sets are used.
type Board struct {
	Width, Height int
	// Down says that row 1 is at the top, not at the bottom.
	Down bool
	// Exact says that Parse reads one character a cell, no digits.
	Exact bool
}

// row is the number of the i-th row from the top, both from 0.
func (b Board) row(i int) int {
	if b.Down {
		return i
	}
	return b.Height - 1 - i
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

// Row is the set of the cells of row y, counted from 0.
func (b Board) Row(y int) uint64 { return (1<<b.Width - 1) << (y * b.Width) }

// Letters are the names of n columns, at most MaxSide.
func Letters(n int) []string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	names := make([]string, n)
	for i := range names {
		names[i] = letters[i : i+1]
	}
	return names
}

// Numbers are the names of n columns or rows that are counted from first.
func Numbers(first, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(first + i)
	}
	return names
}

// Name is the column's letter and the row's number, as in "a1".
func (b Board) Name(cell int) string {
	return fmt.Sprintf("%c%d", 'a'+cell%b.Width, cell/b.Width+1)
}

// Names names the cells of a set, in their order; nil if there are none.
func (b Board) Names(set uint64) (names []string) {
	for ; set != 0; set &= set - 1 {
		names = append(names, b.Name(bits.TrailingZeros64(set)))
	}
	return names
}

// Format writes the rows from the top joined by '/', one character a cell.
func (b Board) Format(glyph func(cell int) byte) string {
	text := make([]byte, 0, b.Height*(b.Width+1))
	for i := range b.Height {
		if i > 0 {
			text = append(text, '/')
		}
		y := b.row(i)
		for x := range b.Width {
			text = append(text, glyph(y*b.Width+x))
		}
	}
	return string(text)
}

// Parse reads what Format writes and calls put for each cell. All characters
// must be among glyphs, of which the first stands for an empty cell; a digit
// may stand for as many of these. Errors say what is wrong and in which row.
func (b Board) Parse(text, glyphs string, put func(cell int, glyph byte)) error {
	if err := countRows(text, b.Height); err != nil {
		return err
	}
	i := 0
	for row := range strings.SplitSeq(text, "/") {
		x, y := 0, b.row(i)
		i++
		for _, c := range row {
			run := 1
			if c >= '1' && c <= '9' && !b.Exact {
				c, run = rune(glyphs[0]), int(c-'0')
			}
			if x+run > b.Width {
				return fmt.Errorf("row %d is too long, want %d cells", y+1, b.Width)
			}
			if !strings.ContainsRune(glyphs, c) {
				return fmt.Errorf("character %q in row %d, want %s", c, y+1, oneOf(glyphs))
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

// Rows parts a text into so many rows joined by '/'.
func Rows(text string, n int) ([]string, error) {
	if err := countRows(text, n); err != nil {
		return nil, err
	}
	return strings.Split(text, "/"), nil
}

func countRows(text string, n int) error {
	if rows := strings.Count(text, "/") + 1; rows != n {
		return fmt.Errorf("%d rows joined by '/', want %d", rows, n)
	}
	return nil
}

// oneOf lists characters: letters, then others in quotes, as in "x, o or '.'".
func oneOf(glyphs string) string {
	var letters, others []string
	for _, c := range glyphs {
		if unicode.IsLetter(c) {
			letters = append(letters, string(c))
		} else {
			others = append(others, strconv.QuoteRune(c))
		}
	}
	list := append(letters, others...)
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// Glyph is the character of a cell, one of glyphs as Parse has them: that of the
// first set that has the cell, or the first one if none has.
func Glyph(cell int, glyphs string, sets ...uint64) byte {
	for i, set := range sets {
		if set>>cell&1 != 0 {
			return glyphs[1+i]
		}
	}
	return glyphs[0]
}

// ParseSets is Parse for boards of which each cell is empty or in one of the sets
// that it returns, in the order of glyphs.
func (b Board) ParseSets(text, glyphs string) (sets [2]uint64, err error) {
	err = b.Parse(text, glyphs, func(cell int, glyph byte) {
		if i := strings.IndexByte(glyphs, glyph); i > 0 {
			sets[i-1] |= 1 << cell
		}
	})
	return sets, err
}

// Draw draws the board with the given cells and notes below it. The legend
// explains the glyphs that occur, in the order of their first use; those
// without a text are left out.
func (b Board) Draw(cell func(cell int) games.Cell, legend map[rune]string, notes ...string) games.Drawing {
	d := games.Drawing{
		Width: b.Width, Height: b.Height, Columns: Letters(b.Width), Notes: notes,
		Rows: make([]string, b.Height), Cells: make([]games.Cell, 0, b.Cells()),
	}
	seen := make([]rune, 0, 8) // few, so that a map takes longer
	for i := range b.Height {
		y := b.row(i)
		d.Rows[i] = strconv.Itoa(y + 1)
		for x := range b.Width {
			c := cell(y*b.Width + x)
			d.Cells = append(d.Cells, c)
			if slices.Contains(seen, c.Glyph) {
				continue
			}
			seen = append(seen, c.Glyph)
			if text := legend[c.Glyph]; text != "" {
				if d.Legend == nil {
					d.Legend = make([]string, 0, len(legend))
				}
				d.Legend = append(d.Legend, string(c.Glyph)+" "+text)
			}
		}
	}
	return d
}

// DrawPieces is Draw for boards with pieces of the roles. Glyphs are those of
// Parse, with those of the pieces by role after the one of an empty cell; legend
// explains them in this order.
func (b Board) DrawPieces(glyph func(cell int) byte, glyphs string, legend []string, notes ...string) games.Drawing {
	texts := map[rune]string{}
	for i, text := range legend {
		texts[rune(glyphs[i])] = text
	}
	return b.Draw(func(cell int) games.Cell { return Piece(glyph(cell), glyphs) }, texts, notes...)
}

// Indexes are the places of the cells of a set in a drawing.
func (b Board) Indexes(set uint64) (list []int) {
	for i := range b.Cells() {
		if cell := b.row(i/b.Width)*b.Width + i%b.Width; set>>cell&1 != 0 {
			list = append(list, i)
		}
	}
	return list
}

// Piece is the picture of a cell: glyphs are those of DrawPieces.
func Piece(glyph byte, glyphs string) games.Cell {
	cell := games.Cell{Glyph: rune(glyph)}
	if i := strings.IndexByte(glyphs, glyph); i > 0 {
		cell.Kind, cell.Role, cell.Figure = games.Piece, i-1, games.Disc
	}
	return cell
}
