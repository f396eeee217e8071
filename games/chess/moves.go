package chess

import "math/bits"

type move struct {
	man   uint8
	to    uint8
	taken int8 // index of the captured man, or nobody
	kind  uint8
}

// maxMoves exceeds the number of moves in every position. Three queens and a king
// have at most 89.
const maxMoves = 96

// edgeRows holds the squares on which pawns cannot stand.
const edgeRows = uint64(0xff | 0xff<<56)

// secondRow returns the row on which the pawns of a colour start.
func secondRow(colour uint8) uint64 {
	if colour == white {
		return 0xff << 8
	}
	return 0xff << 48
}

// moves appends all legal moves, ordered by man and destination, with the strongest
// promotions first.
func (g *game) moves(dst []move, p *position) []move {
	if p.ended {
		return dst
	}
	var own [2]uint64
	for i, m := range p.men {
		own[m.colour&1] |= 1 << (p.square[i] & 63)
	}
	mine, theirs := own[p.mover&1], own[1-p.mover&1]
	for i, m := range p.men {
		if m.colour != p.mover {
			continue
		}
		var targets uint64
		if m.kind == pawn {
			targets = g.pawnTargets(p.square[i], m.colour, mine|theirs, theirs)
		} else {
			targets = g.from(m.kind, p.square[i], mine|theirs) &^ mine
		}
		for ; targets != 0; targets &= targets - 1 {
			mv := move{man: uint8(i), to: uint8(bits.TrailingZeros64(targets)), taken: nobody, kind: m.kind}
			if theirs>>mv.to&1 != 0 {
				mv.taken = int8(p.manAt(mv.to))
			}
			if !g.legal(p, mv, mine|theirs) {
				continue
			}
			if m.kind == pawn && edgeRows>>mv.to&1 != 0 {
				for _, kind := range g.promotions {
					mv.kind = uint8(kind)
					dst = append(dst, mv)
				}
				continue
			}
			dst = append(dst, mv)
		}
	}
	return dst
}

func (g *game) pawnTargets(square, colour uint8, occupied, theirs uint64) uint64 {
	pawnBit := uint64(1) << (square & 63)
	up := 8 - 16*int(colour)
	step := bits.RotateLeft64(pawnBit, up) &^ occupied
	targets := step | g.reach[colour&1][pawn][square&63]&theirs
	if pawnBit&secondRow(colour) != 0 {
		targets |= bits.RotateLeft64(step, up) &^ occupied
	}
	return targets
}

// legal reports whether a move leaves the moving side's king safe.
func (g *game) legal(p *position, mv move, occupied uint64) bool {
	occupied = occupied&^(1<<(p.square[mv.man]&63)) | 1<<(mv.to&63)
	at := p.square[p.mover]
	if mv.man == p.mover {
		at = mv.to
	}
	return !g.attacked(p, at, 1-p.mover, occupied, int(mv.taken))
}

func (p *position) play(mv move) position {
	c := *p
	c.mover = 1 - p.mover
	c.square[mv.man] = mv.to
	if mv.kind != p.men[mv.man].kind {
		c.setup = p.became[mv.man][mv.kind]
		c.place(p.setup, c.square, int(mv.man), mv.kind)
		if mv.taken == nobody {
			return c
		}
		for i := range c.men {
			if c.men[i].colour != p.mover && c.square[i] == mv.to {
				mv.taken = int8(i)
			}
		}
	}
	if mv.taken != nobody {
		copy(c.square[mv.taken:], c.square[mv.taken+1:])
		c.square[maxMen-1] = 0
		c.setup = c.taken[mv.taken]
	}
	return c
}

// place sets the squares of p after a promotion. The arguments s and squares
// describe the position before the promotion.
func (p *position) place(s *setup, squares [maxMen]uint8, promoted int, kind uint8) {
	used := 0
	for i, want := range p.men {
		for j, m := range s.men {
			if j == promoted {
				m.kind = kind
			}
			if m == want && used>>j&1 == 0 {
				used |= 1 << j
				p.square[i] = squares[j]
				break
			}
		}
	}
}

// backward appends the positions from which a move other than a capture or promotion
// leads to p.
func (g *game) backward(dst []uint64, p *position) []uint64 {
	last := 1 - p.mover
	occupied := p.occupied()
	for i, m := range p.men {
		if m.colour != last {
			continue
		}
		var sources uint64
		if m.kind == pawn {
			sources = pawnSources(p.square[i], m.colour, occupied)
		} else {
			sources = g.from(m.kind, p.square[i], occupied) &^ occupied
		}
		for ; sources != 0; sources &= sources - 1 {
			q := *p
			q.mover = last
			q.square[i] = uint8(bits.TrailingZeros64(sources))
			if !g.checked(&q, p.mover) {
				dst = append(dst, q.pack())
			}
		}
	}
	return dst
}

// pawnSources returns the squares from which a pawn may have moved to square without
// capturing.
func pawnSources(square, colour uint8, occupied uint64) uint64 {
	down := -8 + 16*int(colour)
	step := bits.RotateLeft64(1<<(square&63), down) &^ (occupied | edgeRows)
	return step | bits.RotateLeft64(step, down)&^occupied&secondRow(colour)
}
