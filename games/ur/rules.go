package ur

import (
	"math/bits"
	"slices"

	"zermelo/games/grid"
	"zermelo/games/turns"
)

// rules implements turns.DiceRules. Squares are numbered along a player's path,
// starting with 0.
type rules struct {
	grid.Board
	pieces, dice, length int
	cells                [2][]int // cell of each square by role
	square               [2][]int // square of each cell by role, or none
	twin                 []int    // number of each square on the opponent's path, or none
	rosettes             uint64   // set of squares
	weights              []uint32 // number of ways to throw 0, 1, ..., dice
}

const (
	none    = -1 // no square
	waiting = -1 // in place of the square of a piece that has not entered
)

// paths lists the first player's cells in order. The second player's are their mirror
// images.
var paths = map[string][]string{
	"finkel": {"d1", "c1", "b1", "a1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "h1", "g1"},
	// James Masters, The Royal Game of Ur & the Game of 20 Squares, tradgames.org.uk
	"masters": {"d1", "c1", "b1", "a1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "g3", "h3", "h2", "h1", "g1"},
}

var rosettes = []string{"a1", "d2", "g3", "g1"}

func newRules(pieces, dice int, path string) *rules {
	r := &rules{Board: grid.Board{Width: 8, Height: 3, Exact: true}, pieces: pieces, dice: dice, length: len(paths[path]), weights: []uint32{1}}
	for role := range r.square {
		r.square[role] = slices.Repeat([]int{none}, r.Cells())
	}
	for at, name := range paths[path] {
		x, y := int(name[0]-'a'), int(name[1]-'1')
		for role, y := range []int{y, r.Height - 1 - y} {
			cell := y*r.Width + x
			r.cells[role] = append(r.cells[role], cell)
			r.square[role][cell] = at
		}
		if slices.Contains(rosettes, name) {
			r.rosettes |= 1 << at
		}
	}
	for _, cell := range r.cells[0] {
		r.twin = append(r.twin, r.square[1][cell])
	}
	for n := range dice { // Pascal's triangle
		r.weights = append(r.weights, 0)
		for i := n + 1; i > 0; i-- {
			r.weights[i] += r.weights[i-1]
		}
	}
	return r
}

// position is a position from the view of the player whose turn it is.
type position struct {
	own, other side
	throw      int
	thrown     bool
}

// side holds the set of squares with a player's pieces, numbered along the player's
// path, and the number of pieces that the player has borne off.
type side struct {
	board uint64
	off   int
}

const (
	boardBits = 16
	offBits   = 3
	sideBits  = boardBits + offBits
	throwBits = 3
)

func (s side) pack() uint64 { return s.board<<offBits | uint64(s.off) }

func unpackSide(word uint64) side {
	return side{board: word >> offBits & (1<<boardBits - 1), off: int(word & (1<<offBits - 1))}
}

// pack returns the sides, the throw and, in the lowest bit, whether the dice have been
// thrown.
func (p position) pack() uint64 {
	word := (p.own.pack()<<sideBits|p.other.pack())<<throwBits | uint64(p.throw)
	if p.thrown {
		return word<<1 | 1
	}
	return word << 1
}

func unpack(word uint64) position {
	sides := word >> (throwBits + 1)
	return position{
		own: unpackSide(sides >> sideBits), other: unpackSide(sides),
		throw: int(word >> 1 & (1<<throwBits - 1)), thrown: word&1 != 0,
	}
}

// waiting returns the number of pieces that have not entered.
func (r *rules) waiting(s side) int { return r.pieces - s.off - bits.OnesCount64(s.board) }

// facing returns the set with the number of a square on the opponent's path, which is
// empty if the opponent's path does not contain it.
func (r *rules) facing(square int) uint64 {
	if r.twin[square] == none {
		return 0
	}
	return 1 << r.twin[square]
}

// moves appends the squares of the pieces that can move by the throw, or waiting for a
// piece that can enter.
func (r *rules) moves(dst []int, p position) []int {
	if p.throw == 0 {
		return dst
	}
	for from := waiting; from+p.throw <= r.length; from++ {
		to := from + p.throw
		switch {
		case from == waiting && r.waiting(p.own) == 0 || from != waiting && p.own.board>>from&1 == 0:
		case to == r.length:
			dst = append(dst, from)
		case p.own.board>>to&1 != 0 || p.other.board&r.facing(to) != 0 && r.rosettes>>to&1 != 0:
		default:
			dst = append(dst, from)
		}
	}
	return dst
}

func (r *rules) Start() uint64 { return position{}.pack() }

func (r *rules) Ended(word uint64) (over, won bool) {
	return unpack(word).other.off == r.pieces, false
}

func (r *rules) Throws(word uint64) bool { return word&1 == 0 }

func (r *rules) Next(dst []uint64, word uint64) []uint64 {
	p := unpack(word)
	var buffer [8]int
	if !p.thrown {
		for n := range r.dice + 1 {
			next := position{own: p.own, other: p.other, throw: n, thrown: true}
			if len(r.moves(buffer[:0], next)) == 0 {
				dst = append(dst, turns.Bit|position{own: p.other, other: p.own}.pack())
				continue
			}
			dst = append(dst, next.pack())
		}
		return dst
	}
	for _, from := range r.moves(buffer[:0], p) {
		own, other, to := p.own, p.other, from+p.throw
		if from != waiting {
			own.board &^= 1 << from
		}
		if to == r.length {
			own.off++
		} else {
			own.board |= 1 << to
			other.board &^= r.facing(to)
			if r.rosettes>>to&1 != 0 {
				dst = append(dst, position{own: own, other: other}.pack())
				continue
			}
		}
		dst = append(dst, turns.Bit|position{own: other, other: own}.pack())
	}
	return dst
}
