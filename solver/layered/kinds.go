package layered

import (
	"fmt"
	"slices"
	"sync"

	"zermelo/games"
)

// kind is what the sweep back has to know of a state besides the states that it leads to.
// The states of a layer are of few kinds.
type kind struct {
	open    int     // children that are not over
	payoffs []int16 // what role 0 gets at the others
	orbit   int32
	mover   int8
}

// kindSet numbers the kinds of a layer.
type kindSet struct {
	mu      sync.Mutex
	list    []kind
	numbers map[string]uint8
	failed  bool // there are too many, or a state without children is among them
}

// number is the number of a kind.
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

// kindFinder finds the kinds of states. One per worker.
type kindFinder struct {
	set   *kindSet
	kinds []uint8 // of the last states
	// Kinds met a moment ago, by what they are made of if all payoffs are the same.
	keys    [kindCache]uint64
	numbers [kindCache]uint8
}

// kindCache is how many kinds are found without the set.
const kindCache = 1 << 10

// find finds the kinds of the states that were expanded. It reports whether there is
// a number for each.
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

// fail gives the set up.
func (s *kindSet) fail() {
	s.mu.Lock()
	s.failed = true
	s.mu.Unlock()
}
