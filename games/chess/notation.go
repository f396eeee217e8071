package chess

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// letter returns the letter of a man, in upper case for white.
func (m man) letter() byte {
	l := pieceLetters[m.kind]
	if m.colour == black {
		l += 'a' - 'A'
	}
	return l
}

// FormatState returns the piece placement field of Forsyth-Edwards Notation and the
// side to move, as in "4k3/8/8/8/8/8/8/R3K3:w".
func (g *game) FormatState(s uint64) string {
	p := g.unpack(s)
	text := board().Format(func(square int) byte {
		if n := p.manAt(uint8(square)); n >= 0 {
			return p.men[n].letter()
		}
		return '.'
	})
	for run := 8; run > 0; run-- {
		text = strings.ReplaceAll(text, strings.Repeat(".", run), strconv.Itoa(run))
	}
	return text + ":" + string("wb"[p.mover])
}

func board() grid.Board { return grid.Board{Width: 8, Height: 8} }

// ParseState implements games.Notation. It also parses FEN, and accepts any material
// that can arise in the variant.
func (g *game) ParseState(text string) (uint64, error) {
	p, err := g.parse(text)
	if err != nil {
		return turns.Parsed(g, text, 0, err)
	}
	return p.pack(), nil
}

func (g *game) parse(text string) (position, error) {
	if fields := strings.Fields(text); len(fields) > 1 && !strings.Contains(text, ":") {
		return g.parseFEN(fields)
	}
	cells, mover, err := turns.Cut(text, "side", "w", "b")
	if err != nil {
		return position{}, err
	}
	return g.parseMen(cells, uint8(mover))
}

// parseMen parses the piece placement field of FEN.
func (g *game) parseMen(cells string, mover uint8) (position, error) {
	var none position
	var m material
	var at [2][kinds][]uint8
	if err := board().Parse(cells, "."+pieceLetters+strings.ToLower(pieceLetters), func(square int, letter byte) {
		kind, colour := strings.IndexByte(pieceLetters, letter&^0x20), white
		if letter >= 'a' {
			colour = black
		}
		if kind >= 0 {
			m[colour][kind]++
			at[colour][kind] = append(at[colour][kind], uint8(square))
		}
	}); err != nil {
		return none, err
	}
	for _, square := range slices.Concat(at[white][pawn], at[black][pawn]) {
		if edgeRows>>square&1 != 0 {
			return none, fmt.Errorf("a pawn cannot be on row %d", square>>3+1)
		}
	}
	for _, s := range g.setups {
		if s.material == m {
			return g.arrange(s, at, mover)
		}
	}
	hint := ""
	switch n := m[white].size() + m[black].size(); {
	case n > maxMen:
		hint = fmt.Sprintf("; endings have up to %d men", maxMen)
	case m[white][king] == 1 && m[black][king] == 1:
		hint = fmt.Sprintf("; use chess:pieces=%s", m)
	}
	return none, fmt.Errorf("this set of men cannot occur in the ending %s%s", g.setups[0], hint)
}

// arrange returns the position with the given men, or an error if the position is
// impossible.
func (g *game) arrange(s *setup, at [2][kinds][]uint8, mover uint8) (position, error) {
	p := position{setup: s, mover: mover}
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

// Moves returns the names of the moves, as in "Kd1-e2", "Rd1xd8", "e2-e4" and
// "e7-e8=Q".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var names []string
	p := g.unpack(s)
	for _, mv := range g.moves(nil, &p) {
		name, kind, sign := "", p.men[mv.man].kind, "-"
		if kind != pawn {
			name = string(pieceLetters[kind])
		}
		if mv.taken != nobody {
			sign = "x"
		}
		name += board().Name(int(p.square[mv.man])) + sign + board().Name(int(mv.to))
		if mv.kind != kind {
			name += "=" + string(pieceLetters[mv.kind])
		}
		names = append(names, name)
	}
	return turns.Moves(int(p.mover), names)
}
