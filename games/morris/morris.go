// Package morris is the family of mill games: three, six and nine men's morris.
//
// The rules of nine men's morris are those of Ralph Gasser, who solved it
// (Solving Nine Men's Morris, Games of No Chance, MSRI 29, 1996). Six men's
// morris has the same rules on a board of two squares. In three men's morris a
// mill leaves the opponent with two men, so the first mill wins by the same
// rules. What differs between sources is an option: flying, the diagonals of the
// small board, whether men in mills can be taken, and where the men start.
package morris

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/grid"
)

// fewest is the number of men that a player needs to play on.
const fewest = 3

// Entry is the game morris with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "morris",
		Summary: "mills of three, six or nine men; a mill takes an opposing man",
		Options: []games.Option{
			games.Enum("men", "men of each side; the board has 9, 16 or 24 points", "9", "6", "3"),
			games.Enum("flying", "when a man may go to any empty point; usual: with three men left of nine, else never", "usual", "never", "three", "always"),
			games.Enum("lines", "whether the board of three men's morris has diagonals", "diagonal", "straight"),
			games.Enum("taking", "which men can be taken; outside-mills: those in mills only if there are no others", "outside-mills", "any"),
			games.Text("start", "empty, or how many men of white and of black are on the board, with none to place, as in 5x5", "empty", "empty | WxB, each 3 up to men", normalStart),
		},
		New: newVariant,
	}
}

// Presets are the names for morris with certain options.
func Presets() []games.Preset {
	return []games.Preset{
		{Name: "three-mens-morris", Spec: "morris:men=3", Summary: "morris with three men on nine points, with diagonals"},
		{Name: "six-mens-morris", Spec: "morris:men=6", Summary: "morris with six men on two squares"},
		{Name: "nine-mens-morris", Spec: "morris", Summary: "morris with nine men on three squares"},
	}
}

// normalStart checks the value of the option start.
func normalStart(value string) (string, error) {
	if value == "empty" {
		return value, nil
	}
	var white, black int
	n, err := fmt.Sscanf(value, "%dx%d", &white, &black)
	normal := fmt.Sprintf("%dx%d", white, black)
	if n != 2 || err != nil || normal != value || min(white, black) < fewest || max(white, black) > 9 {
		return "", fmt.Errorf("must be empty, or the men of white and black on the board, 3 to 9 each, as in 5x5")
	}
	return normal, nil
}

func newVariant(c games.Choice) (games.Variant, error) {
	r := rules{men: c.Int("men"), takeAny: c.String("taking") == "any"}
	r.diagonals = r.men == 3 && c.String("lines") == "diagonal"
	if r.men != 3 && c.String("lines") != "diagonal" {
		return nil, games.BadInput("morris: lines=%s is for men=3, the only board that can have diagonals: leave it out, or type men=3", c.String("lines"))
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
			return nil, games.BadInput("morris: start=%s needs %d men, men=%d: type start=%dx%d or fewer", start, n, r.men, r.men, r.men)
		}
	}
	return newGame(r), nil
}

// rules are the options in force.
type rules struct {
	men       int
	flying    int    // men that fly: this many or fewer
	diagonals bool   // on the board of three men
	takeAny   bool   // also men in mills
	placed    [2]int // men on the board at the start; none where it is empty
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
	placing := fmt.Sprintf("The board is empty at the start. White begins. Each player has %d men and first places them, one in each turn, on free points.", g.men)
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
