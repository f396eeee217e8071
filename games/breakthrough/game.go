package breakthrough

import (
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/games/symmetry"
	"zermelo/games/turns"
)

// game is a variant with states of type S, uint64 or [2]uint64:
//
//	one word:  mover (1 bit), then by row from the top: white (width bits), black (width bits)
//	two words: mover (1 bit), white;  black
//
// On a board of 64 cells there is no bit for the mover: all bits of both words are
// inverted when black is to move. Without that no cell is in both words, with it some
// are, as some cell is empty.
//
// Sorted states share their upper rows with their neighbours. Measured on the
// layers of 4x4 with captures, 4x5, and 4x5 with one row and captures, as
// zstd-compressed differences in bytes a state: 0.125, 0.078, 0.032; with all
// white cells above all black ones 0.396, 0.330, 0.153; with the two colours
// side by side in each cell 0.135, 0.077, 0.033.
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

// pack makes the state of a position.
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

// unpack takes a state apart.
func unpack[S games.State](b *board, s S) position { return b.unpack(games.Bits(&s)) }

// unpack takes the words of a state apart.
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

// Movers appends the role to move.
func (g *game[S]) Movers(dst []int8, src []S) []int8 {
	if !g.full {
		return g.InBit.Movers(dst, src)
	}
	return turns.Each(dst, src, func(s S) int8 { return int8(unpack(g.board, s).mover) })
}

// Expand appends the children. The order of moves is: all steps straight on,
// then all steps towards column a, then all steps away from it; each by the
// cell entered, row by row from row 1, column a first.
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

// Over appends whether each state is terminal. Most often it is if a piece is in its
// far row, and only then.
func (g *game[S]) Over(dst []bool, src []S) []bool {
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

// put writes the children of a state to out; low is its second word if it has two.
func (g *game[S]) put(out []uint64, high, low uint64, p position, targets *[3]uint64) {
	if g.full {
		g.putFull(out, p, targets)
		return
	}
	words, i := games.Words[S](), 0
	own, opp := g.width&-(1-p.mover), g.width&-p.mover // where the colours are in one word
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

// putFull is put for boards of 64 cells.
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

// Layers appends the rows that all pieces have advanced, a captured piece
// counting as one that went all the way: the number of plies where there are
// no captures.
func (g *game[S]) Layers(dst []int32, src []S) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.layer(unpack(g.board, s))))
	}
	return dst
}

// Span is the most that a ply can add to the layer: 1 without captures, the
// number of rows with them.
func (g *game[S]) Span() int {
	if g.captures {
		return g.height
	}
	return 1
}

// findSymmetry finds out which symmetries the holes allow. The mirror
// exchanges left and right; first is the first column. With captures, white and black can change places,
// and with them the side to move, by a half-turn or by turning the board upside
// down. Without captures the number of plies, which decides the layer, fixes
// the side to move, so that exchanging the armies would merge nothing.
func (b *board) findSymmetry(first uint64) {
	b.mirror = symmetry.Reversal(b.width, 1, first)
	turned := b.turned(b.holes)
	b.symmetric = b.mirror.Apply(b.holes) == b.holes
	if b.captures {
		b.flips = turned != b.holes
		b.turns = !b.flips || b.mirror.Apply(turned) == b.holes
	}
}

// Canonize replaces each state with black to move by its image with white to
// move, where the armies can change places, and then takes the smaller one of
// the mirror images.
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
				// Reversing the word exchanges white and black on the way.
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

// canonicalFull is Canonize for one state of a board of 64 cells.
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

// Orbits appends 2 for states that differ from their mirror image, else 1.
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

// symmetryText describes the symmetries in use.
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
