package othello

import (
	"fmt"

	"zermelo/games"
)

// describe makes what people read about the variant.
func (b *board) describe() games.Info {
	info := games.Info{
		Title:     "Othello",
		Roles:     []string{"black", "white"},
		LayerName: "half-disc",
		Symmetry:  b.symmetryText(),
		Rules: []string{
			fmt.Sprintf("The board has %d columns, a to %s, and %d rows, 1 at the top. %s Black moves first.", b.width, columnName(b.width-1), b.height, b.startText()),
			"A move places a disc of one's own on an empty cell so that it outflanks at least one line of the other player's discs: discs that lie without a gap between the new disc and another one of its colour, in a column, in a row or on a diagonal. All discs that are outflanked in this way turn over and change their colour.",
			"A player who can place no such disc must pass, and only such a player may. The game is over when neither player can place a disc.",
			b.scoreText(),
		},
	}
	for lead := -b.cells; lead <= b.cells; lead++ {
		if !b.winnerTakes || lead%2 == 0 {
			info.Payoffs = append(info.Payoffs, lead)
		}
	}
	return info
}

func (b *board) startText() string {
	if b.parallel {
		return "At the start the four cells in the middle have two white discs above two black ones."
	}
	return "At the start the four cells in the middle have white discs at the upper left and the lower right, black discs at the others."
}

func (b *board) scoreText() string {
	text := "Each player gets the own discs less the other's; equal numbers are a draw. "
	if b.winnerTakes {
		return text + "Cells that are empty at the end count as discs of the player who has more; other sources count them for nobody."
	}
	return text + "Cells that are empty at the end count for nobody; in tournaments the winner gets them."
}

func (b *board) symmetryText() string {
	switch {
	case b.parallel:
		return "left-right mirror"
	case b.width == b.height:
		return "half-turn and both diagonals"
	}
	return "half-turn"
}

// Draw shows the board.
func (g *game[S]) Draw(s S) games.Drawing {
	p := g.unpack(s)
	d := games.Drawing{
		Width: g.width, Height: g.height,
		Notes:  []string{g.status(p)},
		Legend: []string{"x black disc", "o white disc", ". empty cell"},
	}
	for x := range g.width {
		d.Columns = append(d.Columns, columnName(x))
	}
	for y := range g.height {
		d.Rows = append(d.Rows, fmt.Sprint(y+1))
	}
	for i := range g.cells {
		cell := games.Cell{Glyph: glyph(p, i)}
		switch cell.Glyph {
		case blackDisc:
			cell.Kind = games.Piece
		case whiteDisc:
			cell.Kind, cell.Role = games.Piece, 1
		}
		d.Cells = append(d.Cells, cell)
	}
	return d
}

// status says whose turn it is and who has how many discs, or who has won.
func (g *game[S]) status(p position) string {
	count := fmt.Sprintf("; discs: black %d, white %d", ones(p.side(0)), ones(p.side(1)))
	lead := g.lead(p.side(0), p.side(1))
	switch {
	case g.moves(p.own, p.opp) != 0:
		return g.info.Roles[p.role] + " to move" + count
	case g.moves(p.opp, p.own) != 0:
		return g.info.Roles[p.role] + " must pass" + count
	case lead > 0:
		return fmt.Sprintf("black has won by %d%s", lead, count)
	case lead < 0:
		return fmt.Sprintf("white has won by %d%s", -lead, count)
	}
	return "a draw" + count
}
