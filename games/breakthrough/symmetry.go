package breakthrough

import (
	"math/bits"

	"zermelo/games"
	"zermelo/games/symmetry"
	"zermelo/games/turns"
)

// findSymmetry finds out which symmetries the holes allow. The mirror
// exchanges left and right. With captures, white and black can change places,
// and with them the side to move, by a half-turn or by turning the board upside
// down. Without captures the number of plies, which decides the layer, fixes
// the side to move, so that exchanging the armies would merge nothing.
func (b *board) findSymmetry() {
	for left := 0; left < b.width/2; left++ {
		mask := uint64(0)
		for y := range b.height {
			mask |= 1 << (y*b.stride + left)
		}
		if b.narrow {
			mask |= mask << b.width
		}
		b.mirror = append(b.mirror, symmetry.Exchange{Shift: b.width - 1 - 2*left, Mask: mask})
	}
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
	w := games.AllBits(states)
	if games.Words[S]() == 1 {
		g.canonizeNarrow(w, swaps)
	} else {
		g.canonizeWide(w, swaps)
	}
}

func (b *board) canonizeNarrow(states []uint64, swaps []bool) {
	for i, s := range states {
		swap := b.turns && s&turns.Bit != 0
		if swap {
			// Reversing the word exchanges white and black on the way.
			s = bits.Reverse64(s&^turns.Bit) >> ((64 - 2*b.cells) & 63)
			if b.flips {
				s = b.mirror.Apply(s)
			}
		}
		if b.symmetric {
			s = min(s, b.mirror.Apply(s))
		}
		states[i], swaps[i] = s, swap
	}
}

func (b *board) canonizeWide(states []uint64, swaps []bool) {
	for i := range swaps {
		w := states[2*i : 2*i+2 : 2*i+2]
		w0, w1 := w[0], w[1]
		swap := b.turns && w0&turns.Bit != 0
		if swap {
			shift := (64 - b.cells) & 63
			w0, w1 = bits.Reverse64(w1)>>shift, bits.Reverse64(w0&^turns.Bit)>>shift
			if b.flips {
				w0, w1 = b.mirror.Apply(w0), b.mirror.Apply(w1)
			}
		}
		if b.symmetric {
			m0, m1 := b.mirror.Apply(w0), b.mirror.Apply(w1)
			if m0 < w0 || m0 == w0 && m1 < w1 {
				w0, w1 = m0, m1
			}
		}
		w[0], w[1], swaps[i] = w0, w1, swap
	}
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
