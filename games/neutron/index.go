package neutron

import (
	"zermelo/games"
	"zermelo/games/index"
	"zermelo/games/turns"
)

// The tiers. In positions that are over only who has won matters.
const (
	tierOver  = iota // lost and won for the player to move, in this order
	tierOpen         // the neutron is on no first row
	tierStart        // the start, where only a soldier may be moved
)

// numbering numbers the open positions, in a mixed radix: the square of the
// neutron, in the left half or the middle column; the set of the own soldiers on
// the squares left; the set of the others on those left then. With the neutron in
// the middle column two mirror images have numbers, of which the smaller state's
// is used.
type numbering struct {
	own, opp *index.Subsets
	columns  int // where the neutron can be
	size     uint64
}

func newNumbering(b *board) numbering {
	n, k := b.squares(), b.width
	points := index.NewSquares(n)
	u := numbering{own: points.Subsets(n-1, k), opp: points.Subsets(n-1-k, k), columns: (b.width + 1) / 2}
	u.size = uint64(u.columns*(b.height-2)) * u.own.Len() * u.opp.Len()
	return u
}

// Tiers lists the ends, the open positions, and the start where its first turn
// is a special one.
func (g *game) Tiers() []games.Tier {
	list := []games.Tier{
		tierOver:  {Name: "over", Size: 2, AtSight: true},
		tierOpen:  {Name: "open", Size: g.size, Lower: []int{tierOver}},
		tierStart: {Name: "start", Size: 1, Lower: []int{tierOpen}},
	}
	if !g.rests {
		list = list[:tierStart]
	}
	return list
}

// Rank appends the slots of the states.
func (g *game) Rank(dst []games.Slot, src []uint64) []games.Slot {
	for _, s := range src {
		p := unpack(s)
		slot := games.SlotOf(tierOver, 0)
		switch {
		case p.flags&restBit != 0:
			slot = games.SlotOf(tierStart, 0)
		case g.home(p):
			slot = games.SlotOf(tierOver, 1)
		case !g.away(p):
			slot = games.SlotOf(tierOpen, g.rank(p))
		}
		dst = append(dst, slot)
	}
	return dst
}

// rank is the index of an open position.
func (g *game) rank(p position) uint64 {
	p = g.canonical(p)
	row, column := p.neutron/g.width, p.neutron%g.width
	n := uint64((row-1)*g.columns + column)
	n = n*g.own.Len() + g.own.Rank(index.Gather(p.own, 1<<p.neutron))
	return n*g.opp.Len() + g.opp.Rank(index.Gather(p.opp, p.own|1<<p.neutron))
}

// canonical is the mirror image with the neutron in the left half, or the
// smaller one if it is in the middle column, with white to move.
func (g *game) canonical(p position) position {
	p.flags &^= turns.Bit
	twin := g.twinOf(p)
	switch column := p.neutron % g.width; {
	case column >= g.columns, column == g.columns-1 && twin.pack() < p.pack():
		return twin
	}
	return p
}

// Unrank appends the states of indexes of a tier, white's turn in all of them.
func (g *game) Unrank(dst []uint64, used []bool, tier int, indexes []uint64) ([]uint64, []bool) {
	for _, i := range indexes {
		s, ok := g.First, true
		switch tier {
		case tierOver:
			s = g.overStates[i]
		case tierOpen:
			p := g.unrank(i)
			s, ok = p.pack(), g.canonical(p) == p
		}
		dst, used = append(dst, s), append(used, ok)
	}
	return dst, used
}

// unrank is the position of an index.
func (g *game) unrank(i uint64) position {
	opp, i := i%g.opp.Len(), i/g.opp.Len()
	own, n := i%g.own.Len(), int(i/g.own.Len())
	p := position{neutron: (n/g.columns+1)*g.width + n%g.columns}
	p.own = index.Scatter(g.own.Unrank(own), 1<<p.neutron)
	p.opp = index.Scatter(g.opp.Unrank(opp), p.own|1<<p.neutron)
	return p
}

// Weights appends 2 for open states that differ from their mirror image, else 1.
func (g *game) Weights(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		if p := unpack(s); !g.home(p) && !g.away(p) && g.twinOf(p) != p {
			return 2
		}
		return 1
	})
}

// Canonize replaces each state by that of its two mirror images which Unrank
// gives. White is to move there: a state shows the board as the player to move
// sees it.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		swaps[i] = s&turns.Bit != 0
		states[i] = g.canonical(unpack(s)).pack()
	}
}

// Orbits appends how many of its two mirror images are different for each state:
// the start is its own mirror image.
func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		if p := unpack(s); g.twinOf(p) == p {
			return 1
		}
		return 2
	})
}
