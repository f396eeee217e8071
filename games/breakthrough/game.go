package breakthrough

import (
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/games/symmetry"
	"zermelo/games/turns"
)

// game implements all variants. A state of type uint64 or [2]uint64 consists of:
//
//	one word:  mover (1 bit), then by row from the top: white (width bits), black (width bits)
//	two words: mover (1 bit), white;  black
//
// A board of 64 cells has no spare bit for the mover. Instead, all bits of both
// words are inverted if black is to move. Since at least one cell is empty, the
// words have a common bit if and only if they are inverted.
//
// Consecutive states in sorted order share their upper rows, which helps
// compression.
type game[S games.State] struct {
	*board
	turns.InBit[S]
	turns.Winner[S]
	turns.Base[S]
}

func newGame[S games.State](b *board) *game[S] {
	return &game[S]{
		board:  b,
		Base:   turns.Base[S]{About: b.describe(), First: pack[S](b, position{own: b.start[0], opp: b.start[1]})},
		Winner: func(s S) int { return b.winner(unpack(b, s)) },
	}
}

func pack[S games.State](b *board, p position) S {
	var s S
	w := games.Bits(&s)
	if w[0] = p.side(0); b.narrow {
		w[0] = w[0]<<b.width | p.side(1)
	} else {
		w[1] = p.side(1)
	}
	switch {
	case p.mover == 0:
	case b.full:
		w[0], w[1] = ^w[0], ^w[1]
	default:
		w[0] |= turns.Bit
	}
	return s
}

func unpack[S games.State](b *board, s S) position { return b.unpack(games.Bits(&s)) }

func (b *board) unpack(w []uint64) position {
	if b.full {
		if w[0]&w[1] != 0 {
			return position{^w[1], ^w[0], 1}
		}
		return position{w[0], w[1], 0}
	}
	white, black := w[0]&^turns.Bit, uint64(0)
	if b.narrow {
		black = white & b.all
		white = white >> (b.width & 63) & b.all
	} else {
		black = w[1]
	}
	if w[0]&turns.Bit != 0 {
		return position{black, white, 1}
	}
	return position{white, black, 0}
}

func (g *game[S]) Movers(dst []int8, src []S) []int8 {
	if !g.full {
		return g.InBit.Movers(dst, src)
	}
	return turns.Each(dst, src, func(s S) int8 { return int8(unpack(g.board, s).mover) })
}

// Expand appends the children reached by straight steps, then those reached by steps
// towards column a, then those reached by steps away from it. Each group is ordered
// by destination, row by row from a1.
func (g *game[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	words := games.Words[S]()
	for w := games.AllBits(src); len(w) > 0; w = w[words:] {
		p := g.unpack(w[:words])
		if !g.over(p) {
			t := g.entered(&g.steps[p.mover&1], g.playable, p.own, p.opp)
			n, k := len(dst), count(&t)
			dst = slices.Grow(dst, k)[:n+k]
			g.put(games.AllBits(dst[n:]), w[0], w[words-1], p, &t)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// IsTerminal implements games.TerminalTester.
func (g *game[S]) IsTerminal(dst []bool, src []S) []bool {
	words, n := games.Words[S](), len(dst)
	dst = slices.Grow(dst, len(src))[:n+len(src)]
	out, w := dst[n:], games.AllBits(src)
	for i := range out {
		p := g.unpack(w[i*words : (i+1)*words])
		out[i] = p.own&g.goal[p.mover&1]|p.opp&g.goal[p.mover&1^1] != 0
		if p.own == 0 || p.opp == 0 || g.stuck(p) {
			out[i] = true
		}
	}
	return dst
}

// put writes the children of a state to out. The state consists of the words high
// and low, or only of high if states have one word.
func (g *game[S]) put(out []uint64, high, low uint64, p position, targets *[3]uint64) {
	if g.full {
		g.putFull(out, p, targets)
		return
	}
	words, i := games.Words[S](), 0
	own, opp := g.width&-(1-p.mover), g.width&-p.mover // offsets of the colours in a word
	black := -uint64(p.mover)                          // all bits set if black moves
	high ^= turns.Bit
	for d, t := range targets {
		back := -g.steps[p.mover&1][d].rotate
		for ; t != 0; t &= t - 1 {
			to := t & -t
			moved, taken := to|bits.RotateLeft64(to, back), p.opp&to
			if words == 1 {
				out[i] = high ^ moved<<(own&63) ^ taken<<(opp&63)
			} else {
				swap := (moved ^ taken) & black
				child := out[i : i+2 : i+2]
				child[0], child[1] = high^moved^swap, low^taken^swap
			}
			i += words
		}
	}
}

// putFull implements put for 64-cell boards.
func (g *game[S]) putFull(out []uint64, p position, targets *[3]uint64) {
	for d, t := range targets {
		back := -g.steps[p.mover&1][d].rotate
		for ; t != 0; t &= t - 1 {
			to := t & -t
			child := pack[[2]uint64](g.board, position{p.opp &^ to, p.own ^ to ^ bits.RotateLeft64(to, back), p.mover ^ 1})
			out[0], out[1] = child[0], child[1]
			out = out[2:]
		}
	}
}

// Layers implements games.Layered; see board.layer.
func (g *game[S]) Layers(dst []int32, src []S) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.layer(unpack(g.board, s))))
	}
	return dst
}

// Span implements games.Layered.
func (g *game[S]) Span() int {
	if g.captures {
		return g.height
	}
	return 1
}

// findSymmetry determines which symmetries preserve the holes, given the set of
// cells in the first column. With captures, a half-turn or a vertical flip can also
// exchange the armies and the side to move. Without captures, the layer determines
// the side to move, so exchanging the armies would make no states equivalent.
func (b *board) findSymmetry(first uint64) {
	b.mirror = symmetry.Reversal(b.width, 1, first)
	turned := b.turned(b.holes)
	b.symmetric = b.mirror.Apply(b.holes) == b.holes
	if b.captures {
		b.flips = turned != b.holes
		b.turns = !b.flips || b.mirror.Apply(turned) == b.holes
	}
}

// Canonize exchanges the armies if the variant allows it and black is to move. On a
// symmetric board, it then replaces the state with its mirror image if that is
// smaller.
func (g *game[S]) Canonize(states []S, swaps []bool) {
	if g.full {
		for i, s := range states {
			states[i], swaps[i] = g.canonicalFull(s)
		}
		return
	}
	all, words, mirror := games.AllBits(states), games.Words[S](), g.mirror
	for i := range swaps {
		high, low := all[words*i], uint64(0)
		if words == 2 {
			low = all[words*i+1]
		}
		swap := g.turns && high&turns.Bit != 0
		if swap {
			high &^= turns.Bit
			if words == 1 {
				// Reversing the word exchanges white and black as well.
				high = bits.Reverse64(high) >> ((64 - 2*g.cells) & 63)
			} else {
				shift := (64 - g.cells) & 63
				high, low = bits.Reverse64(low)>>shift, bits.Reverse64(high)>>shift
			}
			if g.flips {
				high, low = mirror.Apply(high), mirror.Apply(low)
			}
		}
		if g.symmetric {
			image := mirror.Apply(high)
			if words == 1 {
				high = min(high, image)
			} else if image < high {
				high, low = image, mirror.Apply(low)
			} else if image == high {
				low = min(low, mirror.Apply(low))
			}
		}
		swaps[i], all[words*i] = swap, high
		if words == 2 {
			all[words*i+1] = low
		}
	}
}

// canonicalFull implements Canonize for one state of a 64-cell board.
func (g *game[S]) canonicalFull(s S) (canonical S, swap bool) {
	p := unpack(g.board, s)
	if swap = g.turns && p.mover == 1; swap {
		p.own, p.opp, p.mover = g.turned(p.own), g.turned(p.opp), 0
		if g.flips {
			p.own, p.opp = g.mirror.Apply(p.own), g.mirror.Apply(p.opp)
		}
	}
	canonical = pack[S](g.board, p)
	if g.symmetric {
		p.own, p.opp = g.mirror.Apply(p.own), g.mirror.Apply(p.opp)
		if image := pack[S](g.board, p); games.Less(image, canonical) {
			canonical = image
		}
	}
	return canonical, swap
}

// Orbits appends, for each state, 1 if it equals its mirror image and 2 otherwise.
func (g *game[S]) Orbits(dst []int32, src []S) []int32 {
	words := games.Words[S]()
	for w := games.AllBits(src); len(w) > 0; w = w[words:] {
		n := int32(1)
		if g.symmetric && (g.mirror.Apply(w[0]) != w[0] || words == 2 && g.mirror.Apply(w[1]) != w[1]) {
			n = 2
		}
		dst = append(dst, n)
	}
	return dst
}

func (b *board) symmetryText() string {
	exchange := "half-turn"
	if b.flips {
		exchange = "top and bottom exchanged"
	}
	switch {
	case b.symmetric && b.turns:
		return "left-right mirror; " + exchange + " with the colours and the side to move exchanged"
	case b.turns:
		return exchange + " with the colours and the side to move exchanged"
	case b.symmetric:
		return "left-right mirror"
	}
	return ""
}
