// Package chomp implements Chomp. A move bites off a square of a chocolate bar,
// together with everything above it and to its right. The player who eats the
// poisoned corner loses. The rules follow D. Gale, "A curious Nim-type game",
// American Mathematical Monthly 81 (1974). F. Schuh's game of divisors (1952) is
// equivalent.
package chomp

import (
	"fmt"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

const maxSide = 15 // maximum length of a row; a length takes four bits of a state

// Entry returns the registry entry for chomp.
func Entry() games.Entry {
	return games.Entry{
		Name:    "chomp",
		Summary: "bite off corners of a chocolate bar; eating the poisoned square loses",
		Options: []games.Option{
			games.Size("size", "columns x rows of the bar", 5, 4, 1, maxSide),
		},
		New: func(c games.Choice) (games.Variant, error) { return newGame(c.Size("size")), nil },
	}
}

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
			"The players take turns and must move. A move chooses a remaining square and eats it together with all squares above, to the right, and above right of it.",
			"The player who eats the poisoned square loses. The winner gets 100, the loser 0; draws are impossible.",
		},
	}
	if b.width == b.height {
		info.Symmetry = "diagonal mirror"
	}
	return info
}

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

const (
	rowBits = 4
	rowMask = 1<<rowBits - 1
	lowBits = 0x111111111111111 // lowest bit of each row
)

// bar implements turns.Impartial. A position consists of the lengths of the rows,
// with row 1 in the lowest bits. No row is longer than the row below it.
type bar struct{ width, height int }

func newGame(width, height int) games.Variant {
	b := bar{width, height}
	return turns.NewGame(b, b.describe(), "has eaten the poison", true)
}

func (b bar) Start() uint64 {
	s := uint64(0)
	for range b.height {
		s = s<<rowBits | uint64(b.width)
	}
	return s
}

func row(s uint64, y int) int { return int(s >> (y * rowBits) & rowMask) }

func (b bar) Remaining(s uint64) int {
	n := 0
	for ; s != 0; s >>= rowBits {
		n += int(s & rowMask)
	}
	return n
}

// MaxReduction implements turns.Impartial. A bite at the poisoned corner takes all
// squares.
func (b bar) MaxReduction() int { return b.width * b.height }

// bitten returns the position after a bite at column x and row y, counted from 0.
func bitten(s uint64, x, y int) uint64 {
	for ; y < maxSide; y++ {
		n := row(s, y)
		if n <= x {
			break // the rows above are at most as long
		}
		s -= uint64(n-x) << (y * rowBits)
	}
	return s
}

// Mirror transposes s if the bar is square. The height of a column is the number of
// rows that reach it. Heights are at most maxSide, so the additions do not overflow.
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

// Moves appends the position after each possible bite, row by row.
func (b bar) Moves(dst []uint64, s uint64) []uint64 {
	for y := range b.height {
		for x := range row(s, y) {
			dst = append(dst, bitten(s, x, y))
		}
	}
	return dst
}

// Names returns the names of the squares, such as "b2".
func (b bar) Names(s uint64) (names []string) {
	for y := range b.height {
		for x := range row(s, y) {
			names = append(names, fmt.Sprintf("%c%d", 'a'+x, y+1))
		}
	}
	return names
}

// Format returns the lengths of the non-empty rows, starting with row 1, joined by
// dots, as in "5.5.2". An empty bar is formatted as "0".
func (b bar) Format(s uint64) string {
	text := strconv.Itoa(row(s, 0))
	for y := 1; y < b.height && row(s, y) > 0; y++ {
		text += "." + strconv.Itoa(row(s, y))
	}
	return text
}

// Parse parses the result of Format.
func (b bar) Parse(text string) (s uint64, err error) {
	for y, part := range strings.Split(text, ".") {
		n, err := strconv.Atoi(part)
		switch {
		case err != nil || n < 0 || n > b.width:
			return 0, fmt.Errorf("%q is not a valid length for row %d; row lengths range from 0 to %d and are separated by dots", part, y+1, b.width)
		case y >= b.height:
			return 0, fmt.Errorf("too many rows; the maximum is %d", b.height)
		case y > 0 && n > row(s, y-1):
			return 0, fmt.Errorf("row %d has %d squares, but the row below has only %d", y+1, n, row(s, y-1))
		}
		s |= uint64(n) << (y * rowBits)
	}
	return s, nil
}
