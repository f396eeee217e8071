package length

import "zermelo/solver/search/table"

// entry is what the table has of a win at a position, in the 48 bits of a value:
//
//	move (16 bits) | high (16) | low (16)
type entry struct {
	low, high int
	move      uint16 // the best one, by its number in Expand
	work      uint64 // about how many nodes that took
}

// noMove is the move of an entry where none is known.
const noMove = 0xffff

// tag is the tag of a win: a position can be asked about with several scores, and for
// either player.
func (win Win) tag() uint8 {
	tag := uint8(win.Score) << 1
	if win.Mine {
		tag |= 1
	}
	return tag
}

// load is what is known of a win at the place of a state.
func (l *Search[S]) load(place uint64, s *S, win Win) entry {
	v, cost, ok := l.table.Load(place, s, win.tag())
	if !ok {
		return entry{high: Never, move: noMove}
	}
	return entry{low: int(v & 0xffff), high: int(v >> 16 & 0xffff), move: uint16(v >> 32), work: table.WorkOf(cost)}
}

// store narrows what is known of a win, which took work nodes.
func (l *Search[S]) store(place uint64, s *S, win Win, e entry, work uint64) {
	l.table.Update(place, s, win.tag(), table.AnyTag, func(v uint64, cost uint8) (uint64, uint8) {
		if cost != 0 {
			e.low, e.high = max(e.low, int(v&0xffff)), min(e.high, int(v>>16&0xffff))
			work += table.WorkOf(cost)
		}
		return uint64(e.move)<<32 | uint64(e.high)<<16 | uint64(e.low), table.CostOf(work)
	})
}
