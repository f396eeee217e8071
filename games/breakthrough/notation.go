package breakthrough

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// FormatState returns the rows from top to bottom, joined by '/' and followed by the
// side to move, as in "bbb/.../www:w".
func (g *game[S]) FormatState(s S) string {
	p := unpack(g.board, s)
	return g.grid().Format(g.glyphs(p)) + ":" + string("wb"[p.mover])
}

// glyphs holds the characters of an empty cell, a white piece, a black piece and a
// hole.
const glyphs = ".wb#"

func (b *board) grid() grid.Board       { return grid.Board{Width: b.width, Height: b.height} }
func (b *board) cell(number int) uint64 { return b.bit(number%b.width+1, number/b.width+1) }

// glyphs returns a function that maps each cell to its character in the text of p.
func (b *board) glyphs(p position) func(cell int) byte {
	return func(cell int) byte {
		return grid.Glyph(bits.TrailingZeros64(b.cell(cell)), glyphs, p.side(0), p.side(1), b.holes)
	}
}

func (g *game[S]) ParseState(text string) (S, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, pack[S](g.board, p), err)
}

func (b *board) parse(text string) (position, error) {
	cells, mover, err := turns.Cut(text, "side", "w", "b")
	if err != nil {
		return position{}, err
	}
	var sets [4]uint64 // by index in glyphs
	if err := b.grid().Parse(cells, glyphs, func(cell int, glyph byte) {
		sets[strings.IndexByte(glyphs, glyph)] |= b.cell(cell)
	}); err != nil {
		return position{}, err
	}
	if wrong := sets[3] &^ b.holes; wrong != 0 {
		return position{}, fmt.Errorf("%s is not a hole in this variant", b.cellName(wrong))
	}
	if wrong := b.holes &^ sets[3]; wrong != 0 {
		return position{}, fmt.Errorf("%s is a hole in this variant and must be '#'", b.cellName(wrong))
	}
	p := position{sets[1+mover], sets[2-mover], mover}
	return p, b.checkCounts(p)
}

// checkCounts returns an error unless the numbers of pieces and the side to move are
// possible.
func (b *board) checkCounts(p position) error {
	for role, name := range []string{"white", "black"} {
		n := bits.OnesCount64(p.side(role))
		if n > b.pieces {
			return fmt.Errorf("%d %s pieces; the maximum is %d", n, name, b.pieces)
		}
		if !b.captures && n < b.pieces {
			return fmt.Errorf("%d %s pieces, expected %d; this variant has no captures", n, name, b.pieces)
		}
	}
	if plies := b.layer(p); !b.captures && plies%2 != p.mover {
		return fmt.Errorf("wrong side to move; the pieces have made %d steps in total, and white moves after an even number", plies)
	}
	return nil
}

func (b *board) cellName(cell uint64) string {
	i := bits.TrailingZeros64(cell)
	return string(rune('a'+i%b.stride)) + strconv.Itoa(i/b.stride+1)
}

// Moves returns the names of the moves, such as "a2-a3" or, for a capture, "a2xb3".
func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	var names []string
	p := unpack(g.board, s)
	if g.over(p) {
		return [games.MaxRoles][]string{}
	}
	for d, t := range g.targets(p) {
		for ; t != 0; t &= t - 1 {
			to := t & -t
			from := bits.RotateLeft64(to, -g.steps[p.mover][d].rotate)
			sign := "-"
			if p.opp&to != 0 {
				sign = "x"
			}
			names = append(names, g.cellName(from)+sign+g.cellName(to))
		}
	}
	return turns.Moves(p.mover, names)
}
