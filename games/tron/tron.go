// Package tron is the game of two snakes: two heads move over a board, leave
// forbidden cells behind, and the first to run into something loses. With both
// moving at once and a ring of walls it is snake2p of the General Game Playing
// repository (ggp.org), whose rule sheet the tests compare with.
package tron

import (
	"fmt"
	"math/bits"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
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
			return newGame(w, h, c.String("turns") == "simultaneous", c.String("walls") == "ring", c.String("edge") == "error"), nil
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
	maxSide = 7
	margin  = 1 // cells around the board where a head that left it stands
	// places is a power of two above the number of cells with the margin,
	// (7+2)*(7+2), so that a masked index needs no bounds check.
	places = 128
)

// game is one variant. A state is one word,
//
//	[forbidden cells: W*H bits][red head: headBits][blue head: headBits]
//
// where bit y*W+x of the first part is cell x.y, and a head is its place on
// the board with a margin of one cell, (y+1)*(W+2)+(x+1): at most 49+7+7 bits.
// The forbidden cells come first so that sorted neighbours share them. Each
// head that moves turns one cell forbidden, also in the ply that errs, because
// a game goes on only while both heads stand on different cells that are not
// forbidden. So the number of forbidden cells counts the plies (twice, if both
// move at once) and tells who is to move.
type game struct {
	turns.Base[uint64]
	turns.Winner[uint64]
	width, height       int
	simultaneous        bool
	ring                bool
	edgeError           bool
	headBits            uint // bits of one head
	headMask            uint64
	open                uint64 // the cells that are not walls
	firstColumn         uint64 // the cells at the left
	lastColumn          uint64 // the cells at the right
	place               [places]place
	diagonal            [maxSide]uint64 // cells with x-y = 0, 1, 2, ...
	square              bool            // the transposition is a symmetry
	transposed, rotated [places]uint8   // where a head goes under the symmetries
}

// place is a cell of the board or of its margin.
type place struct {
	bit   uint64   // the cell's bit among the forbidden cells; 0 in the margin
	moves int      // how many moves exist from here
	to    [4]uint8 // where they lead
	name  [4]uint8 // their index in moveNames
}

func newGame(w, h int, simultaneous, ring, edgeError bool) *game {
	g := &game{width: w, height: h, simultaneous: simultaneous, ring: ring, edgeError: edgeError, square: w == h}
	padded := (w + 2*margin) * (h + 2*margin)
	g.headBits = uint(bits.Len(uint(padded - 1)))
	g.headMask = 1<<g.headBits - 1
	board := grid.Board{Width: w, Height: h}
	g.firstColumn, g.lastColumn = board.Column(0), board.Column(w-1)
	for y := range h {
		for x := range w {
			bit := uint64(1) << (y*w + x)
			if !ring || !g.onRing(x, y) {
				g.open |= bit
			}
			if g.square && x >= y {
				g.diagonal[x-y] |= bit
			}
			p := place{bit: bit}
			for i, d := range moveSteps() {
				if nx, ny := x+d[0], y+d[1]; edgeError || g.onBoard(nx, ny) {
					p.to[p.moves] = uint8(g.placeAt(nx, ny))
					p.name[p.moves] = uint8(i)
					p.moves++
				}
			}
			g.place[g.placeAt(x, y)] = p
		}
	}
	for at := range padded {
		x, y := g.cellOf(at)
		g.rotated[at] = uint8(padded - 1 - at)
		if g.square {
			g.transposed[at] = uint8(g.placeAt(y, x))
		}
	}
	g.About, g.Winner = g.newInfo(), g.winner
	// The heads are one step inside opposite corners.
	g.First = g.pack(0, uint64(g.placeAt(1, 1)), uint64(g.placeAt(w-2, h-2)))
	return g
}

// moveSteps are the directions of the moves, in the order of moveNames.
func moveSteps() [4][2]int { return [4][2]int{{0, -1}, {0, 1}, {-1, 0}, {1, 0}} }

func moveNames() [4]string { return [4]string{"moveUp", "moveDown", "moveLeft", "moveRight"} }

// placeAt is the place of a cell of the board or its margin.
func (g *game) placeAt(x, y int) int {
	return (y+margin)*(g.width+2*margin) + x + margin
}

// cellOf is the inverse of placeAt.
func (g *game) cellOf(at int) (x, y int) {
	return at%(g.width+2*margin) - margin, at/(g.width+2*margin) - margin
}

func (g *game) onBoard(x, y int) bool { return x >= 0 && y >= 0 && x < g.width && y < g.height }

// onRing reports whether a cell of the board is an outermost one.
func (g *game) onRing(x, y int) bool {
	return x == 0 || y == 0 || x == g.width-1 || y == g.height-1
}

func (g *game) pack(forbidden, red, blue uint64) uint64 {
	return forbidden<<(2*g.headBits) | red<<g.headBits | blue
}

func (g *game) unpack(s uint64) (forbidden, red, blue uint64) {
	return s >> (2 * g.headBits), s >> g.headBits & g.headMask, s & g.headMask
}

// newInfo describes the variant; the registry adds the name and the options.
func (g *game) newInfo() games.Info {
	info := games.Info{
		Title:        "Tron",
		Roles:        []string{"red", "blue"},
		Total:        100,
		Payoffs:      []int{0, 50, 100},
		Simultaneous: g.simultaneous,
		LayerName:    "ply",
		Rules:        g.rules(),
	}
	switch {
	case g.square && g.simultaneous:
		info.Symmetry = "the diagonal x=y, and the half-turn with the colours exchanged"
	case g.square:
		info.Symmetry = "the diagonal x=y"
	case g.simultaneous:
		info.Symmetry = "the half-turn with the colours exchanged"
	}
	return info
}

// rules explains the game with the reading in force. The readings differ
// between a description in prose and the rule sheet snake2p.kif of the
// General Game Playing repository.
func (g *game) rules() []string {
	var (
		board = fmt.Sprintf("The board has %d columns and %d rows; cell x.y is in column x from the left and row y from the top, both counted from 0. "+
			"Red's head starts on 1.1, blue's head on %d.%d. No other cell is occupied.", g.width, g.height, g.width-2, g.height-2)
		walls = "There are no walls: all cells can be entered."
		turns = "The players move in turn, red first."
		edge  = "A move over the edge of the board does not exist."
		err   = "Entering a forbidden cell or the cell of the other head is an error."
		end   = "The game ends at once when a player has erred, or when no blank cell is left. A cell is blank if it is not forbidden and has no head."
		full  = "The one who erred gets 0 and the other 100. If nobody has erred and the board is full, each gets 50."
	)
	switch {
	case g.ring:
		walls = "The outermost cells are walls. Moves into them exist."
		edge = "The walls keep both heads from the edge of the board."
		err = "Entering a wall, a forbidden cell or the cell of the other head is an error."
		end = "The game ends at once when a player has erred, or when no blank cell is left. A cell is blank if it is not a wall, not forbidden and has no head."
	case g.edgeError:
		edge = "A move over the edge of the board is legal; it is an error."
		err = "Leaving the board or entering a forbidden cell or the cell of the other head is an error."
	}
	if g.simultaneous {
		turns = "Both players move at once, and neither sees the other's move first; a joint move counts as one ply."
		err += " The cells that the heads have just left are forbidden already, so following into the other's cell is an error of the follower, " +
			"and both err if they exchange cells or enter the same cell."
		full = "If one has erred, it gets 0 and the other 100. If both have erred, or nobody has and the board is full, each gets 50."
	}
	return []string{
		board + " " + walls,
		turns + " A move takes the own head one cell: moveUp to y-1, moveDown to y+1, moveLeft to x-1, moveRight to x+1. The cell left behind becomes forbidden for good. Nobody can pass. " + edge,
		err + " Such moves are legal all the same: they count as moves.",
		end + " " + full,
		g.sources(),
	}
}

// sources says where the readings come from.
func (g *game) sources() string {
	return "Sources: two descriptions of this game are known. The one in prose lets the players move in turn (turns=alternating), calls the 'w' cells empty (walls=none), " +
		"and keeps the heads within the board (edge=illegal); the rule sheet snake2p.kif lets both move at once (turns=simultaneous) and " +
		"makes the 'w' cells walls (walls=ring), so that its edge is never reached. In force: turns=" +
		choose(g.simultaneous, "simultaneous", "alternating") + ", walls=" + choose(g.ring, "ring", "none") +
		", edge=" + choose(g.edgeError, "error", "illegal") + "."
}

func choose(condition bool, yes, no string) string {
	if condition {
		return yes
	}
	return no
}
