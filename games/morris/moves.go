package morris

import "math/bits"

// position is an unpacked state, relative to the player to move.
type position struct {
	own, opp         uint32 // men on the board
	ownHand, oppHand int    // men to place
	mover            int
}

// A state consists, from the lowest bit, of 24 bits for the men of the player to
// move, 24 bits for the opponent's men, and 4 bits each for the number of men that
// each has left to place. The highest bit is the role to move.
const (
	oppShift     = 24
	handShift    = 48
	oppHandShift = 52
	moverShift   = 63

	setMask  = 1<<24 - 1
	handMask = 15
)

func unpack(s uint64) position {
	return position{
		own: uint32(s & setMask), opp: uint32(s >> oppShift & setMask),
		ownHand: int(s >> handShift & handMask), oppHand: int(s >> oppHandShift & handMask),
		mover: int(s >> moverShift),
	}
}

func (p position) pack() uint64 {
	return uint64(p.own) | uint64(p.opp)<<oppShift | uint64(p.ownHand)<<handShift | uint64(p.oppHand)<<oppHandShift | uint64(p.mover)<<moverShift
}

// lost reports whether the player to move has too few men.
func (p position) lost() bool { return bits.OnesCount32(p.own)+p.ownHand < fewest }

// ply moves or places a man and, if this forms a mill, captures an opposing man.
type ply struct {
	from, to, taken int8 // points, or none
}

const none = -1

func (p position) after(m ply) position {
	own, opp, hand := p.own|1<<m.to, p.opp, p.ownHand
	if m.from == none {
		hand--
	} else {
		own &^= 1 << m.from
	}
	if m.taken != none {
		opp &^= 1 << m.taken
	}
	return position{opp, own, p.oppHand, hand, 1 - p.mover}
}

// plies appends all plies to dst, ordered by origin, destination and captured man.
func (g *game) plies(dst []ply, p position) []ply {
	empty := g.all &^ (p.own | p.opp)
	if p.lost() {
		return dst
	}
	if p.ownHand > 0 {
		return g.arrivals(dst, p, none, empty)
	}
	for men := p.own; men != 0; men &= men - 1 {
		from := bits.TrailingZeros32(men)
		dst = g.arrivals(dst, p, from, g.within(p.own, from, empty))
	}
	return dst
}

// within returns the empty points that a man can reach from the given point.
func (g *game) within(men uint32, from int, empty uint32) uint32 {
	if bits.OnesCount32(men) <= g.flying {
		return empty
	}
	return g.near[from] & empty
}

// arrivals appends the plies that move a man from one point to each of the given
// points. If from is none, the plies place a man.
func (g *game) arrivals(dst []ply, p position, from int, points uint32) []ply {
	rest := p.own
	if from != none {
		rest &^= 1 << from
	}
	for ; points != 0; points &= points - 1 {
		to := bits.TrailingZeros32(points)
		takes := uint32(0)
		if g.inMill(rest, to) {
			takes = g.takeable(p.opp)
		}
		if takes == 0 {
			dst = append(dst, ply{int8(from), int8(to), none})
		}
		for ; takes != 0; takes &= takes - 1 {
			dst = append(dst, ply{int8(from), int8(to), int8(bits.TrailingZeros32(takes))})
		}
	}
	return dst
}

// takeable returns the men that can be captured when a mill is formed.
func (g *game) takeable(men uint32) uint32 {
	if g.takeAny {
		return men
	}
	outside := uint32(0)
	for rest := men; rest != 0; rest &= rest - 1 {
		if at := bits.TrailingZeros32(rest); !g.inMill(men, at) {
			outside |= 1 << at
		}
	}
	if outside == 0 {
		return men
	}
	return outside
}

// backward appends the positions from which a ply without a capture leads to p. It
// assumes that all men have been placed.
func (g *game) backward(dst []uint64, p position) []uint64 {
	empty := g.all &^ (p.own | p.opp)
	for men := p.opp; men != 0; men &= men - 1 {
		to := bits.TrailingZeros32(men)
		if g.inMill(p.opp, to) {
			continue // the ply would have captured a man
		}
		for sources := g.within(p.opp, to, empty); sources != 0; sources &= sources - 1 {
			from := bits.TrailingZeros32(sources)
			q := position{own: p.opp&^(1<<to) | 1<<from, opp: p.own, mover: 1 - p.mover}
			dst = append(dst, q.pack())
		}
	}
	return dst
}

const maxPlies = 128 // initial capacity of buffers, sufficient for most positions
