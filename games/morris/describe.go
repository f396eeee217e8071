package morris

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
)

// describe makes what people read about the variant.
func (g *game) describe() games.Info {
	names := map[int]string{3: "Three", 6: "Six", 9: "Nine"}
	boards := map[int]string{
		3: "The board has nine points in three rows and three columns, joined along these%s.",
		6: "The board is two squares one within the other, with points at their corners and in the middles of their sides: 16 points. The middles of the sides are joined, outer with inner.",
		9: "The board is three squares one within another, with points at their corners and in the middles of their sides: 24 points. The middles of the sides are joined.",
	}
	shape := boards[g.men]
	if g.men == 3 {
		diagonals := ""
		if g.diagonals {
			diagonals = " and along both diagonals"
		}
		shape = fmt.Sprintf(shape, diagonals)
	}
	placing := fmt.Sprintf("The board is empty at the start. White begins. Each player has %d men and first places them, one in each turn, on free points.", g.men)
	if g.fromBoard() {
		placing = fmt.Sprintf("White begins with %d men on the lowest points of the board, black with %d on the highest; none are to be placed.", g.placed[0], g.placed[1])
	}
	moving := "Then a move takes a man along a line to a free neighbouring point."
	switch {
	case g.flying >= g.men:
		moving = "Then a move takes a man to any free point."
	case g.flying > 0:
		moving += fmt.Sprintf(" A player with only %d men left may move a man to any free point.", g.flying)
	}
	lines := "three points next to each other on a line, not round a corner"
	taking := "An opposing man that is in a mill itself can be taken only if there are no others."
	if g.takeAny {
		taking = "It does not matter whether that is in a mill itself."
	}
	info := games.Info{
		Title:   names[g.men] + " men's morris",
		Roles:   []string{"white", "black"},
		Total:   100,
		Payoffs: []int{0, 50, 100},
		Rules: []string{
			shape, placing + " " + moving,
			"Who makes a mill with a man placed or moved, " + lines + ", takes one opposing man off the board, one also for two mills. " + taking,
			fmt.Sprintf("The player to move has lost who has fewer than %d men, those to place included, or who cannot move. There is no rule of repetition: play that never ends is a draw.", fewest),
		},
		Symmetry: "the eight of the square board",
	}
	if g.men == 3 {
		info.Rules[2] = "Who makes a mill with a man placed or moved, " + lines + ", takes one opposing man off the board, and has so won."
		info.Rules[3] = "The player to move who cannot move has lost too. There is no rule of repetition: play that never ends is a draw."
	} else {
		info.Symmetry += ", its squares turned inside out"
	}
	info.Symmetry += "; colours exchanged where nothing is to be placed"
	return info
}

// fromBoard reports whether men are on the board at the start.
func (g *game) fromBoard() bool { return g.placed[0] > 0 }

// Draw shows the board with its lines.
func (g *game) Draw(s uint64) games.Drawing {
	p := unpack(s)
	men, hands := p.sides()
	notes := []string{g.status(p)}
	if p.material().placing() {
		notes = append(notes, fmt.Sprintf("to place: white %d, black %d", hands[0], hands[1]))
	}
	board := grid.Board{Width: g.width, Height: g.width}
	d := board.Draw(func(at int) games.Cell { return g.cell(men, point{at % g.width, at / g.width}) }, nil, notes...)
	if g.men == 3 { // no cells lie between the points
		cell := func(p point) int { return (g.width-1-p.y)*g.width + p.x }
		for _, line := range g.lines {
			d.Lines = append(d.Lines, [2]int{cell(line[0]), cell(line[1])})
		}
	}
	d.Legend = []string{"w white man, b black man, . free point"}
	return d
}

// cell draws a point, or what is between points.
func (g *game) cell(men [2]uint32, p point) games.Cell {
	at := g.number(p)
	if at < 0 {
		return games.Cell{Kind: games.Wall, Glyph: g.between(p)}
	}
	return grid.Piece(glyph(men, at), glyphs)
}

// between is the line through a place that is no point.
func (g *game) between(p point) rune {
	for _, line := range g.lines {
		a, b := line[0], line[1]
		switch {
		case a.y == p.y && b.y == p.y && min(a.x, b.x) < p.x && p.x < max(a.x, b.x):
			return '-'
		case a.x == p.x && b.x == p.x && min(a.y, b.y) < p.y && p.y < max(a.y, b.y):
			return '|'
		}
	}
	return ' '
}

// status says whose turn it is, or who has lost.
func (g *game) status(p position) string {
	mover := g.About.Roles[p.mover]
	switch {
	case p.lost():
		return mover + " has lost: too few men"
	case len(g.plies(nil, p)) == 0:
		return mover + " has lost and cannot move"
	}
	return mover + " to move"
}
