package othello

import (
	"zermelo/games"
	"zermelo/games/turns"
)

// moverBit is the bit of a two-word state that is set if white is to move.
const moverBit = 1 << 63

// game implements all variants. A state of type uint64 or [2]uint64 consists of:
//
//	one word:  mover (1 bit), black, white (cells bits each)
//	two words: mover (1 bit), black;  white
type game[S games.State] struct {
	*board
	turns.Base[S]
}

func newGame[S games.State](b *board) *game[S] {
	g := &game[S]{board: b}
	g.About, g.First = b.describe(), g.pack(position{own: b.middle[0], opp: b.middle[1]}) // black moves first
	return g
}

func (g *game[S]) pack(p position) S {
	var s S
	w := games.Bits(&s)
	if len(w) == 1 {
		w[0] = uint64(p.role)<<(2*g.cells&63) | p.side(0)<<(g.cells&63) | p.side(1)
		return s
	}
	w[0], w[1] = uint64(p.role)<<63|p.side(0), p.side(1)
	return s
}

func (g *game[S]) unpack(s S) position {
	var black, white uint64
	var role int
	if w := games.Bits(&s); len(w) == 1 {
		black, white, role = w[0]>>(g.cells&63)&g.all, w[0]&g.all, int(w[0]>>(2*g.cells&63))
	} else {
		black, white, role = w[0]&^moverBit, w[1], int(w[0]>>63)
	}
	if role == 1 {
		return position{white, black, 1}
	}
	return position{black, white, 0}
}

// Expand appends the children in the order of the cells. If the player to move
// cannot place a disc but the opponent can, the only child is the position after a
// pass.
func (g *game[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	for _, s := range src {
		p := g.unpack(s)
		moves := g.moves(p.own, p.opp)
		if moves == 0 && g.moves(p.opp, p.own) != 0 {
			dst = append(dst, g.pack(p.pass()))
		}
		for ; moves != 0; moves &= moves - 1 {
			dst = append(dst, g.pack(g.place(p, moves&-moves)))
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *game[S]) IsTerminal(dst []bool, src []S) []bool {
	return turns.Each(dst, src, func(s S) bool {
		p := g.unpack(s)
		return g.moves(p.own, p.opp) == 0 && g.moves(p.opp, p.own) == 0
	})
}

func (g *game[S]) Movers(dst []int8, src []S) []int8 {
	return turns.Each(dst, src, func(s S) int8 { return int8(g.unpack(s).role) })
}

// Payoffs appends black's lead in discs and its negation for each state.
func (g *game[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	return turns.Each(dst, src, func(s S) games.Payoff {
		p := g.unpack(s)
		lead := g.lead(p.side(0), p.side(1))
		return games.Payoff{int16(lead), int16(-lead)}
	})
}

// Layers appends twice the number of discs placed, minus one if the player to move
// must pass.
func (g *game[S]) Layers(dst []int32, src []S) []int32 {
	for _, s := range src {
		p := g.unpack(s)
		layer := 2 * (discs(p) - 4)
		if g.moves(p.own, p.opp) == 0 && g.moves(p.opp, p.own) != 0 {
			layer--
		}
		dst = append(dst, int32(layer))
	}
	return dst
}

// Span returns 2. Placing a disc adds two layers, or one if the opponent must pass,
// and a pass adds one.
func (g *game[S]) Span() int { return 2 }

// Canonize replaces each state with its smallest image.
func (g *game[S]) Canonize(states []S, swaps []bool) {
	for i, s := range states {
		states[i] = g.canonical(s)
	}
	clear(swaps)
}

func (g *game[S]) canonical(s S) S {
	least := g.unpack(s)
	p := least
	for _, m := range g.symmetries[1:] {
		q := position{own: m.Apply(p.own), opp: m.Apply(p.opp), role: p.role}
		if a, b := q.side(0), least.side(0); a < b || a == b && q.side(1) < least.side(1) {
			least = q
		}
	}
	return g.pack(least)
}

func (g *game[S]) Orbits(dst []int32, src []S) []int32 {
	for _, s := range src {
		p, fixed := g.unpack(s), 0
		for _, m := range g.symmetries {
			if m.Apply(p.own) == p.own && m.Apply(p.opp) == p.opp {
				fixed++
			}
		}
		dst = append(dst, int32(len(g.symmetries)/fixed))
	}
	return dst
}
