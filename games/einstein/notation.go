package einstein

import (
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// glyphs lists the characters in the text of a position.
func (r *rules) glyphs() string { return "." + digits[:r.stones] + letters[:r.stones] }

// glyph returns the character of a cell on a role's turn.
func (r *rules) glyph(p position, role, cell int) byte {
	sides := turns.BySeat(role, p.own, p.other)
	place := uint8(cell + 1)
	if i := slices.Index(sides[0][:], place); i >= 0 {
		return digits[i]
	} else if i := slices.Index(sides[1][:], r.facing(place)); i >= 0 {
		return letters[i]
	}
	return '.'
}

// Format returns the rows from top to bottom and the number thrown, if any, as in
// "..../...b/1.../....-2".
func (r *rules) Format(word uint64, role int) string {
	p := unpack(word)
	text := r.Board.Format(func(cell int) byte { return r.glyph(p, role, cell) })
	if p.die > 0 {
		text += fmt.Sprintf("-%d", p.die)
	}
	return text
}

func (r *rules) Parse(text string, role int) (uint64, error) {
	var sides [2]stones
	var again error
	board, die, thrown := strings.Cut(text, "-")
	err := r.Board.Parse(board, r.glyphs(), func(cell int, glyph byte) {
		i := strings.IndexByte(r.glyphs(), glyph) - 1
		if i < 0 {
			return
		}
		place := uint8(cell + 1)
		if i >= r.stones {
			place = r.facing(place)
		}
		stone := &sides[i/r.stones][i%r.stones]
		if *stone != 0 {
			again = fmt.Errorf("stone %c is on the board twice", glyph)
		}
		*stone = place
	})
	if err == nil {
		err = again
	}
	seats := turns.BySeat(role, sides[0], sides[1])
	p := position{own: seats[0], other: seats[1]}
	if thrown {
		if p.die = 1 + slices.Index(grid.Numbers(1, r.stones), die); p.die == 0 {
			return 0, fmt.Errorf("%q is not a number of the die, from 1 to %d", die, r.stones)
		}
	}
	if over, _ := r.Ended(p.pack()); over && thrown && err == nil {
		err = fmt.Errorf("the game is over, so no die is thrown")
	}
	return p.pack(), err
}

func (r *rules) Draw(word uint64, role int, status string) games.Drawing {
	p := unpack(word)
	if p.die > 0 {
		status = fmt.Sprintf("%s with %d", status, p.die)
	}
	d := r.Board.Draw(func(cell int) games.Cell {
		c := games.Cell{Glyph: rune(r.glyph(p, role, cell))}
		if i := strings.IndexRune(r.glyphs(), c.Glyph) - 1; i >= 0 {
			c.Kind, c.Role, c.Label = games.Piece, i/r.stones, grid.Numbers(1, r.stones)[i%r.stones]
		}
		return c
	}, nil, status)
	d.Legend = []string{"1 to 6 stones of the first player", "a to f stones 1 to 6 of the second player"}
	return d
}

// Names returns the numbers of the die, or moves such as "a1-b2" and "a1xb2".
func (r *rules) Names(word uint64, role int) (names []string) {
	p := unpack(word)
	if p.die == 0 {
		return grid.Numbers(1, r.stones)
	}
	for _, m := range r.moves(nil, p) {
		from, to, sign := p.own[m.stone], m.place, "-"
		if slices.Contains(p.own[:], to) || slices.Contains(p.other[:], r.facing(to)) {
			sign = "x"
		}
		if role == 1 {
			from, to = r.facing(from), r.facing(to)
		}
		names = append(names, r.Name(int(from)-1)+sign+r.Name(int(to)-1))
	}
	return names
}
