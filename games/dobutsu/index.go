package dobutsu

import (
	"math/bits"

	"zermelo/games"
	"zermelo/games/turns"
)

// lionPairs assigns numbers to the placements of the two lions in open states, up to
// reflection. Neither lion is on its last row, and the lions are not adjacent.
type lionPairs struct {
	at    [1 << 8]lionPair // by the lion bits of a state
	pairs [][2]int         // squares of the own and the other lion, by number
}

type lionPair struct {
	verdict verdict // verdict if no piece can catch the other lion
	final   bool    // the verdict holds even if a piece can catch the other lion
	number  uint8
	mirror  bool // the squares are the mirror image of the numbered pair
	central bool // both lions are in the middle column
	// home holds the squares on the last row that the player's lion can enter
	// without being caught by the other lion, unless the verdict is final.
	home uint16
	// kept holds masks of the squares below both lions, between them, and above both.
	// The method close uses them to remove the lions' squares from a set.
	kept [3]uint64
}

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

// close removes the squares of the lions from a set and renumbers the other squares.
func (p *lionPair) close(set uint64) uint64 {
	return set&p.kept[0] | set&p.kept[1]>>1 | set&p.kept[2]>>2
}

// Tiers. Since captured pieces return by drops, nearly all positions are in one
// tier. Verdicts that are known immediately need one index each.
const (
	tierOver  = iota // the verdicts lost and won, with the indexes 0 and 1
	tierCatch        // the verdict catch
	tierHome         // the verdict home
	tierOpen
)

// Tiers implements games.Tiered. The states of tierOpen are numbered first by the
// pair of lions, up to reflection, and then by places. If both lions are in the
// middle column, only the smaller of two mirror images is used.
func (g *game) Tiers() []games.Tier {
	return []games.Tier{
		tierOver:  {Name: "over", Size: 2, Immediate: true},
		tierCatch: {Name: "catch", Size: 1, Lower: []int{tierOver}, Immediate: true},
		tierHome:  {Name: "home", Size: 1, Lower: []int{tierOver, tierCatch}, Immediate: true},
		tierOpen:  {Name: "open", Size: uint64(len(g.pairs)) * g.size, Lower: []int{tierOver, tierCatch, tierHome}},
	}
}

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

// Unrank implements games.Tiered. It returns states with sente to move.
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

// cursor caches the section of the last index because consecutive indexes are often
// in the same section.
type cursor struct {
	first, size uint64 // indexes of a section for one pair of lions
	lions       uint64 // state with only the lions
	key         uint64
	section     *section
}

// unrank returns the open state with the given index, and reports whether the index
// is used.
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

// Weights implements games.Tiered. Open states that differ from their mirror image
// have weight 2.
func (g *game) Weights(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		if m := read(s); g.judge(s, &m) == open && s != mirrored(s) {
			return 2
		}
		return 1
	})
}
