package nim

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
)

// FormatState writes the sizes of the piles, ascending and joined by dots, and
// whose turn it is, as in "1.3.5.7:first". Empty piles are left out; if nothing
// is left there is a 0.
func (g *game) FormatState(s uint64) string {
	p, mover := g.unpack(s)
	var parts []string
	for _, n := range p[:len(g.start)] {
		if n > 0 {
			parts = append(parts, strconv.Itoa(int(n)))
		}
	}
	if parts == nil {
		parts = []string{"0"}
	}
	return strings.Join(parts, ".") + ":" + g.info.Roles[mover]
}

// ParseState reads what FormatState writes, the piles in any order.
func (g *game) ParseState(text string) (uint64, error) {
	s, err := g.parse(text)
	if err != nil {
		return 0, games.BadInput("position %q: %v; the start is %s", text, err, g.FormatState(g.Start()))
	}
	return s, nil
}

// parse reads a position. Its errors say what is wrong.
func (g *game) parse(text string) (uint64, error) {
	piles, role, _ := strings.Cut(text, ":")
	mover := slices.Index(g.info.Roles, role)
	if mover < 0 {
		return 0, fmt.Errorf("want the player to move at the end, :first or :second")
	}
	var left []int
	for part := range strings.SplitSeq(piles, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return 0, fmt.Errorf("%q is no size of a pile: sizes are whole numbers, joined by dots", part)
		}
		if n > 0 {
			left = append(left, n)
		}
	}
	if len(left) > len(g.start) {
		return 0, fmt.Errorf("%d piles, want at most %d", len(left), len(g.start))
	}
	slices.Sort(left)
	// Piles can have come from those at the start if, the largest first, none
	// is larger.
	var p sizes
	for i := range left {
		at := len(g.start) - 1 - i
		n := left[len(left)-1-i]
		if n > g.start[at] {
			return 0, fmt.Errorf("the pile of %d cannot come from the piles at the start", n)
		}
		p[at] = uint8(n)
	}
	return g.pack(&p, mover), nil
}

// Moves names the moves in the order of Expand, as in "5-2" for taking two
// things from a pile of five.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	p, mover := g.unpack(s)
	for i := range g.start {
		for n := 1; n <= g.choices(&p, i); n++ {
			moves[mover] = append(moves[mover], fmt.Sprintf("%d-%d", p[i], n))
		}
	}
	return moves
}
