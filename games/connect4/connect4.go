// Package connect4 is the game of stones that drop into columns: four in a row
// win. Boards of other sizes and rows of other lengths are options. The rules are
// those of Connect Four (Milton Bradley, 1974), the scores those of Pascal Pons'
// sets of test positions: the earlier a win, the more it counts. The package also
// holds what a search can see of a position without searching; see Look.
package connect4

import (
	"fmt"

	"zermelo/games"
)

// maxBits is how many bits the columns of a board may have, with one more than their
// cells each. Up to 64 are in states of one word; see wide.
const maxBits = 80

// Entry is the game connect4 with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "connect4",
		Summary: "stones drop into columns; four in a row win, the sooner the better",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board; columns times one more than the rows is at most 80", 7, 6, 2, 20),
			games.Int("connect", "stones in a row that win", 4, 3, 20),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options. Each height has code of
// its own, see rows.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	connect := c.Int("connect")
	if width*(height+1) > maxBits {
		return nil, games.BadInput("connect4: size=%dx%d needs %d bits, %d columns of one more than %d: at most %d are possible, as in size=%dx%d",
			width, height, width*(height+1), width, height, maxBits, width, maxBits/width-1)
	}
	if connect > max(width, height) {
		return nil, games.BadInput("connect4: connect=%d has no room on a board of size=%dx%d: type connect=%d or less, or a larger size",
			connect, width, height, max(width, height))
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

// variantOf makes a variant with code for its height, and with states of one word
// where that is enough.
func variantOf[R rows](width, height, connect int) (games.Variant, error) {
	if width*(height+1) <= 64 {
		return newGame[R](newBoard(width, height, connect)), nil
	}
	window := 64 / (height + 1)
	if room := 2*window - connect + 1; width > room {
		return nil, games.BadInput("connect4: size=%dx%d with connect=%d is too large: with so many rows type at most size=%dx%d", width, height, connect, room, height)
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
			fmt.Sprintf("The board has %d columns, 1 to %d from the left, and %d rows; it stands upright and is empty at the start.", z.width, z.width, z.height),
			"The players take turns and must move. A move drops a stone into a column that is not full, where it falls onto the lowest empty cell. The first player's stones are x, the second player's are o.",
			fmt.Sprintf("A player who has %d stones next to each other in a column, in a row or on a diagonal has won, and the game is over. A full board without that is a draw.", z.connect),
			fmt.Sprintf("Sooner is better: a win scores 1 and 1 more for each stone that the winner has not needed of the %d of the first player or the %d of the second. So a win with the winner's stone number n scores %d - n for the first player and %d - n for the second. The loser has the negative of it, and a draw is 0.",
				first, second, first+1, second+1),
		},
	}
}
