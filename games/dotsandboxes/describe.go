package dotsandboxes

import (
	"fmt"

	"zermelo/games"
)

// describe makes what people read about the variant.
func (b *board) describe(framed bool) games.Info {
	boxes := b.width * b.height
	info := games.Info{
		Title:      "Dots and Boxes",
		Roles:      []string{"first", "second"},
		Total:      boxes,
		ExtraMoves: true,
		LayerName:  "ply",
		Symmetry:   "mirrors and half-turn",
		Rules: []string{
			fmt.Sprintf("%d columns, a to %c, and %d rows of dots, 1 at the bottom, make room for %dx%d boxes. A line joins two dots beside or above each other. %s",
				b.width+1, 'a'+b.width, b.height+1, b.width, b.height, startText(framed)),
			"The player to move draws a line that is not there yet. Whoever draws the fourth line of a box owns the box; a line can complete two boxes. A player who has completed a box moves again, and must, unless all lines are drawn; else it is the other player's turn. Nobody has to complete a box.",
			fmt.Sprintf("The game is over when all lines are drawn. Each player gets the number of own boxes, of %d.", boxes),
		},
	}
	if b.width == b.height {
		info.Symmetry = "mirrors, diagonals and turns"
	}
	for n := range boxes + 1 {
		info.Payoffs = append(info.Payoffs, n)
	}
	return info
}

func startText(framed bool) string {
	if framed {
		return "At the start the lines around the board are drawn."
	}
	return "At the start there are none."
}

// The characters of a drawing that are not part of a position.
const (
	dotGlyph      = '+'
	noLineGlyph   = '.'
	acrossGlyph   = '-'
	downGlyph     = '|'
	openGlyph     = ' '
	completeGlyph = '#'
)

// Draw shows the dots, the lines and which boxes are complete.
func (g *game) Draw(s uint64) games.Drawing {
	p := g.unpack(s)
	d := games.Drawing{Width: 2*g.width + 1, Height: 2*g.height + 1, Notes: []string{g.status(p)}}
	for x := range d.Width {
		d.Columns = append(d.Columns, edge(x, columnName(x/2)))
	}
	boxes := g.boxes(p.lines)
	for y := range d.Height {
		d.Rows = append(d.Rows, edge(y, fmt.Sprint(g.height+1-y/2)))
		for x := range d.Width {
			d.Cells = append(d.Cells, g.cell(p.lines, boxes, x, y))
		}
	}
	d.Legend = []string{"- and | lines", ". no line yet"}
	if boxes != 0 {
		d.Legend = append(d.Legend, "# complete box")
	}
	return d
}

// edge labels every second column or row, those of the dots.
func edge(place int, name string) string {
	if place%2 == 1 {
		return ""
	}
	return name
}

// cell is what is at a place of the drawing.
func (b *board) cell(lines, boxes uint64, x, y int) games.Cell {
	switch {
	case x%2 == 0 && y%2 == 0:
		return games.Cell{Kind: games.Mark, Glyph: dotGlyph}
	case x%2 == 1 && y%2 == 1:
		if boxes&b.line(x, y-1) != 0 {
			return games.Cell{Kind: games.Blocked, Glyph: completeGlyph}
		}
		return games.Cell{Glyph: openGlyph}
	case lines&b.line(x, y) == 0:
		return games.Cell{Glyph: noLineGlyph}
	case y%2 == 0:
		return games.Cell{Kind: games.Wall, Glyph: acrossGlyph}
	}
	return games.Cell{Kind: games.Wall, Glyph: downGlyph}
}

// status says whose turn it is and who has how many boxes.
func (g *game) status(p position) string {
	second := g.complete(p.lines) - p.first
	score := fmt.Sprintf("boxes: first %d, second %d", p.first, second)
	switch {
	case p.lines != g.all:
		return g.info.Roles[p.role] + " to move; " + score
	case p.first == second:
		return "a draw; " + score
	case p.first > second:
		return "first has won; " + score
	}
	return "second has won; " + score
}
