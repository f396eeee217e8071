package own

import (
	"context"
	"fmt"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/own/protocol"
)

// Draw draws a state with the rules' draw function if there is one. Otherwise, it
// draws the declared grid or, if there is none, the text of the state.
func (g *game[S]) Draw(s S) games.Drawing {
	text := g.text(s)
	var d games.Drawing
	switch h := g.hello; {
	case h.Has(protocol.Draw):
		g.call(func(ctx context.Context, r protocol.Rules) error {
			drawn, err := r.Draw(ctx, text)
			if err == nil {
				d, err = g.board(drawn)
			}
			return err
		})
	case len(h.Grid) == 2 && h.Grid[0]*h.Grid[1] <= len(text):
		var rows []string
		for y := range h.Grid[1] {
			rows = append(rows, text[y*h.Grid[0]:(y+1)*h.Grid[0]])
		}
		d = g.cells(rows)
	default:
		d.Notes = []string{text}
	}
	d.Notes = append(d.Notes, g.status(s))
	return d
}

// board converts a drawing made by the rules. If all rows have the same length, the
// result has a grid; otherwise, it has lines of text.
func (g *game[S]) board(drawn protocol.Drawing) (d games.Drawing, err error) {
	even := len(drawn.Rows) > 0 && len(drawn.Rows) <= 100
	for _, line := range append(drawn.Rows, drawn.Notes...) {
		if len(line) > 1000 || games.Clean(line) != line || strings.Contains(line, "\n") {
			return d, fmt.Errorf("drawing: line %q must have at most 1000 characters, all printable", games.Echo(line))
		}
	}
	for _, row := range drawn.Rows {
		even = even && len(row) == len(drawn.Rows[0]) && len(row) > 0 && len(row) <= grid.MaxSide && protocol.CheckPlain(strings.ReplaceAll(row, " ", ".")) < 0
	}
	if even {
		d = g.cells(drawn.Rows)
	} else {
		d.Notes = drawn.Rows
	}
	d.Notes = append(d.Notes, drawn.Notes...)
	return d, nil
}

// cells returns a drawing of a grid of characters. Rows are listed from the top.
func (g *game[S]) cells(rows []string) games.Drawing {
	d := games.Drawing{Width: len(rows[0]), Height: len(rows), Columns: grid.Letters(len(rows[0]))}
	for y, row := range rows {
		d.Rows = append(d.Rows, fmt.Sprint(len(rows)-y))
		for _, c := range row {
			d.Cells = append(d.Cells, g.cell(c))
		}
	}
	return d
}

// cell returns the cell for a character: a declared piece or wall, an empty cell for
// any of " .-_", or else a mark.
func (g *game[S]) cell(c rune) games.Cell {
	for role, pieces := range g.hello.Pieces {
		if strings.ContainsRune(pieces, c) {
			return games.Cell{Kind: games.Piece, Role: role, Glyph: c}
		}
	}
	switch {
	case strings.ContainsRune(g.hello.Walls, c):
		return games.Cell{Kind: games.Wall, Glyph: c}
	case strings.ContainsRune(" .-_", c):
		return games.Cell{Glyph: '.'}
	}
	return games.Cell{Kind: games.Mark, Glyph: c}
}

// status returns a line with the role to move or the final payoffs.
func (g *game[S]) status(s S) (text string) {
	roles := g.hello.Roles
	g.each([]S{s}, func(e *entry) {
		switch {
		case e.terminal && len(roles) == 1:
			text = fmt.Sprintf("over: %s gets %d", roles[0], e.payoffs[0])
		case e.terminal:
			text = fmt.Sprintf("over: %s gets %d, %s gets %d", roles[0], e.payoffs[0], roles[1], e.payoffs[1])
		case e.mover == games.Both:
			text = "both to move"
		case e.mover == games.Chance:
			text = "a random move follows"
		default:
			text = roles[e.mover] + " to move"
		}
	})
	return text
}
