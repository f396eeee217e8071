package dobutsu

import "math/bits"

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
