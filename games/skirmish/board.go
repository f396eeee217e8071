package skirmish

import "zermelo/games/symmetry"

// A state consists of a word for red and one for blue. From the most significant
// bit:
//
//	red:           0 (7 bits) | red's captures (6) | red's pieces (51)
//	blue: step counter (7)    | blue's captures (6) | blue's pieces (51)
//
// A set of cells has one bit per cell: first the inner square, row by row from the
// bottom left, then red's start cell, then blue's start cell.
const (
	captureShift = 51
	stepShift    = 57
	captureMask  = 63
	cellMask     = uint64(1)<<captureShift - 1
	captureOne   = uint64(1) << captureShift
	stepOne      = uint64(1) << stepShift
)

const captureLimit = 14 // maximum capture count if the option respawn is every-ply

type board struct {
	inner        int // side of the inner square
	length       int // step at which the game ends
	respawn      string
	stepsMove    bool // steps may go to free cells; they may always capture
	leapsCapture bool // leaps may capture; they may always go to free cells

	square uint64             // cells that can be entered
	home   [2]uint64          // start cells
	steps  [51]uint64         // destinations of steps, by cell
	leaps  [51]uint64         // destinations of leaps, by cell
	limit  uint64             // maximum capture count
	back   [2]uint64          // cells where captured pieces reappear
	always [2]uint64          // cells where pieces appear after each ply of their side
	mirror symmetry.Exchanges // vertical flip
}

// newBoard returns a board. The caller must set stepsMove and leapsCapture.
func newBoard(inner, length int, respawn string) *board {
	b := &board{inner: inner, length: length, respawn: respawn, limit: captureMask}
	n := inner * inner
	b.square = uint64(1)<<n - 1
	b.home = [2]uint64{1 << n, 2 << n}
	switch respawn {
	case respawnCaptured:
		b.back = b.home
	case respawnEvery:
		b.always = b.home
		b.limit = captureLimit
	}
	for from := range n + 2 {
		x1, y1 := b.place(from)
		for to := range n {
			x2, y2 := b.place(to)
			dx, dy := max(x1-x2, x2-x1), max(y1-y2, y2-y1)
			switch {
			case max(dx, dy) == 1:
				b.steps[from] |= 1 << to
			case dx*dy == 2:
				b.leaps[from] |= 1 << to
			}
		}
	}
	b.mirror = symmetry.Reversal(inner, inner, 1<<inner-1)
	return b
}

// place returns the column and the row of a cell, counted from 1 on the whole board.
func (b *board) place(cell int) (x, y int) {
	n := b.inner * b.inner
	switch cell {
	case n:
		return 1, (b.inner + 3) / 2
	case n + 1:
		return b.inner + 2, (b.inner + 3) / 2
	}
	return cell%b.inner + 2, cell/b.inner + 2
}

// cell returns the cell at (x, y), or -1 if pieces cannot enter it.
func (b *board) cell(x, y int) int {
	for c := range b.inner*b.inner + 2 {
		if cx, cy := b.place(c); cx == x && cy == y {
			return c
		}
	}
	return -1
}

// step returns the step counter of a state, which starts at 1.
func step(s [2]uint64) int { return int(s[1] >> stepShift) }

// mover returns the role to move: red (0) at odd steps, blue (1) at even steps.
func mover(s [2]uint64) int { return int(^s[1] >> stepShift & 1) }

func captures(s [2]uint64, role int) int { return int(s[role] >> captureShift & captureMask) }

// scene holds data shared by all moves in a state.
type scene struct {
	own, opp     uint64 // pieces
	steps, leaps uint64 // cells that steps and leaps can lead to
}

// view returns the scene of a non-terminal state.
func (b *board) view(s [2]uint64) scene {
	who := mover(s)
	v := scene{own: s[who] & cellMask, opp: s[who^1] & cellMask}
	free := b.square &^ (v.own | v.opp)
	v.steps, v.leaps = v.opp, free
	if b.stepsMove {
		v.steps |= free
	}
	if b.leapsCapture {
		v.leaps |= v.opp
	}
	return v
}

func (b *board) targets(v *scene, cell int) uint64 {
	return b.steps[cell]&v.steps | b.leaps[cell]&v.leaps
}
