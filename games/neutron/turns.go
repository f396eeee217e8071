package neutron

import (
	"math/bits"

	"zermelo/games/turns"
)

// turn consists of a move of the neutron and, unless the neutron reaches a first
// row, a move of a soldier. Without a soldier's move, from and to are none.
type turn struct {
	neutron  int8
	from, to int8
}

const none = -1

// turns appends all turns, ordered by the neutron's direction, the soldier's square
// and the soldier's direction.
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

// soldiers appends the turns in which the neutron ends on its square in p.
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

func (g *game) after(p position, t turn) position {
	p.neutron = int(t.neutron)
	if t.from != none {
		p.own ^= 1<<t.from | 1<<t.to
	}
	return g.turned(p)
}

// backward appends the open positions from which a turn leads to the open position p.
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

type game struct {
	*board
	numbering
	turns.InBit[uint64]
	turns.Winner[uint64]
	turns.Passing[uint64]
	rests      bool // the neutron does not move in the first turn
	overStates [2]uint64
	turns.Base[uint64]
}

func newGame(width, height int, rests bool) *game {
	b := newBoard(width, height)
	g := &game{board: b, numbering: newNumbering(b), rests: rests}
	row := uint32(1)<<width - 1
	p := position{own: row, opp: row << (width * (height - 1)), neutron: b.squares() / 2}
	if rests {
		p.flags = restBit
	}
	g.First = p.pack()
	// In terminal positions, the soldiers are on the two rows without the neutron.
	p = position{own: row << width, neutron: b.squares() - 1}
	for i, opp := range []uint32{row, row << (2 * width)} {
		p.opp = opp
		g.overStates[i] = p.pack()
		p.neutron = 0
	}
	g.About = g.describe()
	g.Winner, g.Passing = g.winner, g.passed
	return g
}

const maxTurns = 320 // initial capacity of buffers, sufficient for most positions

func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	var room [maxTurns]turn
	for _, s := range src {
		p := unpack(s)
		for _, t := range g.turns(room[:0], p) {
			dst = append(dst, g.after(p, t).pack())
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// winner returns the role whose first row the neutron is on. If the neutron is on
// neither first row, winner returns the opponent of the player who cannot move.
func (g *game) winner(s uint64) int {
	if g.home(unpack(s)) {
		return turns.Mover(s)
	}
	return 1 - turns.Mover(s)
}

// passed returns the state with the other side to move, and whether that state is
// legal. It is legal if neither state is terminal and the neutron may move.
func (g *game) passed(s uint64) (uint64, bool) {
	var room [maxTurns]turn
	p := unpack(s)
	q := g.turned(p)
	return q.pack(), p.flags&restBit == 0 && len(g.turns(room[:0], p)) > 0 && len(g.turns(room[:0], q)) > 0
}

func (g *game) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if p := unpack(s); p.flags&restBit == 0 && !g.home(p) && !g.away(p) {
			dst = g.backward(dst, p)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}
