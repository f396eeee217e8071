package chess

import (
	"fmt"
	"strings"

	"zermelo/games"
	"zermelo/games/turns"
)

// letter is the man's letter, a capital for white.
func (m man) letter() byte {
	l := pieceLetters[m.kind]
	if m.colour == black {
		l += 'a' - 'A'
	}
	return l
}

// FormatState writes the placement field of Forsyth-Edwards Notation and the
// side to move, as in "4k3/8/8/8/8/8/8/R3K3:w".
func (g *game) FormatState(s uint64) string {
	p := g.unpack(s)
	var t strings.Builder
	for y := 7; y >= 0; y-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				t.WriteByte('0' + byte(empty))
				empty = 0
			}
		}
		for x := range 8 {
			if n := p.manAt(uint8(squareAt(x, y))); n >= 0 {
				flush()
				t.WriteByte(p.men[n].letter())
			} else {
				empty++
			}
		}
		flush()
		if y > 0 {
			t.WriteByte('/')
		}
	}
	t.WriteByte(':')
	t.WriteByte("wb"[p.mover])
	return t.String()
}

// ParseState reads what FormatState writes. The men must be those of the
// variant, or what captures and promotions can leave of them.
func (g *game) ParseState(text string) (uint64, error) {
	p, err := g.parse(text)
	if err != nil {
		return turns.Parsed(g, text, 0, err)
	}
	return p.pack(), nil
}

// parse reads a position. Its errors say what is wrong and where.
func (g *game) parse(text string) (position, error) {
	var none position
	cells, mover, ok := strings.Cut(text, ":")
	if !ok || mover != "w" && mover != "b" {
		return none, fmt.Errorf("want the side to move at the end, :w or :b")
	}
	rows := strings.Split(cells, "/")
	if len(rows) != 8 {
		return none, fmt.Errorf("%d rows joined by '/', want 8", len(rows))
	}
	var m material
	var at [2][kinds][]uint8
	for i, row := range rows {
		x, y := 0, 7-i
		for _, c := range row {
			if c >= '1' && c <= '8' {
				x += int(c - '0')
				continue
			}
			kind, colour := strings.IndexRune(pieceLetters, c), white
			if kind < 0 {
				kind, colour = strings.IndexRune(strings.ToLower(pieceLetters), c), black
			}
			switch {
			case kind < 0:
				return none, fmt.Errorf("character %q in row %d, want one of %s, in small letters for black, or a number of empty squares", c, y+1, pieceLetters)
			case x > 7:
				return none, fmt.Errorf("row %d is too long, want 8 squares", y+1)
			case kind == pawn && (y == 0 || y == 7):
				return none, fmt.Errorf("a pawn in row %d, where none can be", y+1)
			}
			m[colour][kind]++
			at[colour][kind] = append(at[colour][kind], uint8(squareAt(x, y)))
			x++
		}
		if x != 8 {
			return none, fmt.Errorf("row %d has %d squares, want 8", y+1, x)
		}
	}
	for _, s := range g.setups {
		if s.material == m {
			return g.arrange(s, at, mover == "b")
		}
	}
	return none, fmt.Errorf("these men cannot come up in the ending %s", g.setups[0])
}

// arrange puts men on their squares and tests that the position is possible.
func (g *game) arrange(s *setup, at [2][kinds][]uint8, blackMoves bool) (position, error) {
	p := position{setup: s}
	if blackMoves {
		p.mover = black
	}
	for i, m := range p.men {
		squares := &at[m.colour][m.kind]
		p.square[i] = (*squares)[0]
		*squares = (*squares)[1:]
	}
	if !g.possible(&p) {
		return p, fmt.Errorf("%s is to move and could take the king", g.About.Roles[p.mover])
	}
	return p, nil
}

// Moves names the moves by man, square left and square reached, as in "Kd1-e2",
// "Rd1xd8", "e2-e4" and "e7-e8=Q".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	p := g.unpack(s)
	for _, mv := range g.moves(nil, &p) {
		var t strings.Builder
		kind := p.men[mv.man].kind
		if kind != pawn {
			t.WriteByte(pieceLetters[kind])
		}
		t.WriteString(squareName(p.square[mv.man]))
		if mv.taken == nobody {
			t.WriteByte('-')
		} else {
			t.WriteByte('x')
		}
		t.WriteString(squareName(mv.to))
		if mv.kind != kind {
			t.WriteByte('=')
			t.WriteByte(pieceLetters[mv.kind])
		}
		moves[p.mover] = append(moves[p.mover], t.String())
	}
	return moves
}

// squareName is the column's letter and the row's number, as in "a1".
func squareName(square uint8) string {
	return string([]byte{'a' + square&7, '1' + square>>3})
}
