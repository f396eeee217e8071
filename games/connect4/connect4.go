// Package connect4 is the game of stones that drop into columns: four in a row
// win. Boards of other sizes and rows of other lengths are options. The rules are
// those of Connect Four (Milton Bradley, 1974), the scores those of Pascal Pons'
// sets of test positions: the earlier a win, the more it counts. The package also
// holds what a search can see of a position without searching; see Look.
package connect4

import "zermelo/games"

// The names of the options.
const (
	optSize    = "size"
	optConnect = "connect"
)

// maxBits is how many bits a state may have.
const maxBits = 63

// Entry is the game connect4 with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "connect4",
		Summary: "stones drop into columns; four in a row win, the sooner the better",
		Options: []games.Option{
			games.Size(optSize, "columns x rows of the board; columns times one more than the rows is at most 63", 7, 6, 2, 20),
			games.Int(optConnect, "stones in a row that win", 4, 3, 20),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options. Each height has code of
// its own, see rows.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size(optSize)
	connect := c.Int(optConnect)
	if width*(height+1) > maxBits {
		return nil, games.BadInput("connect4: size=%dx%d needs %d bits, %d columns of one more than %d: at most %d are possible, as in size=%dx%d",
			width, height, width*(height+1), width, height, maxBits, width, maxBits/width-1)
	}
	if connect > max(width, height) {
		return nil, games.BadInput("connect4: connect=%d has no room on a board of size=%dx%d: type connect=%d or less, or a larger size",
			connect, width, height, max(width, height))
	}
	b := newBoard(width, height, connect)
	switch height {
	case 4:
		return newGame[[5]struct{}](b), nil
	case 5:
		return newGame[[6]struct{}](b), nil
	case 6:
		return newGame[[7]struct{}](b), nil
	case 7:
		return newGame[[8]struct{}](b), nil
	case 8:
		return newGame[[9]struct{}](b), nil
	}
	return newGame[[0]struct{}](b), nil
}
