package yahtzee

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// FormatState returns the points, the used categories, the dice and the number of throws
// left, as in "45.0/...xy./3-3-5/1".
func (g *game) FormatState(s uint64) string {
	p := unpack(s)
	var card strings.Builder
	for category := bits.OnesCount64(g.absent); category < categories; category++ {
		switch {
		case p.used>>category&1 == 0:
			card.WriteByte('.')
		case category == yahtzee && p.extra:
			card.WriteByte('y')
		default:
			card.WriteByte('x')
		}
	}
	text := fmt.Sprintf("%d.%d/%s", p.score, p.upper, card.String())
	if p.used != all {
		text += fmt.Sprintf("/%s/%d", p.dice, p.left)
	}
	return text
}

// String returns the numbers in ascending order, as in "3-3-5", or "none".
func (d dice) String() string {
	var numbers []string
	for face := range faces {
		for range d.count(face) {
			numbers = append(numbers, strconv.Itoa(face+1))
		}
	}
	if numbers == nil {
		return "none"
	}
	return strings.Join(numbers, "-")
}

// ParseState implements games.Notation.
func (g *game) ParseState(text string) (uint64, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, p.pack(), err)
}

func (g *game) parse(text string) (p position, err error) {
	parts := strings.Split(text, "/")
	if len(parts) != 2 && len(parts) != 4 {
		return p, fmt.Errorf("expected the points, the used categories and, until the game is over, the dice and the number of throws left, separated by '/'")
	}
	numbers, err := turns.Numbers(parts[0], 2, g.About.Total)
	if err != nil {
		return p, err
	}
	p.score, p.upper, p.used = numbers[0], numbers[1], g.absent
	if p.upper >= upperGoal {
		return p, fmt.Errorf("the upper section has %d points; if it has reached %d, write 0", p.upper, upperGoal)
	}
	absent := bits.OnesCount64(g.absent)
	if len(parts[1]) != categories-absent {
		return p, fmt.Errorf("%q has %s, expected one for each of %s", parts[1], games.Count(len(parts[1]), "character"), strings.Join(names[absent:], ", "))
	}
	for i, c := range parts[1] {
		switch category := absent + i; {
		case c == 'x':
			p.used |= 1 << category
		case c == 'y' && category == yahtzee && g.bonus:
			p.used, p.extra = p.used|1<<category, true
		case c != '.':
			return p, fmt.Errorf("invalid character %q for %s, expected x if it is used, or '.'", c, names[category])
		}
	}
	if p = g.turn(p); (p.used == all) != (len(parts) == 2) {
		return p, fmt.Errorf("the dice and the number of throws left are required unless all categories are used")
	}
	if most := g.bound(p); p.score > most {
		return p, fmt.Errorf("the used categories have at most %d points", most)
	}
	if p.used == all {
		return p, nil
	}
	if parts[2] != "none" {
		for number := range strings.SplitSeq(parts[2], "-") {
			if len(number) != 1 || number < "1" || number > "6" || p.dice.size() == g.dice {
				return p, fmt.Errorf("the dice are up to %d numbers from 1 to 6, such as 3-5, or none", g.dice)
			}
			p.dice += die(int(number[0] - '1'))
		}
	}
	left, err := turns.Numbers(parts[3], 1, g.rolls-1)
	if err == nil {
		p.left = left[0]
	}
	return p, err
}

// bound returns an upper bound on the score of a position.
func (g *game) bound(p position) int {
	n := g.most(p.used)
	if start := (position{used: g.absent}); g.hopes(start) && !g.hopes(p) {
		n += upperBonus
	}
	return n
}

// Moves implements games.Notation.
func (g *game) Moves(s uint64) (moves [games.MaxRoles][]string) {
	switch p := unpack(s); {
	case p.used == all:
	case p.dice.size() < g.dice:
		moves[0] = grid.Numbers(1, faces)
	case p.left > 0:
		for _, part := range p.dice.parts(nil, 0) {
			name := dice(part).String()
			if dice(part) == p.dice {
				name = "all"
			}
			moves[0] = append(moves[0], "keep-"+name)
		}
	default:
		for open := g.open(p); open != 0; open &= open - 1 {
			moves[0] = append(moves[0], names[bits.TrailingZeros64(open)])
		}
	}
	return moves
}

// Draw implements games.Drawer.
func (g *game) Draw(s uint64) games.Drawing {
	p := unpack(s)
	var status string
	switch {
	case p.used == all:
		status = "all categories are used"
	case p.dice.size() < g.dice:
		status = fmt.Sprintf("dice to throw: %d", g.dice-p.dice.size())
	case p.left > 0:
		status = fmt.Sprintf("choose dice to keep; throws left: %d", p.left)
	default:
		status = "choose a category"
	}
	var open []string
	for rest := all &^ p.used; rest != 0; rest &= rest - 1 {
		open = append(open, names[bits.TrailingZeros64(rest)])
	}
	d := games.Drawing{
		Width: g.dice, Height: 1, Columns: grid.Letters(g.dice), Rows: []string{"dice"}, Notes: []string{status, fmt.Sprintf("points: %d", p.score)},
		Tracks: []games.Track{{Name: "points", Value: p.score, Max: g.About.Total}},
	}
	if open != nil {
		d.Notes = append(d.Notes, "unused: "+strings.Join(open, ", "))
	}
	if g.hopes(p) {
		d.Notes = append(d.Notes, fmt.Sprintf("upper section: %d of %d", p.upper, upperGoal))
		d.Tracks = append(d.Tracks, games.Track{Name: "upper section", Value: p.upper, Max: upperGoal})
	}
	for face := range faces {
		for range p.dice.count(face) {
			d.Cells = append(d.Cells, games.Cell{Kind: games.Piece, Glyph: rune('1' + face)})
		}
	}
	for len(d.Cells) < g.dice {
		d.Cells = append(d.Cells, games.Cell{Glyph: '.'})
	}
	return d
}
