// Package tron implements Tron, in which two heads leave forbidden trails and the
// first to hit an obstacle loses. With simultaneous moves and a ring of walls, it is
// the game snake2p of the General Game Playing repository (ggp.org).
package tron

import (
	"fmt"
	"math/bits"

	"zermelo/games"
)

// Entry returns the game tron.
func Entry() games.Entry {
	return games.Entry{
		Name:    "tron",
		Summary: "two heads leave forbidden trails; the first to run into something loses",
		Options: []games.Option{
			games.Size("size", "columns x rows of the board, including walls", 6, 6, minSide, maxSide),
			games.Enum("turns", "alternating or simultaneous moves", "alternating", "simultaneous"),
			games.Enum("walls", "whether the outermost cells are walls", "none", "ring").Says("no walls | a ring of walls"),
			games.Enum("edge", "whether moves over the edge are illegal or count as errors", "illegal", "error").Says("moves over the edge illegal | moves over the edge are errors"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			w, h := c.Size("size")
			if w == 3 && h == 3 {
				return nil, games.BadInput("tron: size=3x3 has the same start cell, 1.1, for both heads; the smallest boards are 3x4 and 4x3")
			}
			b := newBoard(w, h, c.String("turns") == "simultaneous", c.String("walls") == "ring", c.String("edge") == "error")
			switch narrow := b.stateBits() <= 64; {
			case narrow && b.simultaneous:
				return newNarrow(b), nil
			case narrow:
				g := newNarrow(b)
				return searchedNarrow{g, searcher[uint64]{&g.game}}, nil
			case b.simultaneous:
				return newGame[[2]uint64](b), nil
			}
			g := newGame[[2]uint64](b)
			return searchedWide{g, searcher[[2]uint64]{g}}, nil
		},
	}
}

// Presets returns the presets of tron.
func Presets() []games.Preset {
	return []games.Preset{{
		Name:    "snake2p",
		Spec:    "tron:turns=simultaneous,walls=ring",
		Summary: "the rule sheet snake2p.kif: simultaneous moves inside a ring of walls",
	}}
}

const (
	minSide = 3
	maxSide = 9
	margin  = 1 // width of the margin, which contains heads that have left the board
	// places is a power of two that exceeds (9+2)*(9+2), the number of cells
	// including the margin, so that a masked index needs no bounds check.
	places = 128
)

// board holds the geometry and the options of a variant.
type board struct {
	width, height       int
	simultaneous        bool
	ring                bool
	edgeError           bool
	headBits            uint // bits per head
	headMask            uint64
	open                cells // all cells except walls
	firstColumn         cells // leftmost cells
	lastColumn          cells // rightmost cells
	place               [places]place
	cell                [places]cells  // cell of each place; empty in the margin
	dark                cells          // dark squares of the checkerboard pattern
	diagonal            [maxSide]cells // cells with x-y = 0, 1, 2, ...
	square              bool           // the board is square, so transposition is a symmetry
	transposed, rotated [places]uint8  // image of each place
}

// place is a cell of the board or its margin.
type place struct {
	bit   uint64   // the cell as a set, on boards of up to 64 cells; 0 in the margin
	moves int      // number of moves
	to    [4]uint8 // destinations
	name  [4]uint8 // indexes in moveNames
}

func newBoard(w, h int, simultaneous, ring, edgeError bool) *board {
	b := &board{width: w, height: h, simultaneous: simultaneous, ring: ring, edgeError: edgeError, square: w == h}
	padded := (w + 2*margin) * (h + 2*margin)
	b.headBits = uint(bits.Len(uint(padded - 1)))
	b.headMask = 1<<b.headBits - 1
	for y := range h {
		for x := range w {
			number := y*w + x
			cell := cellBit(number)
			if !ring || !b.onRing(x, y) {
				b.open = b.open.or(cell)
			}
			if (x+y)%2 == 0 {
				b.dark = b.dark.or(cell)
			}
			if x == 0 {
				b.firstColumn = b.firstColumn.or(cell)
			}
			if x == w-1 {
				b.lastColumn = b.lastColumn.or(cell)
			}
			if b.square && x >= y {
				b.diagonal[x-y] = b.diagonal[x-y].or(cell)
			}
			p := place{bit: cell.low}
			for i, d := range moveSteps() {
				if nx, ny := x+d[0], y+d[1]; edgeError || b.onBoard(nx, ny) {
					p.to[p.moves] = uint8(b.placeAt(nx, ny))
					p.name[p.moves] = uint8(i)
					p.moves++
				}
			}
			b.place[b.placeAt(x, y)], b.cell[b.placeAt(x, y)] = p, cell
		}
	}
	for at := range padded {
		x, y := b.cellOf(at)
		b.rotated[at] = uint8(padded - 1 - at)
		b.transposed[at] = uint8(at)
		if b.square {
			b.transposed[at] = uint8(b.placeAt(y, x))
		}
	}
	return b
}

func (b *board) stateBits() int { return b.width*b.height + 2*int(b.headBits) }

func moveSteps() [4][2]int { return [4][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} }

func moveNames() [4]string { return [4]string{"moveUp", "moveDown", "moveLeft", "moveRight"} }

// placeAt returns the number of the place at (x, y), which may be in the margin.
func (b *board) placeAt(x, y int) int {
	return (y+margin)*(b.width+2*margin) + x + margin
}

// cellOf returns the coordinates of a place. It is the inverse of placeAt.
func (b *board) cellOf(at int) (x, y int) {
	return at%(b.width+2*margin) - margin, at/(b.width+2*margin) - margin
}

func (b *board) onBoard(x, y int) bool { return x >= 0 && y >= 0 && x < b.width && y < b.height }

func (b *board) onRing(x, y int) bool {
	return x == 0 || y == 0 || x == b.width-1 || y == b.height-1
}

func roleNames() []string { return []string{"red", "blue"} }

func (b *board) newInfo() games.Info {
	info := games.Info{
		Title:        "Tron",
		Roles:        roleNames(),
		Total:        100,
		Payoffs:      []int{0, 50, 100},
		Simultaneous: b.simultaneous,
		LayerName:    "ply",
		Rules:        b.rules(),
	}
	switch {
	case b.square && b.simultaneous:
		info.Symmetry = "the diagonal x=y, and the half-turn with the colours exchanged"
	case b.square:
		info.Symmetry = "the diagonal x=y"
	case b.simultaneous:
		info.Symmetry = "the half-turn with the colours exchanged"
	}
	return info
}

func (b *board) rules() []string {
	var (
		start = fmt.Sprintf("The board has %d columns and %d rows; cell x.y is in column x from the left and row y from the top, both counted from 0. "+
			"Red's head starts on 1.1, blue's head on %d.%d. No other cell is occupied.", b.width, b.height, b.width-2, b.height-2)
		walls = "The board has no walls."
		turns = "The players move in turn, red first."
		edge  = "Moves over the edge of the board are not possible."
		err   = "Entering a forbidden cell or the cell of the other head is an error."
		end   = "The game ends when a player has erred, or when no blank cell is left. A cell is blank if it is not forbidden and has no head."
		full  = "A player who has erred gets 0 points and the opponent 100. If the board is full and neither player has erred, each gets 50."
	)
	switch {
	case b.ring:
		walls = "The outermost cells are walls. Heads can move into walls."
		edge = "The walls keep both heads from the edge of the board."
		err = "Entering a wall, a forbidden cell or the cell of the other head is an error."
		end = "The game ends when a player has erred, or when no blank cell is left. A cell is blank if it is not a wall, not forbidden and has no head."
	case b.edgeError:
		edge = "A move over the edge of the board is legal, but is an error."
		err = "Leaving the board or entering a forbidden cell or the cell of the other head is an error."
	}
	if b.simultaneous {
		turns = "Both players move simultaneously; a joint move counts as one ply."
		err += " The cells that the heads have just left are already forbidden, so a head that follows the other into its cell errs, " +
			"and both err if they exchange cells or enter the same cell."
		full = "If one player has erred, that player gets 0 points and the other 100. If both have erred, or the board is full and neither has erred, each gets 50."
	}
	return []string{
		start + " " + walls,
		turns + " A move takes the player's head to a neighbouring cell: moveUp to y-1, moveDown to y+1, moveLeft to x-1, moveRight to x+1. The cell left behind becomes forbidden permanently. Passing is not possible. " + edge,
		err + " Such moves are legal, and count as moves.",
		end + " " + full,
		b.sources(),
	}
}

func (b *board) sources() string {
	return "Sources: this game has two descriptions. In the description in prose, the players move in turn (turns=alternating), the 'w' cells are empty (walls=none), " +
		"and the heads stay on the board (edge=illegal); the rule sheet snake2p.kif has simultaneous moves (turns=simultaneous) and " +
		"makes the 'w' cells walls (walls=ring), so that its edge is never reached. In force: turns=" +
		choose(b.simultaneous, "simultaneous", "alternating") + ", walls=" + choose(b.ring, "ring", "none") +
		", edge=" + choose(b.edgeError, "error", "illegal") + "."
}

func choose(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}
