package breakthrough

import (
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/games/turns"
)

// game is a variant with states of type S, uint64 or [2]uint64:
//
//	one word:  mover (1 bit), then by row from the top: white (width bits), black (width bits)
//	two words: mover (1 bit), white;  black
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
	if p.mover == 1 {
		w[0] |= turns.Bit
	}
	return s
}

// unpack takes a state apart.
func unpack[S games.State](b *board, s S) position { return b.unpack(games.Bits(&s)) }

// unpack takes the words of a state apart.
func (b *board) unpack(w []uint64) position {
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
			if out := games.AllBits(dst[n:]); words == 1 {
				g.putNarrow(out, w[0], p, &t)
			} else {
				g.putWide(out, w[0], w[1], p, &t)
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// putNarrow writes the children of the one-word state s to out.
func (b *board) putNarrow(out []uint64, s uint64, p position, targets *[3]uint64) {
	own, opp := b.width, 0
	if p.mover == 1 {
		own, opp = opp, own
	}
	s ^= turns.Bit
	i := 0
	for d, t := range targets {
		back := -b.steps[p.mover&1][d].rotate
		for ; t != 0; t &= t - 1 {
			to := t & -t
			moved := to | bits.RotateLeft64(to, back)
			out[i] = s ^ moved<<(own&63) ^ (p.opp&to)<<(opp&63)
			i++
		}
	}
}

// putWide writes the children of the two-word state w0, w1 to out.
func (b *board) putWide(out []uint64, w0, w1 uint64, p position, targets *[3]uint64) {
	black := -uint64(p.mover) // all bits set if black moves
	w0 ^= turns.Bit
	i := 0
	for d, t := range targets {
		back := -b.steps[p.mover&1][d].rotate
		for ; t != 0; t &= t - 1 {
			to := t & -t
			moved, taken := to|bits.RotateLeft64(to, back), p.opp&to
			swap := (moved ^ taken) & black
			child := out[i : i+2 : i+2]
			child[0], child[1] = w0^moved^swap, w1^taken^swap
			i += 2
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
