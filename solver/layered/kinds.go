package layered

import (
	"fmt"
	"slices"
	"sync"

	"zermelo/games"
)

// kind contains all information about a state that the second sweep needs, except the
// values of the state's nonterminal children. A layer has few distinct kinds.
type kind struct {
	open    int     // number of nonterminal children
	payoffs []int16 // payoff of role 0 in each terminal child
	orbit   int32
	mover   int8
}

// kindSet numbers the kinds of a layer. It is safe for concurrent use.
type kindSet struct {
	mu      sync.Mutex
	list    []kind
	numbers map[string]uint8
	failed  bool // too many kinds, or a state without children
}

// number returns the number of k, adding k to the set if necessary. The result
// ok is false if the set is full or has failed.
func (s *kindSet) number(k kind) (n uint8, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := fmt.Sprint(k)
	if n, ok = s.numbers[key]; ok {
		return n, true
	}
	if s.failed = s.failed || len(s.list) > 255; s.failed {
		return 0, false
	}
	n = uint8(len(s.list))
	k.payoffs = slices.Clone(k.payoffs)
	s.list = append(s.list, k)
	s.numbers[key] = n
	return n, true
}

func (s *kindSet) fail() {
	s.mu.Lock()
	s.failed = true
	s.mu.Unlock()
}

// kindFinder determines the kinds of expanded states. Each worker has its own.
type kindFinder struct {
	set   *kindSet
	kinds []uint8 // result of find
	// A cache of kinds whose payoffs are all equal.
	keys    [kindCache]uint64
	numbers [kindCache]uint8
}

const kindCache = 1 << 10 // number of slots; the shift in find depends on it

// find sets f.kinds to the kind of each expanded state. It returns false if a
// state has no kind, because it has no moves or the set is full.
func (f *kindFinder) find(x *games.Expansion) bool {
	f.kinds = Resize(f.kinds, len(x.Ends))
	payoffs, from, before := x.Payoffs, int32(0), int32(0)
	for i, end := range x.Ends {
		open, moves := int(x.Opens[i]-from), int(end-before)
		from, before = x.Opens[i], end
		over := payoffs[:moves-open]
		payoffs = payoffs[moves-open:]
		key := uint64(open)&0xff | uint64(moves)&0xff<<8 | uint64(x.Orbits[i])&0xff<<16 | uint64(x.Movers[i])&1<<24 | 1<<25
		same := moves > 0 && moves < 256 && x.Orbits[i] < 256
		if len(over) > 0 {
			key |= uint64(uint16(over[0])) << 32
			for _, p := range over[1:] {
				same = same && p == over[0]
			}
		}
		slot := key * 0x9e3779b97f4a7c15 >> 54
		if same && f.keys[slot] == key {
			f.kinds[i] = f.numbers[slot]
			continue
		}
		n, ok := uint8(0), false
		if moves > 0 && moves < 256 {
			n, ok = f.set.number(kind{open: open, payoffs: over, orbit: x.Orbits[i], mover: x.Movers[i] & 1})
		}
		if !ok {
			f.set.fail()
			return false
		}
		f.kinds[i] = n
		if same {
			f.keys[slot], f.numbers[slot] = key, n
		}
	}
	return true
}
