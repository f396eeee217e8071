package dobutsu

import (
	"math/bits"

	"zermelo/games"
	"zermelo/games/turns"
)

// lionPairs is what the squares of the two lions tell. In open states the own
// lion is not on the last row, the other one not on the first, and they are not
// next to each other; these pairs are numbered up to mirror image.
type lionPairs struct {
	at    [1 << 8]lionPair // by the two squares as they are in a state
	pairs [][2]int         // own and other lion of each number
}

// lionPair is what is known of two lions' squares.
type lionPair struct {
	verdict verdict // where no piece can catch the other lion
	final   bool    // it is that too where a piece can
	number  uint8
	mirror  bool // these are the mirror image of the squares of that number
	central bool // both are in the middle column
	// home are the squares of the last row that the own lion can go to, if it
	// has not to fear the other lion there. There are none where more is known.
	home uint16
	// kept are masks of a set of squares that close the gaps of the lions: the
	// squares below both, those between them, and those above both.
	kept [3]uint64
}

// newLionPairs numbers the pairs.
func newLionPairs(b *board) *lionPairs {
	l := new(lionPairs)
	for other := range squares {
		l.at[nowhere|other<<4] = lionPair{verdict: lost, final: true}
		for own := range squares {
			l.at[own|other<<4] = sighted(b, own, other)
		}
	}
	for own := range squares {
		for other := range squares {
			p := &l.at[own|other<<4]
			if p.verdict != open || own == other {
				continue
			}
			twinOwn, twinOther := mirroredLion(own), mirroredLion(other)
			if twin := l.at[twinOwn|twinOther<<4]; twinOwn*squares+twinOther < own*squares+other {
				p.number, p.mirror = twin.number, true
				continue
			}
			p.number, p.central = uint8(len(l.pairs)), own == twinOwn && other == twinOther
			l.pairs = append(l.pairs, [2]int{own, other})
		}
	}
	return l
}

// sighted is what two lions' squares tell at sight.
func sighted(b *board, own, other int) lionPair {
	low, high := uint64(1)<<min(own, other), uint64(1)<<max(own, other)
	p := lionPair{kept: [3]uint64{low - 1, high - 1 - (low<<1 - 1), planeMask - (high<<1 - 1)}}
	switch {
	case lastRow>>own&1 != 0:
		p.verdict, p.final = won, true
	case b.lion[own]>>other&1 != 0:
		p.verdict, p.final = catch, true
	case firstRow>>other&1 != 0:
		p.verdict = lost
	default:
		p.home = b.lion[own] & lastRow &^ b.lion[other]
	}
	return p
}

// judge looks at a state.
func (g *game) judge(s uint64, m *masks) verdict {
	pair := &g.at[s>>lionShift&(1<<8-1)]
	if !pair.final && g.attackers(m, m.theirLion) != 0 {
		return catch
	}
	for to := pair.home &^ uint16(m.mine); to != 0; to &= to - 1 {
		if !g.guarded(m, bits.TrailingZeros16(to)) {
			return home
		}
	}
	return pair.verdict
}

// close counts the squares of a set anew without those of the lions.
func (p *lionPair) close(set uint64) uint64 {
	return set&p.kept[0] | set&p.kept[1]>>1 | set&p.kept[2]>>2
}

// The tiers. Captured pieces come back by drops, so nearly all positions are in
// one; those that are decided at sight need only one slot for each verdict.
const (
	tierOver  = iota // the verdicts lost and won, in this order
	tierCatch        // the verdict catch
	tierHome         // the verdict home
	tierOpen
)

// Tiers lists the ends, the positions where the lion can be caught or the own
// one brought home, all of them won in one ply, and the open positions. The
// latter are numbered by the pair of lions up to mirror image, then as places
// tells; positions that are not open have unused numbers there, and so do the
// greater ones of two mirror images with both lions in the middle column.
func (g *game) Tiers() []games.Tier {
	return []games.Tier{
		tierOver:  {Name: "over", Size: 2, AtSight: true},
		tierCatch: {Name: "catch", Size: 1, Lower: []int{tierOver}, AtSight: true},
		tierHome:  {Name: "home", Size: 1, Lower: []int{tierOver, tierCatch}, AtSight: true},
		tierOpen:  {Name: "open", Size: uint64(len(g.pairs)) * g.size, Lower: []int{tierOver, tierCatch, tierHome}},
	}
}

// Rank appends the slots of the states.
func (g *game) Rank(dst []games.Slot, src []uint64) []games.Slot {
	for _, s := range src {
		m := read(s)
		slot := games.SlotOf(tierOpen, 0)
		switch g.judge(s, &m) {
		case open:
			slot += games.Slot(g.rank(s, &m))
		case lost:
			slot = games.SlotOf(tierOver, 0)
		case won:
			slot = games.SlotOf(tierOver, 1)
		case catch:
			slot = games.SlotOf(tierCatch, 0)
		case home:
			slot = games.SlotOf(tierHome, 0)
		}
		dst = append(dst, slot)
	}
	return dst
}

// rank is the index of an open state.
func (g *game) rank(s uint64, m *masks) uint64 {
	pair := &g.at[s>>lionShift&(1<<8-1)]
	if pair.mirror || pair.central {
		if twin := mirrored(s); pair.mirror || twin < s {
			s, *m = twin, read(twin)
			pair = &g.at[s>>lionShift&(1<<8-1)]
		}
	}
	return uint64(pair.number)*g.size + g.places.rank(s, m, pair)
}

// Unrank appends the states of indexes of a tier, sente's turn in all of them.
func (g *game) Unrank(dst []uint64, used []bool, tier int, indexes []uint64) ([]uint64, []bool) {
	var c cursor
	for _, index := range indexes {
		switch tier {
		case tierOver:
			dst, used = append(dst, g.overStates[index]), append(used, true)
		case tierCatch:
			dst, used = append(dst, g.catchState), append(used, true)
		case tierHome:
			dst, used = append(dst, g.homeState), append(used, true)
		default:
			s, ok := g.unrank(&c, index)
			dst, used = append(dst, s), append(used, ok)
		}
	}
	return dst, used
}

// cursor remembers where the last index was found, as the next is near.
type cursor struct {
	first, size uint64 // of the indexes of a pair of lions and a section
	lions       uint64 // the state with only the lions
	key         uint64
	section     *section
}

// unrank is the open state of an index, and whether there is one.
func (g *game) unrank(c *cursor, index uint64) (uint64, bool) {
	if index-c.first >= c.size {
		pair := g.pairs[index/g.size]
		c.lions = lionsOnly(uint64(pair[0]), uint64(pair[1]))
		c.key, c.section = g.find(index % g.size)
		c.first, c.size = index-index%g.size+c.section.first, c.section.size
	}
	s := g.places.unrank(c.lions, index-c.first, c.key, c.section)
	m := read(s)
	if g.judge(s, &m) != open {
		return s, false
	}
	return s, !g.at[s>>lionShift&(1<<8-1)].central || s <= mirrored(s)
}

// Weights appends 2 for open states that differ from their mirror image, and 1
// for others: states that are not open share their slot with many, of which 1
// is counted.
func (g *game) Weights(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		if m := read(s); g.judge(s, &m) == open && s != mirrored(s) {
			return 2
		}
		return 1
	})
}
