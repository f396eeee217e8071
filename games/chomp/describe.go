package chomp

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
)

// The characters of a board.
const (
	poison = '!'
	square = 'o'
	eaten  = '.'
)

// describe makes what people read about the variant.
func (g *game) describe() games.Info {
	info := games.Info{
		Title:     "Chomp",
		Roles:     []string{"first", "second"},
		Total:     100,
		Payoffs:   []int{0, 100},
		LayerName: "eaten",
		Symmetry:  "the players exchanged",
		Rules: []string{
			fmt.Sprintf("The chocolate bar has %d columns and %d rows of squares. The square a1, at the lower left corner, is poisoned.", g.width, g.height),
			"The players take turns and must move. A move chooses a remaining square and eats all squares that are in its column or further right and in its row or further up.",
			"The player who eats the poisoned square, and with it everything, has lost. The winner gets 100, the loser 0; there are no draws.",
		},
	}
	if g.width == g.height {
		info.Symmetry += ", diagonal mirror"
	}
	return info
}

// Draw shows what is left of the bar.
func (g *game) Draw(s uint64) games.Drawing {
	legend := map[rune]string{poison: "poisoned square", square: "square"}
	return grid.Board{Width: g.width, Height: g.height}.Draw(func(cell int) games.Cell {
		switch x, y := cell%g.width, cell/g.width; {
		case x >= row(s, y):
			return games.Cell{Glyph: eaten}
		case cell == 0:
			return games.Cell{Kind: games.Mark, Role: 1, Glyph: poison}
		}
		return games.Cell{Kind: games.Mark, Glyph: square}
	}, legend, g.status(s))
}

// status says whose turn it is, or who has won.
func (g *game) status(s uint64) string {
	roles, role := g.info.Roles, mover(s)
	if s&^moverBit != 0 {
		return roles[role] + " to move"
	}
	return fmt.Sprintf("%s has won: %s has eaten the poison", roles[role], roles[1-role])
}
