package chess

import (
	"slices"

	"zermelo/games"
)

// A tier assigns indexes to the positions of a material and of the same material
// with the colours exchanged. An index is a mixed-radix number with the following
// digits, most significant first:
//
//	the colour to move (omitted if both sides have the same men)
//	the pair of kings up to symmetry (462 values, or 1806 with pawns)
//	for each group of equal men, the set of their squares
type tier struct {
	*setup        // white is at least as strong as black
	even   bool   // both sides have the same men; white is to move
	pairs  *pairs // placements of the kings
	groups []group
	size   uint64
	lower  []int
}

type group struct {
	first, count int
	radix        uint64
	sets         *sets
}

func newTier(s *setup, k *kit) *tier {
	t := &tier{setup: s, even: s.material == s.exchanged(), pairs: k.plain}
	if s.pawnCount() > 0 {
		t.pairs = k.mirrored
	}
	t.size = uint64(len(t.pairs.kings))
	if !t.even {
		t.size *= 2
	}
	for i := 2; i < len(s.men); {
		n := 1
		for i+n < len(s.men) && s.men[i+n] == s.men[i] {
			n++
		}
		sets := k.all[n]
		if s.men[i].kind == pawn {
			sets = k.pawns[n]
		}
		g := group{i, n, uint64(len(sets.squares)), sets}
		t.groups = append(t.groups, g)
		t.size *= g.radix
		i += n
	}
	return t
}

// seen returns the mover and the squares of a position, exchanging the colours if
// the tier's setup requires it.
func (t *tier) seen(p *position) (mover uint8, square [maxMen]uint8) {
	if p.setup == t.setup && !(t.even && p.mover == black) {
		return p.mover, p.square
	}
	var counts [2]int
	for colour, a := range p.material {
		counts[colour] = a.size() - 1
	}
	square[white], square[black] = p.square[black]^56, p.square[white]^56
	for i := range counts[black] {
		square[2+i] = p.square[2+counts[white]+i] ^ 56
	}
	for i := range counts[white] {
		square[2+counts[black]+i] = p.square[2+i] ^ 56
	}
	return 1 - p.mover, square
}

func (t *tier) rank(p *position) uint64 {
	mover, square := t.seen(p)
	pair := &t.pairs.at[uint(square[white]&63)<<6|uint(square[black]&63)]
	index := t.number(mover, pair, &square, t.pairs.maps[pair.way&7])
	if pair.diagonal {
		index = min(index, t.number(mover, pair, &square, t.pairs.maps[pair.way&7^flipDiagonal]))
	}
	return index
}

// number returns the index of a position after replacing each square s with to[s].
// The table to represents a symmetry.
func (t *tier) number(mover uint8, pair *pair, square *[maxMen]uint8, to *[64]uint8) uint64 {
	index := uint64(pair.number)
	if !t.even {
		index += uint64(mover) * uint64(len(t.pairs.kings))
	}
	for i := range t.groups {
		g := &t.groups[i]
		var at [maxMen]uint8
		for j := range g.count {
			at[j] = to[square[g.first+j]&63]
		}
		index = index*g.radix + g.sets.rank(at[:g.count])
	}
	return index
}

// unrank returns the position with the given index, and reports whether the index is
// used.
func (g *game) unrank(t *tier, index uint64) (position, bool) {
	p := position{setup: t.setup}
	rest := index
	for i := len(t.groups) - 1; i >= 0; i-- {
		gr := &t.groups[i]
		set := gr.sets.squares[rest%gr.radix]
		rest /= gr.radix
		copy(p.square[gr.first:gr.first+gr.count], set[:])
	}
	n := uint64(len(t.pairs.kings))
	p.mover = uint8(rest / n)
	kings := t.pairs.kings[rest%n]
	p.square[white], p.square[black] = kings[white], kings[black]
	diagonal := t.pairs.at[uint(kings[white])<<6|uint(kings[black])].diagonal
	return p, g.possible(&p) && (!diagonal || t.rank(&p) == index)
}

// Tiers implements games.Tiered. Tiers are sorted by the number of men, then by the
// number of pawns.
func (g *game) Tiers() []games.Tier {
	list := make([]games.Tier, len(g.tiers))
	for i, t := range g.tiers {
		list[i] = games.Tier{Name: t.String(), Size: t.size, Lower: slices.Clone(t.lower)}
	}
	return list
}

func (g *game) Rank(dst []games.Slot, src []uint64) []games.Slot {
	for _, s := range src {
		p := g.unpack(s)
		dst = append(dst, games.SlotOf(p.tier, g.tiers[p.tier].rank(&p)))
	}
	return dst
}

// Unrank implements games.Tiered. An index is unused if two men share a square or
// the side to move could capture the king. It is also unused if both kings are on
// the long diagonal and the position's reflection in that diagonal has a lower
// index.
func (g *game) Unrank(dst []uint64, used []bool, tier int, indexes []uint64) ([]uint64, []bool) {
	t := g.tiers[tier]
	for _, index := range indexes {
		p, ok := g.unrank(t, index)
		dst, used = append(dst, p.pack()), append(used, ok)
	}
	return dst, used
}

// Canonize implements games.Canonizer. In a canonical state, white is the stronger
// side. If both sides have the same men, white is to move.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		p := g.unpack(s)
		t := g.tiers[p.tier]
		q, _ := g.unrank(t, t.rank(&p))
		swaps[i] = q.mover != p.mover
		states[i] = q.pack()
	}
}

func (g *game) Weights(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		p := g.unpack(s)
		var images []uint64
		for _, to := range g.tiers[p.tier].pairs.maps {
			if to == nil {
				continue
			}
			q := p
			for i := range q.men {
				q.square[i] = to[p.square[i]&63]
			}
			images = append(images, q.pack())
		}
		slices.Sort(images)
		dst = append(dst, int32(len(slices.Compact(images))))
	}
	return dst
}
