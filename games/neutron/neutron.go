// Package neutron is Neutron, by Robert A. Kraus (1978): whoever gets the neutron
// to the own first row wins, and both sides move it.
//
// The rules are the usual ones: the neutron and the soldiers go as far as they
// can, and the very first turn moves a soldier only. As not all players keep to
// the latter, it is an option. Boards other than 5x5 are not usual; they are
// there because 5x5 is too large to be solved in the memory of most machines.
package neutron

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
)

// Entry is the game neutron with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "neutron",
		Summary: "soldiers and a neutron that slide; get the neutron home",
		Options: []games.Option{
			games.Size("size", "columns x rows, both odd; the usual 5x5 has 4.4 billion positions, too many to solve", 5, 5, 3, 7),
			games.Enum("first", "what the very first turn moves: a soldier only, or the neutron too", "soldier", "full"),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("size")
	switch {
	case width%2 == 0 || height%2 == 0:
		return nil, games.BadInput("neutron: size=%dx%d has no middle for the neutron: columns and rows must be odd, as in size=3x5", width, height)
	case width*height > maxSquares:
		return nil, games.BadInput("neutron: size=%dx%d has %d squares: at most %d are possible, as in size=5x5", width, height, width*height, maxSquares)
	}
	return newGame(width, height, c.String("first") == "soldier"), nil
}

// describe makes what people read about the variant.
func (g *game) describe() games.Info {
	middle := g.squares() / 2
	first := "In the very first turn white moves a soldier only."
	if !g.rests {
		first = "That is so in the very first turn too."
	}
	return games.Info{
		Title:   "Neutron",
		Roles:   []string{"white", "black"},
		Total:   100,
		Payoffs: []int{0, 50, 100},
		Rules: []string{
			fmt.Sprintf("The board has %d columns, a to %c, and %d rows. White has %d soldiers on row 1 at the start, black as many on row %d; the neutron n is on %c%d. White begins.",
				g.width, 'a'+g.width-1, g.height, g.width, g.height, 'a'+middle%g.width, middle/g.width+1),
			"In a turn a player first moves the neutron, then one of the own soldiers. " + first + " Neutron and soldiers slide along rows, columns and diagonals, at least one square and always as far as the way is free; nothing is taken.",
			fmt.Sprintf("The game is over as soon as the neutron is on a player's first row, row 1 for white and row %d for black, whoever moved it there: that player has won. A player who cannot make a whole turn has lost.", g.height),
			"There is no rule of repetition: play that never ends is a draw.",
		},
		Symmetry: "left-right mirror; the board upside down, with the players exchanged",
	}
}

// Draw shows the board as white sees it.
func (g *game) Draw(s uint64) games.Drawing {
	p := g.forWhite(unpack(s))
	d := g.grid().Draw(func(square int) games.Cell {
		if square == p.neutron {
			return games.Cell{Kind: games.Mark, Glyph: 'n'}
		}
		return grid.Piece(p.glyph(square), glyphs)
	}, nil, g.status(s))
	d.Legend = []string{"w white soldier, b black soldier, n neutron, . free square"}
	return d
}

// status says whose turn it is, or who has won.
func (g *game) status(s uint64) string {
	p := unpack(s)
	mover, other := g.About.Roles[s>>63], g.About.Roles[1-s>>63]
	switch {
	case g.home(p):
		return mover + " has won: the neutron is home"
	case g.away(p):
		return other + " has won: the neutron is home"
	case len(g.turns(nil, p)) == 0:
		return other + " has won: " + mover + " cannot move"
	case p.flags&restBit != 0:
		return mover + " to move a soldier"
	}
	return mover + " to move"
}
