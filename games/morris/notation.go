package morris

import (
	"fmt"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// sides returns the men on the board and the numbers of men in hand, by role.
func (p position) sides() (men [2]uint32, hands [2]int) {
	men[p.mover], men[1-p.mover] = p.own, p.opp
	hands[p.mover], hands[1-p.mover] = p.ownHand, p.oppHand
	return men, hands
}

// Characters in the text of a position.
const (
	marks  = "wb"
	glyphs = "." + marks
)

func glyph(men [2]uint32, at int) byte {
	return grid.Glyph(at, glyphs, uint64(men[0]), uint64(men[1]))
}

// FormatState returns the points of each row from top to bottom, the side to move,
// and the numbers of men that white and black have left to place, as in
// ".../.../..w:b:2-3".
func (g *game) FormatState(s uint64) string {
	p := unpack(s)
	men, hands := p.sides()
	rows := make([]string, g.width)
	for i, at := range g.points {
		rows[g.width-1-at.y] += string(glyph(men, i))
	}
	return fmt.Sprintf("%s:%c:%d-%d", strings.Join(rows, "/"), marks[p.mover], hands[0], hands[1])
}

func (g *game) ParseState(text string) (uint64, error) {
	p, err := g.parse(text)
	if err == nil {
		err = g.check(p)
	}
	return turns.Parsed(g, text, p.pack(), err)
}

func (g *game) parse(text string) (position, error) {
	var p position
	fields := strings.Split(text, ":")
	if len(fields) != 3 {
		return p, fmt.Errorf("expected the board, the side to move and the men to place, separated by ':'")
	}
	rows, err := grid.Rows(fields[0], g.width)
	if err != nil {
		return p, err
	}
	var men [2]uint32
	for i, row := range rows {
		y := g.width - 1 - i
		rest := row
		for at, point := range g.points {
			if point.y != y {
				continue
			}
			if rest == "" {
				return p, fmt.Errorf("row %d has only %d points", y+1, len(row))
			}
			switch side := strings.IndexByte(glyphs, rest[0]) - 1; {
			case side >= 0:
				men[side] |= 1 << at
			case rest[0] != glyphs[0]:
				return p, fmt.Errorf("invalid character %q in row %d, expected w, b or '.'", rest[0], y+1)
			}
			rest = rest[1:]
		}
		if rest != "" {
			return p, fmt.Errorf("row %d is too long, expected %d points", y+1, len(row)-len(rest))
		}
	}
	p.mover = strings.Index(marks, fields[1])
	if p.mover < 0 || len(fields[1]) != 1 {
		return p, fmt.Errorf("the side to move is %q, expected w or b", fields[1])
	}
	var hands [2]int
	n, err := fmt.Sscanf(fields[2], "%d-%d", &hands[0], &hands[1])
	if n != 2 || err != nil || fmt.Sprintf("%d-%d", hands[0], hands[1]) != fields[2] {
		return p, fmt.Errorf("invalid numbers of men to place: %q; expected one number per player, such as 2-3", fields[2])
	}
	p.own, p.opp = men[p.mover], men[1-p.mover]
	p.ownHand, p.oppHand = hands[p.mover], hands[1-p.mover]
	return p, nil
}

func (g *game) check(p position) error {
	m := p.material()
	if min(m.ownHand, m.oppHand) < 0 || max(m.ownHand+m.own, m.oppHand+m.opp) > g.men {
		return fmt.Errorf("white and black can have at most %d men each, including those to place", g.men)
	}
	if m.ownHand != m.oppHand+p.mover && m.placing() {
		return fmt.Errorf("white places first, so both sides must have the same number of men to place on white's turn, and white one fewer on black's turn")
	}
	if m.oppHand+m.opp < fewest {
		return fmt.Errorf("%s has fewer than %d men, so the game was over before the last ply", g.About.Roles[1-p.mover], fewest)
	}
	if p.lost() {
		if m.ownHand+m.own == fewest-1 {
			return nil
		}
		return fmt.Errorf("%s has %d men, but would already have lost with %d", g.About.Roles[p.mover], m.ownHand+m.own, fewest-1)
	}
	if g.parts[m] == nil {
		return fmt.Errorf("this combination of men cannot occur")
	}
	return nil
}

// Moves returns the names of the plies, as in "d1-d2", "d1-d2xa7" for a capture, or
// "d2" for placing a man.
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var names []string
	p := unpack(s)
	for _, m := range g.plies(nil, p) {
		name := g.pointName(int(m.to))
		if m.from != none {
			name = g.pointName(int(m.from)) + "-" + name
		}
		if m.taken != none {
			name += "x" + g.pointName(int(m.taken))
		}
		names = append(names, name)
	}
	return turns.Moves(p.mover, names)
}

func (b *board) pointName(at int) string {
	return fmt.Sprintf("%c%d", 'a'+b.points[at].x, b.points[at].y+1)
}
