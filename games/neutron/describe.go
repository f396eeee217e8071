package neutron

import (
	"fmt"

	"zermelo/games"
)

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
	d := games.Drawing{Width: g.width, Height: g.height, Notes: []string{g.status(s)}}
	for x := range g.width {
		d.Columns = append(d.Columns, string(rune('a'+x)))
	}
	for y := g.height - 1; y >= 0; y-- {
		d.Rows = append(d.Rows, fmt.Sprint(y+1))
		for x := range g.width {
			cell := games.Cell{Glyph: rune(p.glyph(y*g.width + x))}
			switch cell.Glyph {
			case rune(soldiers[0]):
				cell.Kind = games.Piece
			case rune(soldiers[1]):
				cell.Kind, cell.Role = games.Piece, 1
			case theNeutron:
				cell.Kind = games.Mark
			}
			d.Cells = append(d.Cells, cell)
		}
	}
	d.Legend = []string{"w white soldier, b black soldier, n neutron, . free square"}
	return d
}

// status says whose turn it is, or who has won.
func (g *game) status(s uint64) string {
	p := unpack(s)
	mover, other := g.info.Roles[s>>63], g.info.Roles[1-s>>63]
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
