// Package grid implements rectangular boards: the numbering and naming of cells, the
// text format of rows, and drawings.
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

// MaxSide is the maximum length of a side, since letters name columns.
const MaxSide = 26

// Board is a rectangle of cells, numbered row by row from row 1, column a. Each side
// has 1 to MaxSide cells. On a board of at most 64 cells, a set of cells is a word
// with one bit per cell.
type Board struct {
	Width, Height int
	Down          bool // row 1 is at the top instead of the bottom
	Exact         bool // digits do not abbreviate runs of empty cells in Parse
}

// row returns the index of the i-th row from the top.
func (b Board) row(i int) int {
	if b.Down {
		return i
	}
	return b.Height - 1 - i
}

// Cells returns the number of cells.
func (b Board) Cells() int { return b.Width * b.Height }

// Sized returns a board of the size given by the option "size". If the number of
// cells exceeds most, the error is an InputError that suggests a smaller height. The
// argument most must be at least the width.
func Sized(c games.Choice, game string, most int) (Board, error) {
	width, height := c.Size("size")
	b := Board{Width: width, Height: height}
	if b.Cells() <= most {
		return b, nil
	}
	return b, games.BadInput("%s: size=%dx%d has %d cells; the maximum is %d, as in size=%dx%d",
		game, width, height, b.Cells(), most, width, most/width)
}

// All returns the set of all cells.
func (b Board) All() uint64 { return 1<<b.Cells() - 1 }

// Column returns the set of cells in column x, counted from 0.
func (b Board) Column(x int) uint64 {
	set := uint64(0)
	for y := range b.Height {
		set |= 1 << (y*b.Width + x)
	}
	return set
}

// Row returns the set of cells in row y, counted from 0.
func (b Board) Row(y int) uint64 { return (1<<b.Width - 1) << (y * b.Width) }

// Runs returns the set of cells at which a run of n cells in the direction (dx, dy)
// can start without leaving the board.
func (b Board) Runs(dx, dy, n int) uint64 {
	set := uint64(0)
	for cell := range b.Cells() {
		x, y := cell%b.Width+(n-1)*dx, cell/b.Width+(n-1)*dy
		if x >= 0 && x < b.Width && y >= 0 && y < b.Height {
			set |= 1 << cell
		}
	}
	return set
}

// Letters returns the names of the first n columns.
func Letters(n int) []string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	names := make([]string, n)
	for i := range names {
		names[i] = letters[i : i+1]
	}
	return names
}

// Numbers returns the decimal names of n rows or columns, starting with first.
func Numbers(first, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = strconv.Itoa(first + i)
	}
	return names
}

// Name returns the name of a cell, such as "a1".
func (b Board) Name(cell int) string {
	return fmt.Sprintf("%c%d", 'a'+cell%b.Width, cell/b.Width+1)
}

// Names returns the names of the cells in set in ascending order, or nil if set is
// empty.
func (b Board) Names(set uint64) (names []string) {
	for ; set != 0; set &= set - 1 {
		names = append(names, b.Name(bits.TrailingZeros64(set)))
	}
	return names
}

// Format returns the rows from top to bottom, joined by '/', with one character per
// cell.
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

// Parse parses the result of Format and calls put for each cell. A digit stands for
// that many empty cells. All other characters must be in glyphs, whose first
// character denotes an empty cell.
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
				return fmt.Errorf("row %d is too long, expected %d cells", y+1, b.Width)
			}
			if !strings.ContainsRune(glyphs, c) {
				return fmt.Errorf("invalid character %q in row %d, expected %s", c, y+1, oneOf(glyphs))
			}
			for range run {
				put(y*b.Width+x, byte(c))
				x++
			}
		}
		if x < b.Width {
			return fmt.Errorf("row %d has %d cells, expected %d", y+1, x, b.Width)
		}
	}
	return nil
}

// Rows splits text at '/'. It returns an error unless there are n rows.
func Rows(text string, n int) ([]string, error) {
	if err := countRows(text, n); err != nil {
		return nil, err
	}
	return strings.Split(text, "/"), nil
}

func countRows(text string, n int) error {
	if rows := strings.Count(text, "/") + 1; rows != n {
		return fmt.Errorf("%d rows separated by '/', expected %d", rows, n)
	}
	return nil
}

// oneOf lists the characters in glyphs, letters first, as in "x, o or '.'".
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

// Glyph returns the character that represents a cell: glyphs[1+i] for the first
// sets[i] that contains the cell, or glyphs[0] if none does.
func Glyph(cell int, glyphs string, sets ...uint64) byte {
	for i, set := range sets {
		if set>>cell&1 != 0 {
			return glyphs[1+i]
		}
	}
	return glyphs[0]
}

// ParseSets parses a board on which each cell is empty or in one of two sets,
// denoted by the second and third characters of glyphs.
func (b Board) ParseSets(text, glyphs string) (sets [2]uint64, err error) {
	err = b.Parse(text, glyphs, func(cell int, glyph byte) {
		if i := strings.IndexByte(glyphs, glyph); i > 0 {
			sets[i-1] |= 1 << cell
		}
	})
	return sets, err
}

// Draw returns a drawing of the board with the given cells and notes. The drawing's
// legend contains the entries of legend whose glyphs are on the board, in order of
// first use.
func (b Board) Draw(cell func(cell int) games.Cell, legend map[rune]string, notes ...string) games.Drawing {
	d := games.Drawing{
		Width: b.Width, Height: b.Height, Columns: Letters(b.Width), Notes: notes,
		Rows: make([]string, b.Height), Cells: make([]games.Cell, 0, b.Cells()),
	}
	seen := make([]rune, 0, 8) // so few that a map would be slower
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

// DrawPieces returns a drawing of a board of pieces. The first character of glyphs
// denotes an empty cell, and the others denote the pieces of each role. The legend
// explains the glyphs in the same order.
func (b Board) DrawPieces(glyph func(cell int) byte, glyphs string, legend []string, notes ...string) games.Drawing {
	texts := map[rune]string{}
	for i, text := range legend {
		texts[rune(glyphs[i])] = text
	}
	return b.Draw(func(cell int) games.Cell { return Piece(glyph(cell), glyphs) }, texts, notes...)
}

// Indexes returns the drawing indexes of the cells in set.
func (b Board) Indexes(set uint64) (list []int) {
	for i := range b.Cells() {
		if cell := b.row(i/b.Width)*b.Width + i%b.Width; set>>cell&1 != 0 {
			list = append(list, i)
		}
	}
	return list
}

// Piece returns the drawing of a cell; see DrawPieces.
func Piece(glyph byte, glyphs string) games.Cell {
	cell := games.Cell{Glyph: rune(glyph)}
	if i := strings.IndexByte(glyphs, glyph); i > 0 {
		cell.Kind, cell.Role, cell.Figure = games.Piece, i-1, games.Disc
	}
	return cell
}
