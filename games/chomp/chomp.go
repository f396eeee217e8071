// Package chomp is the game of the chocolate bar with one poisoned square: a
// move bites off a square and all that is above it or right of it, and who
// takes the poison loses. Rules: D. Gale, "A curious Nim-type game", American
// Mathematical Monthly 81 (1974); here the last square is really eaten, as
// there, so that a game ends with nothing left. F. Schuh's game of divisors
// (1952) is the same one.
package chomp

import (
	"fmt"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// maxSide is the longest side of a bar: a state has four bits for a row.
const maxSide = 15

// Entry is the game chomp with its option.
func Entry() games.Entry {
	return games.Entry{
		Name:    "chomp",
		Summary: "bite off corners of a chocolate bar; who eats the poisoned square loses",
		Options: []games.Option{
			games.Size("size", "columns x rows of the bar", 5, 4, 1, maxSide),
		},
		New: func(c games.Choice) (games.Variant, error) { return newGame(c.Size("size")), nil },
	}
}

// The characters of a board.
const (
	poison = '!'
	square = 'o'
	eaten  = '.'
)

func (b bar) describe() games.Info {
	info := games.Info{
		Title:     "Chomp",
		LayerName: "eaten",
		Rules: []string{
			fmt.Sprintf("The chocolate bar has %d columns and %d rows of squares. The square a1, at the lower left corner, is poisoned.", b.width, b.height),
			"The players take turns and must move. A move chooses a remaining square and eats all squares that are in its column or further right and in its row or further up.",
			"The player who eats the poisoned square, and with it everything, has lost. The winner gets 100, the loser 0; there are no draws.",
		},
	}
	if b.width == b.height {
		info.Symmetry = "diagonal mirror"
	}
	return info
}

// Draw shows what is left of the bar.
func (b bar) Draw(s uint64, status string) games.Drawing {
	legend := map[rune]string{poison: "poisoned square", square: "square"}
	return grid.Board{Width: b.width, Height: b.height}.Draw(func(cell int) games.Cell {
		switch x, y := cell%b.width, cell/b.width; {
		case x >= row(s, y):
			return games.Cell{Glyph: eaten}
		case cell == 0:
			return games.Cell{Kind: games.Mark, Role: 1, Glyph: poison, Figure: games.Cross}
		}
		return games.Cell{Kind: games.Mark, Glyph: square, Figure: games.Square}
	}, legend, status)
}

// A position has rowBits bits for each row. The columns of a bar, counted in the
// same way, are a sum of lowBits.
const (
	rowBits = 4
	rowMask = 1<<rowBits - 1
	lowBits = 0x111111111111111 // the lowest bit of each row
)

// bar is a variant. What is left of a bar has rows that never get longer
// upwards. A position holds their lengths, row 1 in the lowest bits.
type bar struct{ width, height int }

func newGame(width, height int) games.Variant {
	b := bar{width, height}
	return turns.NewGame(b, b.describe(), "has eaten the poison", true)
}

// Start is the whole bar.
func (b bar) Start() uint64 {
	s := uint64(0)
	for range b.height {
		s = s<<rowBits | uint64(b.width)
	}
	return s
}

// row is the length of row y, counted from 0.
func row(s uint64, y int) int { return int(s >> (y * rowBits) & rowMask) }

// Left is the number of squares.
func (b bar) Left(s uint64) int {
	n := 0
	for ; s != 0; s >>= rowBits {
		n += int(s & rowMask)
	}
	return n
}

// Most is the whole bar: a bite at the poison takes everything.
func (b bar) Most() int { return b.width * b.height }

// bitten returns a position after a bite at a cell, column x and row y counted
// from 0.
func bitten(s uint64, x, y int) uint64 {
	for ; y < maxSide; y++ {
		n := row(s, y)
		if n <= x {
			break // and so are all rows above
		}
		s -= uint64(n-x) << (y * rowBits)
	}
	return s
}

// Mirror exchanges the columns and rows of a square bar. Each row adds one to the
// columns that reach it, and no sum is greater than maxSide.
func (b bar) Mirror(s uint64) uint64 {
	if b.width != b.height {
		return s
	}
	t := uint64(0)
	for ; s != 0; s >>= rowBits {
		t += lowBits & (1<<(s&rowMask*rowBits) - 1)
	}
	return t
}

// Moves appends the bars after a bite at each cell: row by row from row 1, column
// a first.
func (b bar) Moves(dst []uint64, s uint64) []uint64 {
	for y := range b.height {
		for x := range row(s, y) {
			dst = append(dst, bitten(s, x, y))
		}
	}
	return dst
}

// Names names the moves by the cell of the bite, as in "b2".
func (b bar) Names(s uint64) (names []string) {
	for y := range b.height {
		for x := range row(s, y) {
			names = append(names, fmt.Sprintf("%c%d", 'a'+x, y+1))
		}
	}
	return names
}

// Format writes the lengths of the rows from row 1 up, joined by dots, as in
// "5.5.2". Rows without squares are left out; if nothing is left there is a 0.
func (b bar) Format(s uint64) string {
	text := strconv.Itoa(row(s, 0))
	for y := 1; y < b.height && row(s, y) > 0; y++ {
		text += "." + strconv.Itoa(row(s, y))
	}
	return text
}

// Parse reads what Format writes.
func (b bar) Parse(text string) (s uint64, err error) {
	for y, part := range strings.Split(text, ".") {
		n, err := strconv.Atoi(part)
		switch {
		case err != nil || n < 0 || n > b.width:
			return 0, fmt.Errorf("%q is no length of row %d: lengths go from 0 to %d, joined by dots", part, y+1, b.width)
		case y >= b.height:
			return 0, fmt.Errorf("more than %d rows", b.height)
		case y > 0 && n > row(s, y-1):
			return 0, fmt.Errorf("row %d has %d squares, more than the %d of the row below", y+1, n, row(s, y-1))
		}
		s |= uint64(n) << (y * rowBits)
	}
	return s, nil
}
