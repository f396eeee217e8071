package neutron

import "math/bits"

// turn is a whole turn: where the neutron goes, and a soldier. A turn that takes
// the neutron to a first row ends there, with no soldier moved: from and to are
// none.
type turn struct {
	neutron  int8
	from, to int8
}

// none is no square.
const none = -1

// turns appends all turns: by the direction of the neutron, the square of the
// soldier, and its direction.
func (g *game) turns(dst []turn, p position) []turn {
	if g.home(p) || g.away(p) {
		return dst
	}
	if p.flags&restBit != 0 {
		return g.soldiers(dst, p)
	}
	for d := range directions {
		q := p
		q.neutron = g.end(p.neutron, d, p.own|p.opp)
		switch {
		case q.neutron == p.neutron:
		case g.home(q) || g.away(q):
			dst = append(dst, turn{int8(q.neutron), none, none})
		default:
			dst = g.soldiers(dst, q)
		}
	}
	return dst
}

// soldiers appends the turns in which the neutron goes to where it is in p.
func (g *game) soldiers(dst []turn, p position) []turn {
	taken := p.taken()
	for men := p.own; men != 0; men &= men - 1 {
		from := bits.TrailingZeros32(men)
		for d := range directions {
			if to := g.end(from, d, taken); to != from {
				dst = append(dst, turn{int8(p.neutron), int8(from), int8(to)})
			}
		}
	}
	return dst
}

// after is the position after a turn.
func (g *game) after(p position, t turn) position {
	p.neutron = int(t.neutron)
	if t.from != none {
		p.own ^= 1<<t.from | 1<<t.to
	}
	return g.turned(p)
}

// backward appends the open positions from which a turn leads to p, which is
// open.
func (g *game) backward(dst []uint64, p position) []uint64 {
	q := g.turned(p)
	taken := q.taken()
	for men := q.own; men != 0; men &= men - 1 {
		to := bits.TrailingZeros32(men)
		without := taken &^ (1 << to)
		for sources := g.origins(to, without); sources != 0; sources &= sources - 1 {
			r := q
			r.own ^= 1<<to | sources&-sources
			soldiers := r.own | r.opp
			for from := g.origins(r.neutron, soldiers); from != 0; from &= from - 1 {
				was := r
				was.neutron = bits.TrailingZeros32(from)
				if !g.home(was) && !g.away(was) {
					dst = append(dst, was.pack())
				}
			}
		}
	}
	return dst
}
