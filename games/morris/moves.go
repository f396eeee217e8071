package morris

import "math/bits"

// position is a state taken apart, as the player to move sees it.
type position struct {
	own, opp         uint32 // men on the board
	ownHand, oppHand int    // men to place
	mover            int
}

// The parts of a state, from the lowest bit: 24 bits for the own men, 24 for the
// other side's, 4 each for what both have to place; the highest for the role to
// move.
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

// lost reports whether the player to move has too few men to play on.
func (p position) lost() bool { return bits.OnesCount32(p.own)+p.ownHand < fewest }

// ply takes a man from a point, or places one, and takes an opposing man off
// the board if that makes a mill.
type ply struct {
	from, to, taken int8 // points, or none
}

// none is no point.
const none = -1

// after is the position after a ply.
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

// plies appends all plies: by the point left, the point reached, the man taken.
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

// within are the empty points that one of a side's men can go to.
func (g *game) within(men uint32, from int, empty uint32) uint32 {
	if bits.OnesCount32(men) <= g.flying {
		return empty
	}
	return g.near[from] & empty
}

// arrivals appends the plies of one man to each of the points.
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

// takeable are the men of a side that a mill of the other can take.
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

// backward appends the positions, with nothing to place, from which a ply that
// takes no man leads to p.
func (g *game) backward(dst []uint64, p position) []uint64 {
	empty := g.all &^ (p.own | p.opp)
	for men := p.opp; men != 0; men &= men - 1 {
		to := bits.TrailingZeros32(men)
		if g.inMill(p.opp, to) {
			continue // it would have taken a man
		}
		for sources := g.within(p.opp, to, empty); sources != 0; sources &= sources - 1 {
			from := bits.TrailingZeros32(sources)
			q := position{own: p.opp&^(1<<to) | 1<<from, opp: p.own, mover: 1 - p.mover}
			dst = append(dst, q.pack())
		}
	}
	return dst
}

// maxPlies is room for the plies of most positions; a slice of it grows where
// there are more.
const maxPlies = 128
