package hex

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// swapMove is the name of the move that swaps.
const swapMove = "swap"

// FormatState writes the rows from the top joined by '/', then who is to move,
// as in "../x.:second" for size=2x2.
func (g *game) FormatState(s uint64) string {
	p := g.unpack(s)
	return g.Format(p.glyph) + ":" + g.About.Roles[g.mover(p)]
}

// glyphs are the characters of an empty cell and of the roles' stones.
const glyphs = ".xo"

// glyph is the character of a cell.
func (p position) glyph(cell int) byte {
	return grid.Glyph(cell, glyphs, p.stones[0], p.stones[1])
}

// ParseState reads what FormatState writes.
func (g *game) ParseState(text string) (uint64, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, g.pack(p), err)
}

// parse reads a position. Its errors say what is wrong and where.
func (g *game) parse(text string) (position, error) {
	var p position
	cells, mover, err := turns.Cut(text, "player", g.About.Roles...)
	if err != nil {
		return p, err
	}
	if p.stones, err = g.ParseSets(cells, glyphs); err != nil {
		return p, err
	}
	name := g.About.Roles[mover]
	first, second := bits.OnesCount64(p.stones[0]), bits.OnesCount64(p.stones[1])
	switch first - second {
	case mover: // no swap
	case mover - 1:
		if !g.swap {
			return p, fmt.Errorf("%d stones x and %d stones o with %s to move: want equally many x and o with first to move, one more x with second to move", first, second, name)
		}
		if p.swapped = second > 0; !p.swapped {
			return p, fmt.Errorf("an empty board with second to move: want :first")
		}
	default:
		return p, fmt.Errorf("%d stones x and %d stones o do not go with %s to move", first, second, name)
	}
	if g.joined(p.stones[mover], mover) {
		return p, fmt.Errorf("%s is to move and has joined its sides, so that the game was over before the last move", name)
	}
	return p, nil
}

// Moves names the moves in the order of Expand, as in "a1" and "swap".
func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	p := g.unpack(s)
	if g.over(p) {
		return [games.MaxRoles][]string{}
	}
	names := g.Names(g.free(p))
	if g.canSwap(p) {
		names = append(names, swapMove)
	}
	return turns.Moves(g.mover(p), names)
}
