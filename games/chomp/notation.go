package chomp

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
)

// FormatState writes the lengths of the rows from row 1 up, joined by dots,
// and whose turn it is, as in "5.5.2:second". Rows without squares are left
// out; if nothing is left there is a 0.
func (g *game) FormatState(s uint64) string {
	text := strconv.Itoa(row(s, 0))
	for y := 1; y < g.height && row(s, y) > 0; y++ {
		text += "." + strconv.Itoa(row(s, y))
	}
	return text + ":" + g.info.Roles[mover(s)]
}

// ParseState reads what FormatState writes.
func (g *game) ParseState(text string) (uint64, error) {
	s, err := g.parse(text)
	if err != nil {
		return 0, games.BadInput("position %q: %v; the start is %s", text, err, g.FormatState(g.Start()))
	}
	return s, nil
}

// parse reads a position. Its errors say what is wrong and where.
func (g *game) parse(text string) (uint64, error) {
	rows, role, _ := strings.Cut(text, ":")
	player := slices.Index(g.info.Roles, role)
	if player < 0 {
		return 0, fmt.Errorf("want the player to move at the end, :first or :second")
	}
	s := uint64(player) << 63
	for y, part := range strings.Split(rows, ".") {
		n, err := strconv.Atoi(part)
		switch {
		case err != nil || n < 0 || n > g.width:
			return 0, fmt.Errorf("%q is no length of row %d: lengths go from 0 to %d, joined by dots", part, y+1, g.width)
		case y >= g.height:
			return 0, fmt.Errorf("more than %d rows", g.height)
		case y > 0 && n > row(s, y-1):
			return 0, fmt.Errorf("row %d has %d squares, more than the %d of the row below", y+1, n, row(s, y-1))
		}
		s |= uint64(n) << (y * rowBits)
	}
	return s, nil
}

// Moves names the moves by the cell of the bite, as in "b2", in the order of
// Expand.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	for y := range g.height {
		for x := range row(s, y) {
			moves[mover(s)] = append(moves[mover(s)], fmt.Sprintf("%c%d", 'a'+x, y+1))
		}
	}
	return moves
}
