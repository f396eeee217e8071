package neutron

import (
	"zermelo/games"
	"zermelo/games/turns"
)

// game is a variant.
type game struct {
	*board
	numbering
	turns.InBit[uint64]
	rests      bool // in the very first turn the neutron rests
	start      uint64
	overStates [2]uint64
	info       games.Info
}

func newGame(width, height int, rests bool) *game {
	b := newBoard(width, height)
	g := &game{board: b, numbering: newNumbering(b), rests: rests}
	row := uint32(1)<<width - 1
	p := position{own: row, opp: row << (width * (height - 1)), neutron: b.squares() / 2}
	if rests {
		p.flags = restBit
	}
	g.start = p.pack()
	// The positions that stand for those that are over have the soldiers in two
	// rows that are not the neutron's.
	p = position{own: row << width, neutron: b.squares() - 1}
	for i, opp := range []uint32{row, row << (2 * width)} {
		p.opp = opp
		g.overStates[i] = p.pack()
		p.neutron = 0
	}
	g.info = g.describe()
	return g
}

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start has the soldiers on the first rows and the neutron in the middle.
func (g *game) Start() uint64 { return g.start }

// maxTurns is room for the turns of most positions; a slice of it grows where
// there are more.
const maxTurns = 320

// Expand appends the children in the order of game.turns.
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

// Payoffs appends 100 for the side that has the neutron on its first row, or
// else for the one whose opponent cannot move, and 0 for the other.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		winner := s >> 63
		if !g.home(unpack(s)) {
			winner ^= 1
		}
		var p games.Payoff
		p[winner] = 100
		dst = append(dst, p)
	}
	return dst
}

// Parents appends the open states from which one turn leads to each open state.
func (g *game) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if p := unpack(s); p.flags&restBit == 0 && !g.home(p) && !g.away(p) {
			dst = g.backward(dst, p)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}
