// Package tron is the game of two snakes: two heads move over a board, leave
// forbidden cells behind, and the first to run into something loses. With both
// moving at once and a ring of walls it is snake2p of the General Game Playing
// repository (ggp.org), whose rule sheet the tests compare with.
package tron

import (
	"fmt"
	"math/bits"

	"zermelo/games"
)

// Entry is the game with its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "tron",
		Summary: "two heads leave forbidden trails; who runs into something loses",
		Options: []games.Option{
			games.Size("size", "the board, walls included", 6, 6, minSide, maxSide),
			games.Enum("turns", "red and blue move in turn, or both at once", "alternating", "simultaneous"),
			games.Enum("walls", "whether the outermost cells are walls", "none", "ring"),
			games.Enum("edge", "whether a move over the edge does not exist, or is an error", "illegal", "error"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			w, h := c.Size("size")
			if w == 3 && h == 3 {
				return nil, games.BadInput("tron: size=3x3 has one start cell, 1.1, for both heads; the smallest boards are 3x4 and 4x3")
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

// Presets are the names for tron with certain options.
func Presets() []games.Preset {
	return []games.Preset{{
		Name:    "snake2p",
		Spec:    "tron:turns=simultaneous,walls=ring",
		Summary: "the rule sheet snake2p.kif: both move at once inside a ring of walls",
	}}
}

const (
	minSide = 3
	maxSide = 9
	margin  = 1 // cells around the board where a head that left it stands
	// places is a power of two above the number of cells with the margin,
	// (9+2)*(9+2), so that a masked index needs no bounds check.
	places = 128
)

// board is one variant: its geometry and, in rules.go, its rules.
type board struct {
	width, height       int
	simultaneous        bool
	ring                bool
	edgeError           bool
	headBits            uint // bits of one head
	headMask            uint64
	open                cells // those that are not walls
	firstColumn         cells // those at the left
	lastColumn          cells // those at the right
	place               [places]place
	cell                [places]cells  // the cell of a place; none in the margin
	dark                cells          // every second cell, as on a checkerboard
	diagonal            [maxSide]cells // those with x-y = 0, 1, 2, ...
	square              bool           // the transposition is a symmetry
	transposed, rotated [places]uint8  // where a head goes under the symmetries
}

// place is a cell of the board or of its margin.
type place struct {
	bit   uint64   // the cell's bit in a set of up to 64 cells; 0 in the margin
	moves int      // how many moves exist from here
	to    [4]uint8 // where they lead
	name  [4]uint8 // their index in moveNames
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

// stateBits is how many bits a state needs; see game.
func (b *board) stateBits() int { return b.width*b.height + 2*int(b.headBits) }

// moveSteps are the directions of the moves, in the order of moveNames.
func moveSteps() [4][2]int { return [4][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} }

func moveNames() [4]string { return [4]string{"moveUp", "moveDown", "moveLeft", "moveRight"} }

// placeAt is the place of a cell of the board or its margin.
func (b *board) placeAt(x, y int) int {
	return (y+margin)*(b.width+2*margin) + x + margin
}

// cellOf is the inverse of placeAt.
func (b *board) cellOf(at int) (x, y int) {
	return at%(b.width+2*margin) - margin, at/(b.width+2*margin) - margin
}

func (b *board) onBoard(x, y int) bool { return x >= 0 && y >= 0 && x < b.width && y < b.height }

// onRing reports whether a cell of the board is an outermost one.
func (b *board) onRing(x, y int) bool {
	return x == 0 || y == 0 || x == b.width-1 || y == b.height-1
}

func roleNames() []string { return []string{"red", "blue"} }

// newInfo describes the variant; the registry adds the name and the options.
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

// rules explains the game with the reading in force. The readings differ
// between a description in prose and the rule sheet snake2p.kif of the
// General Game Playing repository.
func (b *board) rules() []string {
	var (
		start = fmt.Sprintf("The board has %d columns and %d rows; cell x.y is in column x from the left and row y from the top, both counted from 0. "+
			"Red's head starts on 1.1, blue's head on %d.%d. No other cell is occupied.", b.width, b.height, b.width-2, b.height-2)
		walls = "There are no walls: all cells can be entered."
		turns = "The players move in turn, red first."
		edge  = "A move over the edge of the board does not exist."
		err   = "Entering a forbidden cell or the cell of the other head is an error."
		end   = "The game ends at once when a player has erred, or when no blank cell is left. A cell is blank if it is not forbidden and has no head."
		full  = "The one who erred gets 0 and the other 100. If nobody has erred and the board is full, each gets 50."
	)
	switch {
	case b.ring:
		walls = "The outermost cells are walls. Moves into them exist."
		edge = "The walls keep both heads from the edge of the board."
		err = "Entering a wall, a forbidden cell or the cell of the other head is an error."
		end = "The game ends at once when a player has erred, or when no blank cell is left. A cell is blank if it is not a wall, not forbidden and has no head."
	case b.edgeError:
		edge = "A move over the edge of the board is legal; it is an error."
		err = "Leaving the board or entering a forbidden cell or the cell of the other head is an error."
	}
	if b.simultaneous {
		turns = "Both players move at once, and neither sees the other's move first; a joint move counts as one ply."
		err += " The cells that the heads have just left are forbidden already, so following into the other's cell is an error of the follower, " +
			"and both err if they exchange cells or enter the same cell."
		full = "If one has erred, it gets 0 and the other 100. If both have erred, or nobody has and the board is full, each gets 50."
	}
	return []string{
		start + " " + walls,
		turns + " A move takes the own head one cell: moveUp to y-1, moveDown to y+1, moveLeft to x-1, moveRight to x+1. The cell left behind becomes forbidden for good. Nobody can pass. " + edge,
		err + " Such moves are legal all the same: they count as moves.",
		end + " " + full,
		b.sources(),
	}
}

// sources says where the readings come from.
func (b *board) sources() string {
	return "Sources: two descriptions of this game are known. The one in prose lets the players move in turn (turns=alternating), calls the 'w' cells empty (walls=none), " +
		"and keeps the heads within the board (edge=illegal); the rule sheet snake2p.kif lets both move at once (turns=simultaneous) and " +
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
