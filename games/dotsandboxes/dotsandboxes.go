// Package dotsandboxes implements Dots and Boxes, in which players draw lines
// between dots to complete boxes. The rules follow Elwyn Berlekamp, The
// Dots-and-Boxes Game (2000): completing a box is optional and requires the player
// to draw another line.
package dotsandboxes

import (
	"fmt"
	"math/bits"

	"zermelo/games"
)

// Entry returns the registry entry for dots-and-boxes.
func Entry() games.Entry {
	return games.Entry{
		Name:    "dots-and-boxes",
		Summary: "draw lines between dots; completing a box earns another turn",
		Options: []games.Option{
			games.Size("boxes", "columns x rows of boxes, up to 4x6", 3, 3, 1, 18).AsSize().Says("%s boxes"),
			games.Enum("start", "lines drawn at the start: none, or the border of the board", "empty", "swedish").Says("no lines at the start | a border at the start"),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	width, height := c.Size("boxes")
	lines := height*(2*width+1) + width
	if need := lines + bits.Len(uint(width*height)) + 1; need > 64 {
		return nil, games.BadInput("dots-and-boxes: boxes=%dx%d has %d lines and needs %d bits; the maximum is 64, as in boxes=4x6", width, height, lines, need)
	}
	swedish := c.String("start") == "swedish"
	if swedish && width*height == 1 {
		return nil, games.BadInput("dots-and-boxes: boxes=1x1 with start=swedish leaves no line to draw; use start=empty or boxes=1x2")
	}
	return newGame(newBoard(width, height), swedish), nil
}

func (b *board) describe(framed bool) games.Info {
	boxes := b.width * b.height
	info := games.Info{
		Title:      "Dots and Boxes",
		Roles:      []string{"first", "second"},
		Total:      boxes,
		Unit:       "box",
		ExtraMoves: true,
		LayerName:  "ply",
		Symmetry:   "mirrors and half-turn",
		Rules: []string{
			fmt.Sprintf("%d columns, a to %c, and %d rows of dots, 1 at the bottom, form %dx%d boxes. A line joins two neighbouring dots of a row or column. %s",
				b.width+1, 'a'+b.width, b.height+1, b.width, b.height, startText(framed)),
			"The player to move draws a new line. The player who draws the fourth line of a box owns the box; a line can complete two boxes. A player who completes a box must move again, unless all lines are drawn; otherwise the turn passes to the other player. Players are not obliged to complete boxes.",
			fmt.Sprintf("The game is over when all lines are drawn. Each player gets the number of boxes owned, of %d in total.", boxes),
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
	return "At the start no lines are drawn."
}

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
	for role, won := range [2]int{p.first, g.complete(p.lines) - p.first} {
		d.Tracks = append(d.Tracks, games.Track{Name: g.About.Roles[role], Role: role, Value: won, Max: g.width * g.height})
	}
	d.Legend = []string{"- and | lines", ". no line yet"}
	if boxes != 0 {
		d.Legend = append(d.Legend, "# complete box")
	}
	return d
}

// edge returns name if place is the column or row of a dot, and "" otherwise.
func edge(place int, name string) string {
	if place%2 == 1 {
		return ""
	}
	return name
}

func (b *board) cell(lines, boxes uint64, x, y int) games.Cell {
	switch {
	case x%2 == 0 && y%2 == 0:
		return games.Cell{Kind: games.Mark, Glyph: '+'}
	case x%2 == 1 && y%2 == 1:
		if boxes&b.line(x, y-1) != 0 {
			return games.Cell{Kind: games.Blocked, Glyph: '#'}
		}
		return games.Cell{Glyph: ' '}
	case lines&b.line(x, y) == 0:
		return games.Cell{Glyph: '.'}
	case y%2 == 0:
		return games.Cell{Kind: games.Wall, Glyph: '-'}
	}
	return games.Cell{Kind: games.Wall, Glyph: '|'}
}

// status returns the side to move or the winner, and the number of boxes of each
// side.
func (g *game) status(p position) string {
	second := g.complete(p.lines) - p.first
	score := fmt.Sprintf("boxes: first %d, second %d", p.first, second)
	switch {
	case p.lines != g.all:
		return g.About.Roles[p.role] + " to move; " + score
	case p.first == second:
		return "a draw; " + score
	case p.first > second:
		return "first has won; " + score
	}
	return "second has won; " + score
}
