package breakthrough

import (
	"math/bits"
	"sync"

	"zermelo/games/symmetry"
)

// board holds the rules and the geometry of a variant. A set of cells is stored in a
// word. Cell (x, y), with x and y counted from 1, is bit (y-1)*stride + x-1.
type board struct {
	width, height, cells int
	rows                 int  // initial number of rows of each army
	captures             bool // diagonal steps may capture
	straight             bool // diagonal steps must capture
	narrow               bool // states are one word
	full                 bool // the cells use all bits of a word
	stride               int  // distance between rows in bits: width, or twice the width in narrow states

	all, holes, playable uint64
	start                [2]uint64          // initial pieces of white and black
	goal                 [2]uint64          // goal row of white and black
	steps                [2][3]step         // steps of white and black, in the order of moves
	ranks                [3]uint64          // cells whose row-1 has bit 0, 1, 2 set
	pieces               int                // initial pieces per army
	startSum             int                // result of rankSum for the start
	mirror               symmetry.Exchanges // exchanges left and right
	symmetric            bool               // left and right can be exchanged
	images               [64]uint64         // mirror image of each bit, or the bit itself if the board is not symmetric
	turns                bool               // the armies can be exchanged
	flips                bool               // turns is a vertical flip, not a half-turn
	worth                []int              // value of a piece, by row
	sight                func() *sightRules // created by the first search
}

// step is a direction in which pieces move.
type step struct {
	rotate int    // left rotation that moves each cell to its neighbour
	from   uint64 // cells that have a neighbour, considering only columns
}

// position is an unpacked state, relative to the side to move.
type position struct {
	own, opp uint64
	mover    int // 0 white, 1 black
}

func (p position) side(role int) uint64 {
	if role == p.mover {
		return p.own
	}
	return p.opp
}

func newBoard(width, height, rows int, captures, straight bool, holes [][2]int) *board {
	b := &board{
		width: width, height: height, cells: width * height, rows: rows, captures: captures, straight: straight,
		narrow: width*height <= 31, full: width*height == 64, pieces: rows * width,
	}
	if b.stride = width; b.narrow {
		b.stride = 2 * width
	}
	for _, h := range holes {
		b.holes |= b.bit(h[0], h[1])
	}
	var left, right uint64
	for y := 1; y <= height; y++ {
		left |= b.bit(1, y)
		right |= b.bit(width, y)
		for x := 1; x <= width; x++ {
			c := b.bit(x, y)
			b.all |= c
			if y <= rows {
				b.start[0] |= c
			}
			if y > height-rows {
				b.start[1] |= c
			}
			for k := range b.ranks {
				if (y-1)>>k&1 == 1 {
					b.ranks[k] |= c
				}
			}
		}
	}
	b.playable = b.all &^ b.holes
	bottom, up := uint64(1)<<width-1, b.stride
	b.goal = [2]uint64{bottom << (up * (height - 1)), bottom}
	b.steps = [2][3]step{
		{{up, b.all}, {up - 1, b.all &^ left}, {up + 1, b.all &^ right}},
		{{-up, b.all}, {-up - 1, b.all &^ left}, {-up + 1, b.all &^ right}},
	}
	b.startSum = b.rankSum(b.start[0], b.start[1])
	if b.narrow {
		left |= left << width // both colours
	}
	b.findSymmetry(left)
	b.worth = newWorth(height)
	for i := range b.images {
		if b.images[i] = 1 << i; b.symmetric {
			b.images[i] = b.mirror.Apply(1 << i)
		}
	}
	b.sight = sync.OnceValue(b.newSightRules)
	return b
}

// bit returns the set that contains only the cell in column x and row y. Columns and
// rows are counted from 1.
func (b *board) bit(x, y int) uint64 { return 1 << ((y-1)*b.stride + x - 1) }

// over reports whether the game is over for a reason other than a lack of moves.
func (b *board) over(p position) bool {
	return p.own&b.goal[p.mover]|p.opp&b.goal[p.mover^1] != 0 || p.own == 0 || p.opp == 0
}

func (b *board) stuck(p position) bool {
	// Fast path: a piece can usually step straight.
	if bits.RotateLeft64(p.own, b.steps[p.mover&1][0].rotate)&b.playable&^(p.own|p.opp) != 0 {
		return false
	}
	t := b.targets(p)
	return t[1]|t[2] == 0
}

// targets returns the cells that the side to move can enter by a step in each of the
// three directions. The game must not be over.
func (b *board) targets(p position) [3]uint64 {
	return b.entered(&b.steps[p.mover&1], b.playable, p.own, p.opp)
}

// entered returns the playable cells that the pieces of own can enter by a step in
// each of the three directions.
func (b *board) entered(steps *[3]step, playable, own, opp uint64) [3]uint64 {
	free := playable &^ (own | opp)
	diagonal := free
	if b.straight {
		diagonal = 0
	}
	if b.captures {
		diagonal |= opp
	}
	return [3]uint64{
		bits.RotateLeft64(own, steps[0].rotate) & free,
		bits.RotateLeft64(own&steps[1].from, steps[1].rotate) & diagonal,
		bits.RotateLeft64(own&steps[2].from, steps[2].rotate) & diagonal,
	}
}

// count returns the number of moves with the given targets.
func count(t *[3]uint64) int {
	return bits.OnesCount64(t[0]) + bits.OnesCount64(t[1]) + bits.OnesCount64(t[2])
}

// winner returns the winner of a terminal position. In unreachable positions,
// several winning conditions may hold. In that case, the first one decides.
func (b *board) winner(p position) int {
	other := p.mover ^ 1
	switch {
	case p.opp&b.goal[other] != 0:
		return other
	case p.own&b.goal[p.mover] != 0:
		return p.mover
	case p.own == 0:
		return other
	case p.opp == 0:
		return p.mover
	}
	return other // no legal move
}

func (b *board) rankSum(white, black uint64) int {
	sum := (b.height - 1) * bits.OnesCount64(black)
	for k, r := range b.ranks {
		sum += (bits.OnesCount64(white&r) - bits.OnesCount64(black&r)) << k
	}
	return sum
}

// layer returns the total number of rows that all pieces have advanced. A captured
// piece counts as fully advanced, so capturing a piece that has advanced k rows adds
// height-1-k. Without captures, the layer is the number of plies.
func (b *board) layer(p position) int {
	white, black := p.side(0), p.side(1)
	gone := 2*b.pieces - bits.OnesCount64(white|black)
	return b.rankSum(white, black) - b.startSum + (b.height-1)*gone
}
