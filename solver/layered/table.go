package layered

import (
	"context"
	"maps"
	"math/bits"
	"slices"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/parallel"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// table is a solved layer of one-word states as a hash table by open addressing. An entry
// is one word: the state less the least of the layer, plus one, and below it the number
// of its value in the palette. An entry of zero is empty.
//
// Neighbours in a layer have children that are far apart, because of the symmetries: each
// look-up misses the caches. So an entry holds all that is needed, and look-ups are made
// in batches, which the processor overlaps: see docs/layered.md.
type table struct {
	entries []uint64 // a third of them or more are empty
	low     uint64   // the least state
	below   uint     // bits of the number of a value
	palette []value.Value
}

// batch is how many look-ups are made at once.
const batch = 64

// slot is where an entry's search begins.
func (t *table) slot(key uint64) uint64 {
	high, _ := bits.Mul64(key*0x9e3779b97f4a7c15, uint64(len(t.entries)))
	return high
}

// tableBytes is the least size of the table of n states.
func tableBytes(n int64) int64 { return 8 * (n + n/2 + 2) }

// roomyTable is the size of the table of n states where there is room: half of its entries
// are empty, so that fewer are passed over.
func roomyTable(n int64) int64 { return 8 * (2*n + 2) }

// newTable makes the table of a layer in room, which has tableBytes for its states. It
// returns nil where an entry needs more than a word, and for states of several words.
func newTable[S games.State](ctx context.Context, workers int, l *Solved[S], room []uint64) (*table, error) {
	states, one := any(&l.States).(*runs.Column[uint64])
	if !one || l.States.N == 0 {
		return nil, nil
	}
	var ends [2][1]uint64
	for i, at := range []int{0, states.N - 1} {
		s, err := states.Read(ends[i][:], at, at+1)
		if err != nil {
			return nil, err
		}
		ends[i][0] = s[0]
	}
	t := &table{low: ends[0][0]}
	width := uint(bits.Len64(ends[1][0] - t.low + 1))
	if ends[1][0]-t.low+1 == 0 {
		return nil, nil
	}
	var err error
	if t.palette, err = l.differentValues(); err != nil {
		return nil, err
	}
	if len(t.palette) > 1<<min(64-width, 24) {
		return nil, nil
	}
	t.below = uint(bits.Len(uint(len(t.palette) - 1)))
	t.entries = room[:min(len(room), int(roomyTable(int64(states.N))/8))]
	err = parallel.For(ctx, workers, len(t.entries), 1<<18, func(_, from, to int) error {
		clear(t.entries[from:to])
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t, t.fill(ctx, workers, states, &l.Values)
}

// pieceOfColumn is how many states and values are read at once.
const pieceOfColumn = 1 << 12

// differentValues lists the values that occur in a layer, in any order.
func (l *Solved[S]) differentValues() ([]value.Value, error) {
	if l.distinct != nil {
		return l.distinct, nil
	}
	met := map[value.Value]bool{}
	var recent [recentValues]value.Value // met a moment ago, plus 1
	var buf []value.Value
	for from := 0; from < l.Values.N; from += pieceOfColumn {
		part, err := l.Values.Read(buf, from, min(from+pieceOfColumn, l.Values.N))
		if err != nil {
			return nil, err
		}
		if l.Values.Mem == nil {
			buf = part
		}
		for _, v := range part {
			if slot := &recent[uint32(v)*0x9e3779b1>>22]; *slot != v+1 || v+1 == 0 {
				met[v], *slot = true, v+1
			}
		}
	}
	l.distinct = slices.Collect(maps.Keys(met))
	return l.distinct, nil
}

// filler is what a worker has that enters states into a table.
type filler struct {
	numberer
	table  *table
	shared bool // others enter states at the same time
	keys   []uint64
	known  []value.Value
}

// numberer numbers values by their places in a list. One per worker.
type numberer struct {
	numbers map[value.Value]uint32 // of all values
	values  [recentValues]value.Value
	ids     [recentValues]uint32 // of those values, plus 1
}

// recentValues is how many values are numbered without a map.
const recentValues = 1 << 10

// numbersOf are the places of values in a list.
func numbersOf(list []value.Value) map[value.Value]uint32 {
	numbers := make(map[value.Value]uint32, len(list))
	for i, v := range list {
		numbers[v] = uint32(i)
	}
	return numbers
}

// id is the number of a value.
func (n *numberer) id(v value.Value) uint32 {
	at := uint32(v) * 0x9e3779b1 >> 22
	if n.values[at] != v || n.ids[at] == 0 {
		n.values[at], n.ids[at] = v, n.numbers[v]+1
	}
	return n.ids[at] - 1
}

// fill enters the states.
func (t *table) fill(ctx context.Context, workers int, states *runs.Column[uint64], values *runs.Column[value.Value]) error {
	numbers := numbersOf(t.palette)
	fillers := make([]*filler, workers)
	return parallel.For(ctx, workers, states.N, pieceOfColumn, func(w, from, to int) error {
		f := fillers[w]
		if f == nil {
			f = &filler{numberer: numberer{numbers: numbers}, table: t, shared: workers > 1}
			fillers[w] = f
		}
		keys, err := states.Read(f.keys, from, to)
		if err != nil {
			return err
		}
		known, err := values.Read(f.known, from, to)
		if err != nil {
			return err
		}
		if states.Mem == nil {
			f.keys = keys
		}
		if values.Mem == nil {
			f.known = known
		}
		for len(keys) > 0 {
			n := min(batch, len(keys))
			f.enter(keys[:n], known[:n])
			keys, known = keys[n:], known[n:]
		}
		return nil
	})
}

// enter enters at most batch states.
func (f *filler) enter(keys []uint64, known []value.Value) {
	t := f.table
	var slots [batch]uint64
	var touched uint64
	for i, k := range keys {
		slots[i&(batch-1)] = t.slot(k - t.low + 1)
	}
	entries := t.entries
	for _, slot := range slots[:len(keys)] {
		touched |= atomic.LoadUint64(&entries[slot]) // loads many lines at once
	}
	_ = touched
	for i, k := range keys {
		at := slots[i&(batch-1)]
		entry := (k-t.low+1)<<(t.below&63) | uint64(f.id(known[i]))
		for !f.place(at, entry) {
			if at++; at == uint64(len(t.entries)) {
				at = 0
			}
		}
	}
}

// place enters an entry at a place if that is empty, and reports whether it was.
func (f *filler) place(at, entry uint64) bool {
	slot := &f.table.entries[at]
	if f.shared {
		return atomic.LoadUint64(slot) == 0 && atomic.CompareAndSwapUint64(slot, 0, entry)
	}
	if *slot != 0 {
		return false
	}
	*slot = entry
	return true
}

// values sets values[i] to the value of children[i]. It returns the number of a
// child that is not there, or -1.
func (t *table) values(values []value.Value, children []uint64) int {
	var slots, found [batch]uint64
	entries, low, below, mask := t.entries, t.low, t.below&63, uint64(1)<<t.below-1
	for first := 0; first < len(children); first += batch {
		part := children[first:min(first+batch, len(children))]
		out := values[first : first+len(part)]
		for i, c := range part {
			slots[i&(batch-1)] = t.slot(c - low + 1)
		}
		// Little else than loads, so that many of them are under way at once.
		for i, slot := range slots[:len(part)] {
			found[i] = entries[slot]
		}
		for i, c := range part {
			want, at, entry := c-low+1, slots[i&(batch-1)], found[i&(batch-1)]
			for entry>>below != want || entry == 0 {
				if entry == 0 {
					return first + i
				}
				if at++; at == uint64(len(entries)) {
					at = 0
				}
				entry = entries[at]
			}
			out[i] = t.palette[entry&mask]
		}
	}
	return -1
}
