// Package neutron is Neutron, by Robert A. Kraus (1978): whoever gets the neutron
// to the own first row wins, and both sides move it.
//
// The rules are the usual ones: the neutron and the soldiers go as far as they
// can, and the very first turn moves a soldier only. As not all players keep to
// the latter, it is an option. Boards other than 5x5 are not usual; they are
// there because 5x5 is too large to be solved in the memory of most machines.
package neutron

import "zermelo/games"

// The names of the options and their values.
const (
	optSize  = "size"
	optFirst = "first"

	firstSoldier = "soldier"
	firstFull    = "full"
)

// Entry is the game neutron with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "neutron",
		Summary: "soldiers and a neutron that slide; get the neutron home",
		Options: []games.Option{
			games.Size(optSize, "columns x rows, both odd; the usual 5x5 has 4.4 billion positions, too many to solve", 5, 5, 3, 7),
			games.Enum(optFirst, "what the very first turn moves: a soldier only, or the neutron too", firstSoldier, firstFull),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size(optSize)
	switch {
	case width%2 == 0 || height%2 == 0:
		return nil, games.BadInput("neutron: size=%dx%d has no middle for the neutron: columns and rows must be odd, as in size=3x5", width, height)
	case width*height > maxSquares:
		return nil, games.BadInput("neutron: size=%dx%d has %d squares: at most %d are possible, as in size=5x5", width, height, width*height, maxSquares)
	}
	return newGame(width, height, c.String(optFirst) == firstSoldier), nil
}
