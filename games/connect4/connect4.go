// Package connect4 implements Connect Four (Milton Bradley, 1974). Other board sizes
// and row lengths are options. Scores follow Pascal Pons' test positions, in which
// earlier wins score higher.
package connect4

import (
	"fmt"
	"runtime"

	"zermelo/games"
)

// maxBits is the maximum number of bits of a board. A column has one more bit than
// cells. States of up to 64 bits are one word; see wide for longer ones.
const maxBits = 80

// Entry returns the registry entry for connect4.
func Entry() games.Entry {
	return games.Entry{
		Name:    "connect4",
		Summary: "stones drop into columns; four in a row win, the sooner the better",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board; columns x (rows + 1) must not exceed 80", 7, 6, 2, 20),
			games.Int("connect", "stones in a row that win", 4, 3, 20).Says("%s in a row"),
		},
		New: newVariant,
	}
}

// newVariant returns the variant with the given options. It uses specialized code
// for common heights; see rows.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	connect := c.Int("connect")
	if width*(height+1) > maxBits {
		return nil, games.BadInput("connect4: size=%dx%d needs %d bits (columns x (rows + 1)); the maximum is %d, as in size=%dx%d",
			width, height, width*(height+1), maxBits, width, maxBits/width-1)
	}
	if connect > max(width, height) {
		return nil, games.BadInput("connect4: connect=%d does not fit on a board of size=%dx%d; use connect=%d or less, or a larger size",
			connect, width, height, max(width, height))
	}
	if runtime.GOOS == "js" { // instances for common heights are too large a download
		return variantOf[[0]struct{}](width, height, connect)
	}
	switch height {
	case 4:
		return variantOf[[5]struct{}](width, height, connect)
	case 5:
		return variantOf[[6]struct{}](width, height, connect)
	case 6:
		return variantOf[[7]struct{}](width, height, connect)
	case 7:
		return variantOf[[8]struct{}](width, height, connect)
	case 8:
		return variantOf[[9]struct{}](width, height, connect)
	}
	return variantOf[[0]struct{}](width, height, connect)
}

func variantOf[R rows](width, height, connect int) (games.Variant, error) {
	if width*(height+1) <= 64 {
		return newGame[R](newBoard(width, height, connect)), nil
	}
	window := 64 / (height + 1)
	if room := 2*window - connect + 1; width > room {
		return nil, games.BadInput("connect4: size=%dx%d with connect=%d is too large; the maximum is size=%dx%d", width, height, connect, room, height)
	}
	return newWide[R](newBoard(window, height, connect), width), nil
}

func (z size) describe() games.Info {
	title := "Connect Four"
	if z.connect != 4 {
		title = fmt.Sprintf("Connect %d", z.connect)
	}
	first, second := (z.cells+1)/2, z.cells/2
	return games.Info{
		Title:     title,
		Roles:     []string{"first", "second"},
		Colours:   []string{"yellow", "red"},
		LayerName: "ply",
		Symmetry:  "left-right mirror",
		Rules: []string{
			fmt.Sprintf("The board has %d columns, 1 to %d from the left, and %d rows. It stands upright and is empty at the start.", z.width, z.width, z.height),
			"The players take turns and must move. A move drops a stone into a column that is not full, where it falls onto the lowest empty cell. The first player's stones are x, the second player's are o.",
			fmt.Sprintf("The first player with %d adjacent stones in a column, a row or a diagonal wins. If the board is full and neither player has won, the game is a draw.", z.connect),
			fmt.Sprintf("Faster wins score more: a win scores 1 point, plus 1 for each of the winner's stones that is left; the first player has %d stones and the second %d. So a win with the winner's stone number n scores %d - n for the first player and %d - n for the second. The score of the loser is the negative of this, and a draw scores 0.",
				first, second, first+1, second+1),
		},
	}
}
