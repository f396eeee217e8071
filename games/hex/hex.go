// Package hex implements Hex, invented by Piet Hein (1942) and John Nash (1948), in
// which each player tries to connect two opposite sides of a rhombus of hexagons.
// The rules follow Cameron Browne, Hex Strategy (2000).
package hex

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// maxCells is the maximum number of cells, since a player's stones are one word.
// With swap=yes, one bit records the swap.
const maxCells = 64

// Entry returns the game hex.
func Entry() games.Entry {
	return games.Entry{
		Name:    "hex",
		Summary: "join two opposite sides of a rhombus of hexagons",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, up to 64 cells", 4, 4, 2, 15),
			games.Enum("swap", "whether the second player may take over the first stone instead of placing one; only on square boards", "no", "yes").Says("no swap | swap"),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	swap, most := c.String("swap") == "yes", maxCells
	if swap {
		most--
	}
	size, err := grid.Sized(c, "hex", most)
	if err != nil {
		return nil, err
	}
	if side := min(size.Width, size.Height); swap && size.Width != size.Height {
		return nil, games.BadInput("hex: swap=yes requires a square board, such as size=%dx%d", side, side)
	}
	b := newBoard(size.Width, size.Height, swap)
	if b.cells <= narrowCells {
		return newNarrow(b), nil
	}
	return newGame[[2]uint64](b), nil
}

func (b *board) describe() games.Info {
	info := games.Info{
		Title:     "Hex",
		Roles:     []string{"first", "second"},
		Total:     100,
		Payoffs:   []int{0, 100},
		LayerName: "ply",
		Symmetry:  "half-turn",
		Rules: []string{
			fmt.Sprintf("The board is a rhombus of hexagons: %d columns, a to %s, and %d rows, 1 at the top; it is empty at the start. Each row is shifted right by half a cell relative to the row above. A cell has up to six neighbours: left, right, above, above right, below, and below left.",
				b.Width, string(rune('a'+b.Width-1)), b.Height),
			"The players take turns to place a stone on an empty cell: x the first player, o the second. Stones never move.",
			"The first player wins by connecting the top row to the bottom row with a chain of neighbouring stones, the second player by connecting the first column to the last. Exactly one player succeeds. The winner gets 100, the loser 0.",
		},
	}
	if b.swap {
		info.Rules = append(info.Rules, "On the second ply the second player may swap instead of placing a stone: the first stone is replaced by a stone of the second player on the cell with column and row exchanged. This is equivalent to exchanging the sides that the players must connect.")
	} else {
		info.Rules = append(info.Rules, "The second player cannot swap sides after the first stone.")
	}
	return info
}

func (g *game[S]) Draw(s S) games.Drawing {
	p := g.position(s)
	d := g.DrawPieces(p.glyph, glyphs, nil, g.status(p), "first joins top and bottom, second left and right")
	d.Grid, d.Edges = games.Hexagons, [4]int{1, 1, 2, 2}
	d.Legend = []string{"x first player's stone", "o second player's stone", ". empty cell"}
	if g.over(p) {
		winner := 1 - g.mover(p)
		d.Won = g.Indexes(g.chain(p.stones[winner], winner))
	}
	return d
}

func (g *game[S]) status(p position) string {
	mover := g.mover(p)
	switch {
	case g.over(p):
		return g.About.Roles[1-mover] + " has won"
	case g.canSwap(p):
		return g.About.Roles[mover] + " to move, and may swap"
	}
	return g.About.Roles[mover] + " to move"
}

const swapMove = "swap"

// FormatState returns the rows from top to bottom joined by '/', and the role to
// move, as in "../x.:second".
func (g *game[S]) FormatState(s S) string {
	p := g.position(s)
	return g.Format(p.glyph) + ":" + g.About.Roles[g.mover(p)]
}

// glyphs holds the characters of an empty cell and of each role's stones.
const glyphs = ".xo"

func (p position) glyph(cell int) byte {
	return grid.Glyph(cell, glyphs, p.stones[0], p.stones[1])
}

func (g *game[S]) ParseState(text string) (S, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, g.pack(p), err)
}

func (g *game[S]) parse(text string) (position, error) {
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
			return p, fmt.Errorf("%d x and %d o stones with %s to move, expected equal counts with first to move, or one more x with second to move", first, second, name)
		}
		if p.swapped = second > 0; !p.swapped {
			return p, fmt.Errorf("the board is empty, so the position must end in :first")
		}
	default:
		return p, fmt.Errorf("%d x and %d o stones are impossible with %s to move", first, second, name)
	}
	if g.joined(p.stones[mover], mover) {
		return p, fmt.Errorf("%s is to move and has joined its sides, so the game was over before the last move", name)
	}
	return p, nil
}

// Moves returns the names of the moves, such as "a1" or "swap".
func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	p := g.position(s)
	if g.over(p) {
		return [games.MaxRoles][]string{}
	}
	names := g.Names(g.free(p))
	if g.canSwap(p) {
		names = append(names, swapMove)
	}
	return turns.Moves(g.mover(p), names)
}
