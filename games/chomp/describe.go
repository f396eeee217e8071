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
			return games.Cell{Kind: games.Mark, Role: 1, Glyph: poison}
		}
		return games.Cell{Kind: games.Mark, Glyph: square}
	}, legend, status)
}
