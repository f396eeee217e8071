// Package morris implements three, six and nine men's morris.
//
// The rules of nine men's morris follow Ralph Gasser, who solved it (Solving Nine
// Men's Morris, Games of No Chance, MSRI 29, 1996). Six men's morris has the same
// rules on a board of two squares. The first mill wins three men's morris, because
// it leaves the opponent with two men. Rules that differ between sources are
// options.
package morris

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
)

// fewest is the minimum number of men; a player with fewer men loses.
const fewest = 3

// Entry returns the game morris.
func Entry() games.Entry {
	return games.Entry{
		Name:    "morris",
		Summary: "mills of three, six or nine men; a mill takes an opposing man",
		Options: []games.Option{
			games.Enum("men", "men of each side; the board has 9, 16 or 24 points", "9", "6", "3").Says("%s men"),
			games.Enum("flying", "when a man may move to any empty point; usual: with three men left of nine, otherwise never", "usual", "never", "three", "always").Says("usual flying | no flying | flying with three men | flying always"),
			games.Enum("lines", "whether the board of three men's morris has diagonals", "diagonal", "straight"),
			games.Enum("taking", "men that can be taken; outside-mills: men in mills only if no other man is left", "outside-mills", "any").Says("men in mills protected | any man may be taken"),
			games.Text("start", "empty, or the number of white and black men on the board, with none to place, such as 5x5", "empty", "empty | WxB, each 3 up to men", normalStart).Says("empty board at the start | %s men at the start"),
		},
		New: newVariant,
	}
}

// Presets returns the presets of morris.
func Presets() []games.Preset {
	return []games.Preset{
		{Name: "three-mens-morris", Spec: "morris:men=3", Summary: "morris with three men on nine points, with diagonals"},
		{Name: "six-mens-morris", Spec: "morris:men=6", Summary: "morris with six men on two squares"},
		{Name: "nine-mens-morris", Spec: "morris", Summary: "morris with nine men on three squares"},
	}
}

func normalStart(value string) (string, error) {
	if value == "empty" {
		return value, nil
	}
	var white, black int
	n, err := fmt.Sscanf(value, "%dx%d", &white, &black)
	normal := fmt.Sprintf("%dx%d", white, black)
	if n != 2 || err != nil || normal != value || min(white, black) < fewest || max(white, black) > 9 {
		return "", fmt.Errorf("must be empty, or the men of white and black on the board, 3 to 9 each, such as 5x5")
	}
	return normal, nil
}

func newVariant(c games.Choice) (games.Variant, error) {
	r := rules{men: c.Int("men"), takeAny: c.String("taking") == "any"}
	r.diagonals = r.men == 3 && c.String("lines") == "diagonal"
	if r.men != 3 && c.String("lines") != "diagonal" {
		return nil, games.BadInput("morris: lines=%s requires men=3, because no other board can have diagonals; omit lines or use men=3", c.String("lines"))
	}
	switch c.String("flying") {
	case "usual":
		if r.men == 9 {
			r.flying = fewest
		}
	case "three":
		r.flying = fewest
	case "always":
		r.flying = r.men
	}
	if start := c.String("start"); start != "empty" {
		if _, err := fmt.Sscanf(start, "%dx%d", &r.placed[0], &r.placed[1]); err != nil {
			return nil, err
		}
		if n := max(r.placed[0], r.placed[1]); n > r.men {
			return nil, games.BadInput("morris: start=%s needs %d men per side, but men=%d; use start=%dx%d or fewer", start, n, r.men, r.men, r.men)
		}
	}
	return newGame(r), nil
}

type rules struct {
	men       int
	flying    int    // maximum number of men of a player whose men can fly
	diagonals bool   // only with men=3
	takeAny   bool   // men in mills can be captured
	placed    [2]int // initial number of men on the board, by role; 0 if the board is empty
}

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
	placing := fmt.Sprintf("The board is empty at the start. White begins. Each player has %d men and first places them on free points, one per turn.", g.men)
	if g.placed[0] > 0 {
		placing = fmt.Sprintf("White begins with %d men on the lowest points of the board, black with %d on the highest; none are to be placed.", g.placed[0], g.placed[1])
	}
	moving := "Then a move takes a man along a line to a free neighbouring point."
	switch {
	case g.flying >= g.men:
		moving = "Then a move takes a man to any free point."
	case g.flying > 0:
		moving += fmt.Sprintf(" A player with only %d men left may move a man to any free point.", g.flying)
	}
	lines := "three adjacent points on a straight line"
	taking := "An opposing man in a mill can be taken only if all opposing men are in mills."
	if g.takeAny {
		taking = "Opposing men in mills can be taken too."
	}
	info := games.Info{
		Title:   names[g.men] + " men's morris",
		Roles:   []string{"white", "black"},
		Total:   100,
		Payoffs: []int{0, 50, 100},
		Rules: []string{
			shape, placing + " " + moving,
			"A player who completes a mill by placing or moving a man, " + lines + ", takes one opposing man off the board, even if two mills are completed. " + taking,
			fmt.Sprintf("A player loses with fewer than %d men, including the men still to be placed, or without a legal move. Positions may repeat: endless play is a draw.", fewest),
		},
		Symmetry: "the eight of the square board",
	}
	if g.men == 3 {
		info.Rules[2] = "A player who completes a mill by placing or moving a man, " + lines + ", wins by taking one opposing man off the board."
		info.Rules[3] = "A player without a legal move loses too. Positions may repeat: endless play is a draw."
	} else {
		info.Symmetry += ", its squares turned inside out"
	}
	info.Symmetry += "; colours exchanged once all men are placed"
	return info
}

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

// cell returns the drawing of a point or a gap.
func (g *game) cell(men [2]uint32, p point) games.Cell {
	at := g.number(p)
	if at < 0 {
		return games.Cell{Kind: games.Wall, Glyph: g.between(p)}
	}
	return grid.Piece(glyph(men, at), glyphs)
}

// between returns the character that draws the line through a gap, or a space if
// there is no line.
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
