// Package dodgem is Colin Vout's game of two crossing columns of cars: one side
// drives to the right, the other upwards, and who is off the board first wins.
//
// The rules are those of Berlekamp, Conway and Guy, Winning Ways for Your
// Mathematical Plays, chapter 22. Published: the first player wins on 3x3
// (Winning Ways); 4x4 and 5x5 are draws by endless play (David desJardins, 1996);
// 1,963 positions can be reached on 3x3, 393,900 on 4x4 and 164,308,067 on 5x5,
// the side to move counted (the database of sekika/dodgem-py).
package dodgem

import "zermelo/games"

// optSize is the name of the only option.
const optSize = "size"

// Entry is the game dodgem with its option.
func Entry() games.Entry {
	return games.Entry{
		Name:    "dodgem",
		Summary: "two sides drive across each other's way; who is off the board first wins",
		Options: []games.Option{
			games.Enum(optSize, "columns x rows of the board; a side has one car less than that", "3x3", "4x4", "5x5"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			width, _ := c.Size(optSize)
			return newGame(width), nil
		},
	}
}
