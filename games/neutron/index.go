package neutron

import (
	"zermelo/games"
	"zermelo/games/index"
	"zermelo/games/turns"
)

// Tiers. Terminal positions are distinguished only by their winner.
const (
	tierOver  = iota // index 0: the player to move has lost; index 1: the player to move has won
	tierOpen         // the neutron is on neither player's first row
	tierStart        // the start, if only a soldier may move
)

// numbering assigns mixed-radix numbers to the open positions. The digits are the
// square of the neutron, in the left half or the middle column; the set of own
// soldiers, numbered among the other squares; and the set of the opponent's
// soldiers, numbered among the remaining squares. If the neutron is in the middle
// column, only the smaller of the two mirror images is used.
type numbering struct {
	own, opp *index.Subsets
	columns  int // number of columns that the neutron can be in
	size     uint64
}

func newNumbering(b *board) numbering {
	n, k := b.squares(), b.width
	points := index.NewSquares(n)
	u := numbering{own: points.Subsets(n-1, k), opp: points.Subsets(n-1-k, k), columns: (b.width + 1) / 2}
	u.size = uint64(u.columns*(b.height-2)) * u.own.Len() * u.opp.Len()
	return u
}

func (g *game) Tiers() []games.Tier {
	list := []games.Tier{
		tierOver:  {Name: "over", Size: 2, Immediate: true},
		tierOpen:  {Name: "open", Size: g.size, Lower: []int{tierOver}},
		tierStart: {Name: "start", Size: 1, Lower: []int{tierOpen}},
	}
	if !g.rests {
		list = list[:tierStart]
	}
	return list
}

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

func (g *game) rank(p position) uint64 {
	p = g.canonical(p)
	row, column := p.neutron/g.width, p.neutron%g.width
	n := uint64((row-1)*g.columns + column)
	n = n*g.own.Len() + g.own.Rank(index.Gather(p.own, 1<<p.neutron))
	return n*g.opp.Len() + g.opp.Rank(index.Gather(p.opp, p.own|1<<p.neutron))
}

// canonical returns p or its mirror image, with white to move. It chooses the one
// with the neutron in the left half or, if the neutron is in the middle column, the
// smaller one.
func (g *game) canonical(p position) position {
	p.flags &^= turns.Bit
	twin := g.twinOf(p)
	switch column := p.neutron % g.width; {
	case column >= g.columns, column == g.columns-1 && twin.pack() < p.pack():
		return twin
	}
	return p
}

// Unrank implements games.Tiered. White is to move in the appended states.
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

func (g *game) unrank(i uint64) position {
	opp, i := i%g.opp.Len(), i/g.opp.Len()
	own, n := i%g.own.Len(), int(i/g.own.Len())
	p := position{neutron: (n/g.columns+1)*g.width + n%g.columns}
	p.own = index.Scatter(g.own.Unrank(own), 1<<p.neutron)
	p.opp = index.Scatter(g.opp.Unrank(opp), p.own|1<<p.neutron)
	return p
}

func (g *game) Weights(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		if p := unpack(s); !g.home(p) && !g.away(p) && g.twinOf(p) != p {
			return 2
		}
		return 1
	})
}

// Canonize implements games.Canonizer. States are relative to the player to move, so
// white can be the player to move in every canonical state.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		swaps[i] = s&turns.Bit != 0
		states[i] = g.canonical(unpack(s)).pack()
	}
}

// Orbits implements games.Canonizer. The start is symmetric.
func (g *game) Orbits(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		if p := unpack(s); g.twinOf(p) == p {
			return 1
		}
		return 2
	})
}
