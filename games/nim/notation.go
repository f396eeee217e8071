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
	var parts []string
	for i := range g.start {
		if n := g.size(s, i); n > 0 {
			parts = append(parts, strconv.Itoa(n))
		}
	}
	if parts == nil {
		parts = []string{"0"}
	}
	return strings.Join(parts, ".") + ":" + g.info.Roles[mover(s)]
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
	player := slices.Index(g.info.Roles, role)
	if player < 0 {
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
	sizes := make([]int, len(g.start))
	copy(sizes[len(sizes)-len(left):], left)
	for i, n := range sizes {
		if n > g.start[i] {
			return 0, fmt.Errorf("the pile of %d cannot come from the piles at the start", n)
		}
	}
	return g.pack(sizes) | uint64(player)<<63, nil
}

// Moves names the moves in the order of Expand, as in "5-2" for taking two
// things from a pile of five.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	for i := range g.start {
		for n := 1; n <= g.choices(s, i); n++ {
			moves[mover(s)] = append(moves[mover(s)], fmt.Sprintf("%d-%d", g.size(s, i), n))
		}
	}
	return moves
}
