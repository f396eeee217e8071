package kalah

import (
	"fmt"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/turns"
)

// FormatState writes the first player's pits in order and the store, the second
// player's pits and store, and who is to move, as in "2.2.2-0/2.2.2-0:first".
func (g *game[S]) FormatState(s S) string {
	p := g.unpack(s)
	var t strings.Builder
	for role := range 2 {
		for i := range g.pits {
			if i > 0 {
				t.WriteByte('.')
			}
			t.WriteString(strconv.Itoa(int(p.pit[role*g.pits+i])))
		}
		fmt.Fprintf(&t, "-%d", p.store[role])
		t.WriteByte("/:"[role])
	}
	t.WriteString(g.About.Roles[p.role])
	return t.String()
}

// ParseState reads what FormatState writes.
func (g *game[S]) ParseState(text string) (S, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, g.pack(&p), err)
}

// parse reads a position. Its errors say what is wrong and where.
func (g *game[S]) parse(text string) (position, error) {
	var p position
	board, role, err := turns.Cut(text, "player", g.About.Roles...)
	if err != nil {
		return p, err
	}
	p.role = role
	sides := strings.Split(board, "/")
	if len(sides) != 2 {
		return p, fmt.Errorf("%d sides joined by '/', want the first player's and the second player's", len(sides))
	}
	sum := 0
	for role, side := range sides {
		pits, store, _ := strings.Cut(side, "-")
		counts := strings.Split(pits, ".")
		if len(counts) != g.pits {
			return p, fmt.Errorf("%s has %d pits joined by '.', want %d", g.About.Roles[role], len(counts), g.pits)
		}
		for i, count := range append(counts, store) {
			n, err := strconv.Atoi(count)
			if err != nil || n < 0 || n > g.total || strconv.Itoa(n) != count {
				return p, fmt.Errorf("%q is no number of seeds from 0 to %d; a side is written pit.pit-store", count, g.total)
			}
			if sum += n; i < g.pits {
				p.pit[role*g.pits+i] = uint8(n)
			} else {
				p.store[role] = n
			}
		}
	}
	if sum != g.total {
		return p, fmt.Errorf("%d seeds in all, want %d", sum, g.total)
	}
	if g.layer(&p) < 0 {
		return p, fmt.Errorf("the seeds are further back than at the start, where they cannot come to")
	}
	return p, nil
}

// Moves names the moves in the order of Expand by the number of the pit as its
// owner counts, from 1.
func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	p := g.unpack(s)
	var names []string
	for i := range g.pits {
		if p.pit[p.role*g.pits+i] > 0 && !g.over(&p) {
			names = append(names, strconv.Itoa(i+1))
		}
	}
	return turns.Moves(p.role, names)
}
