package skirmish

import (
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/games/turns"
)

// game is one variant.
type game struct {
	*board
	info games.Info
}

func newGame(b *board) *game { return &game{board: b, info: b.describe()} }

// Info says what the variant is.
func (g *game) Info() *games.Info { return &g.info }

// Start has a piece on each start cell and red to move at step 1.
func (g *game) Start() [2]uint64 {
	return [2]uint64{g.home[0], g.home[1] | stepOne}
}

// Expand appends the children. The order of moves is by the cell that the
// piece stands on, row by row from the bottom, each from the left, the start
// cell last; then by the cell that it goes to, in the same order. A player
// without a move passes.
func (g *game) Expand(dst [][2]uint64, ends []int32, src [][2]uint64) ([][2]uint64, []int32) {
	for _, s := range src {
		if step(s) < g.length {
			dst = g.appendChildren(dst, s)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// appendChildren appends the children of a state that is not terminal.
func (b *board) appendChildren(dst [][2]uint64, s [2]uint64) [][2]uint64 {
	v, who := b.view(s), mover(s)
	s[1] += stepOne
	own, opp := s[who], s[who^1]
	always, back := b.always[who], b.back[who^1]
	reward := captureOne
	if own>>captureShift&captureMask >= b.limit {
		reward = 0
	}
	before := len(dst)
	for m := v.own; m != 0; m &= m - 1 {
		cell := bits.TrailingZeros64(m)
		lifted := own ^ m&-m | always
		t := b.targets(&v, cell)
		n, k := len(dst), bits.OnesCount64(t)
		dst = slices.Grow(dst, k)[:n+k]
		for i := n; t != 0; t &= t - 1 {
			to := t & -t
			mine, theirs := lifted|to, opp
			if v.opp&to != 0 {
				mine += reward
				theirs = opp&^to | back
			}
			c := &dst[i]
			c[who&1], c[who&1^1] = mine, theirs
			i++
		}
	}
	if len(dst) == before {
		dst = append(dst, s)
	}
	return dst
}

// Movers appends the role whose turn it is.
func (g *game) Movers(dst []int8, src [][2]uint64) []int8 { return turns.Movers(dst, src, mover) }

// Payoffs appends 100 for the side with more captures and 0 for the other, or
// 50 for each.
func (g *game) Payoffs(dst []games.Payoff, src [][2]uint64) []games.Payoff {
	for _, s := range src {
		p := games.Payoff{50, 50}
		switch red, blue := captures(s, 0), captures(s, 1); {
		case red > blue:
			p = games.Payoff{100, 0}
		case red < blue:
			p = games.Payoff{0, 100}
		}
		dst = append(dst, p)
	}
	return dst
}

// Layers appends the number of plies, which is one less than the step counter.
func (g *game) Layers(dst []int32, src [][2]uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(step(s)-1))
	}
	return dst
}

// Span is 1: a layer is a ply.
func (g *game) Span() int { return 1 }

// Canonize takes the smaller of a state and its image with top and bottom
// exchanged. Exchanging left and right together with the colours would merge
// nothing, because the step counter fixes the side to move.
func (g *game) Canonize(states [][2]uint64, swaps []bool) {
	for i, s := range states {
		m0, m1 := g.mirrored(s[0]), g.mirrored(s[1])
		if m0 < s[0] || m0 == s[0] && m1 < s[1] {
			states[i] = [2]uint64{m0, m1}
		}
	}
	clear(swaps)
}

// Orbits appends 2 for states that differ from their image with top and bottom
// exchanged, else 1.
func (g *game) Orbits(dst []int32, src [][2]uint64) []int32 {
	for _, s := range src {
		n := int32(1)
		if g.mirrored(s[0]) != s[0] || g.mirrored(s[1]) != s[1] {
			n = 2
		}
		dst = append(dst, n)
	}
	return dst
}

// mirrored exchanges top and bottom in one word of a state. The start cells
// stand beside the middle row and stay.
func (b *board) mirrored(w uint64) uint64 {
	for _, e := range b.mirror {
		t := (w>>(e.shift&63) ^ w) & e.mask
		w ^= t | t<<(e.shift&63)
	}
	return w
}
