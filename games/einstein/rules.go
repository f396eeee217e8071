package einstein

import (
	"slices"

	"zermelo/games/grid"
	"zermelo/games/turns"
)

// rules implements turns.DiceRules.
type rules struct {
	grid.Board
	side, stones int // of the triangle in each corner
	start        position
	base         int // progress at the start
}

// stones holds the place of each stone: 0 if it has been captured, else 1 + the number
// of its cell, counted from its owner's corner.
type stones [maxStones]uint8

// position is an unpacked position. The die is 0 before it is thrown.
type position struct {
	own, other stones
	die        int
}

const (
	placeBits  = 5
	stonesBits = maxStones * placeBits
	dieBits    = 3
)

func (s stones) pack() (word uint64) {
	for _, place := range s {
		word = word<<placeBits | uint64(place)
	}
	return word
}

func unpackStones(word uint64) (s stones) {
	for i := range s {
		s[i] = uint8(word >> ((maxStones - 1 - i) * placeBits) & (1<<placeBits - 1))
	}
	return s
}

func (p position) pack() uint64 {
	return p.own.pack()<<(stonesBits+dieBits) | p.other.pack()<<dieBits | uint64(p.die)
}

func unpack(p uint64) position {
	return position{unpackStones(p >> (stonesBits + dieBits)), unpackStones(p >> dieBits), int(p & (1<<dieBits - 1))}
}

func (r *rules) Start() uint64 { return r.start.pack() }

// lost reports whether the owner of own has lost: all of own are captured or one of
// other has reached the corner.
func (r *rules) lost(own, other stones) bool {
	return own == stones{} || slices.Contains(other[:], uint8(r.Cells()))
}

func (r *rules) Ended(word uint64) (over, won bool) {
	p := unpack(word)
	lost := r.lost(p.own, p.other)
	return lost || r.lost(p.other, p.own), !lost
}

func (r *rules) Throws(p uint64) bool { return p&(1<<dieBits-1) == 0 }

// selected returns the indexes of the stones that the die allows to move. They are
// equal if there is only one.
func (s stones) selected(die int) (lower, higher int) {
	for lower = die - 1; lower >= 0 && s[lower] == 0; lower-- {
	}
	for higher = die - 1; higher < maxStones && s[higher] == 0; higher++ {
	}
	if lower < 0 {
		return higher, higher
	} else if higher == maxStones {
		return lower, lower
	}
	return lower, higher
}

// move is a move of a stone to a place.
type move struct {
	stone int
	place uint8
}

// moves appends the moves of the player whose turn it is, in ascending order of the
// stones; each moves along the row, up the column and diagonally.
func (r *rules) moves(dst []move, p position) []move {
	lower, higher := p.own.selected(p.die)
	for stone := lower; ; stone = higher {
		cell := int(p.own[stone]) - 1
		right, up := cell%r.Width < r.Width-1, cell/r.Width < r.Height-1
		for i, ok := range []bool{right, up, right && up} {
			if ok {
				dst = append(dst, move{stone, uint8(1 + cell + []int{1, r.Width, r.Width + 1}[i])})
			}
		}
		if stone == higher {
			return dst
		}
	}
}

func (r *rules) Next(dst []uint64, word uint64) []uint64 {
	p := unpack(word)
	if p.die == 0 {
		for die := range r.stones {
			dst = append(dst, word|uint64(die+1))
		}
		return dst
	}
	var buffer [6]move
	for _, m := range r.moves(buffer[:0], p) {
		own, other := p.own, p.other
		for i := range own {
			if own[i] == m.place {
				own[i] = 0
			}
			if other[i] == r.facing(m.place) {
				other[i] = 0
			}
		}
		own[m.stone] = m.place
		dst = append(dst, turns.Bit|position{own: other, other: own}.pack())
	}
	return dst
}

// facing returns the place of a cell as counted from the other corner.
func (r *rules) facing(place uint8) uint8 { return uint8(r.Cells()+1) - place }

// progress returns the sum of the distances of all stones from their corners. Captured
// stones count like stones in the opposite corner, so that each move makes progress.
func (r *rules) progress(p position) (sum int) {
	for _, side := range []stones{p.own, p.other} {
		for _, place := range side[:r.stones] {
			if place == 0 {
				place = uint8(r.Cells())
			}
			sum += int(place-1)%r.Width + int(place-1)/r.Width
		}
	}
	return sum
}

// game adds the layers and, if it preserves the start, a mirror symmetry. A throw is a
// layer, and every step horizontally or vertically is two layers.
type game struct {
	turns.Dice
	turns.Mirror[uint64]
	rules *rules
}

// Layers implements games.Layered.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		p := unpack(s &^ turns.Bit)
		return int32(2*(g.rules.progress(p)-g.rules.base) + min(p.die, 1))
	})
}

// Span implements games.Layered. A move can be diagonal and capture a stone that has
// hardly moved.
func (g *game) Span() int { return 2 * (g.rules.Width + g.rules.Height) }

// mirror exchanges columns and rows and reverses the numbers. This preserves the rules
// on a square board.
func (r *rules) mirror(p position) position {
	for _, side := range []*stones{&p.own, &p.other} {
		slices.Reverse(side[:r.stones])
		for i, place := range side {
			if place > 0 {
				cell := int(place - 1)
				side[i] = uint8(1 + cell%r.Width*r.Width + cell/r.Width)
			}
		}
	}
	if p.die > 0 {
		p.die = r.stones + 1 - p.die
	}
	return p
}

// Canonize implements games.Canonizer.
func (g *game) Canonize(states []uint64, swaps []bool) {
	g.Dice.Canonize(states, swaps)
	for i, s := range states {
		states[i] = min(s, g.Mirror(s))
	}
}
