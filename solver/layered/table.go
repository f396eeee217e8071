package layered

import (
	"context"
	"math/bits"
	"sync/atomic"

	"zermelo/solver/parallel"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// table maps the one-word states of a solved layer to their values. It is a
// hash table with open addressing. Each entry is one word. Its low bits are an
// index into the palette, and its high bits are 1 + the difference between the
// state and the lowest state. A zero entry is empty.
//
// Because of symmetry, the children of neighboring states are far apart, so
// each lookup misses the caches. For this reason, an entry contains both state
// and value, and lookups are batched to overlap their cache misses; see
// docs/layered.md.
type table struct {
	entries   []uint64 // at least a third of them are empty
	low       uint64   // lowest state
	valueBits uint     // number of bits of a palette index
	palette   []value.Value
}

// batch is the number of lookups whose cache misses overlap.
const batch = 64

// minTableBytes returns the minimum size in bytes of a table with n states.
func minTableBytes(n int64) int64 { return 8 * (n + n/2 + 2) }

// maxTableBytes returns the preferred size in bytes of a table with n states.
// Half of its entries are empty.
func maxTableBytes(n int64) int64 { return 8 * (2*n + 2) }

// newTable builds the table of a layer in the buffer room, which must have at least
// minTableBytes bytes. The palette must contain all values. newTable returns nil if an
// entry does not fit in a word.
func newTable(ctx context.Context, workers int, states *runs.Column[uint64], values *runs.Column[value.Value], palette []value.Value, room []uint64) (*table, error) {
	first, err := states.Read(nil, 0, 1)
	if err != nil {
		return nil, err
	}
	last, err := states.Read(nil, states.N-1, states.N)
	if err != nil {
		return nil, err
	}
	t := &table{low: first[0], palette: palette}
	highest := last[0] - t.low + 1
	width := uint(bits.Len64(highest))
	if highest == 0 || len(t.palette) > 1<<min(64-width, 24) {
		return nil, nil
	}
	t.valueBits = uint(bits.Len(uint(len(t.palette) - 1)))
	t.entries = room[:min(len(room), int(maxTableBytes(int64(states.N))/8))]
	err = parallel.For(ctx, workers, len(t.entries), 1<<18, func(_, from, to int) error {
		clear(t.entries[from:to])
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t, t.fill(ctx, workers, states, values)
}

const columnChunk = 1 << 12 // number of states and values read at a time

// slot returns the index of the first entry to probe for a key.
func (t *table) slot(key uint64) uint64 {
	high, _ := bits.Mul64(key*0x9e3779b97f4a7c15, uint64(len(t.entries)))
	return high
}

func (t *table) fill(ctx context.Context, workers int, states *runs.Column[uint64], values *runs.Column[value.Value]) error {
	numbers := numbersOf(t.palette)
	fillers := make([]*filler, workers)
	return parallel.For(ctx, workers, states.N, columnChunk, func(w, from, to int) error {
		f := fillers[w]
		if f == nil {
			f = &filler{numberer: numberer{numbers: numbers}, table: t, shared: workers > 1}
			fillers[w] = f
		}
		keys, err := states.Read(&f.keys, from, to)
		if err != nil {
			return err
		}
		known, err := values.Read(&f.known, from, to)
		if err != nil {
			return err
		}
		for len(keys) > 0 {
			n := min(batch, len(keys))
			f.enter(keys[:n], known[:n])
			keys, known = keys[n:], known[n:]
		}
		return nil
	})
}

// values sets values[i] to the value of children[i]. It returns the index of a
// child that is not in the table, or -1 if there is none.
func (t *table) values(values []value.Value, children []uint64) int {
	var slots, found [batch]uint64
	entries, low, valueBits, mask := t.entries, t.low, t.valueBits&63, uint64(1)<<t.valueBits-1
	for first := 0; first < len(children); first += batch {
		part := children[first:min(first+batch, len(children))]
		out := values[first : first+len(part)]
		for i, c := range part {
			slots[i&(batch-1)] = t.slot(c - low + 1)
		}
		// The loads in this loop are independent, so their cache misses
		// overlap.
		for i, slot := range slots[:len(part)] {
			found[i] = entries[slot]
		}
		for i, c := range part {
			want, at, entry := c-low+1, slots[i&(batch-1)], found[i&(batch-1)]
			for entry>>valueBits != want || entry == 0 {
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

// filler inserts states into a table. Each worker has its own.
type filler struct {
	numberer
	table  *table
	shared bool // other workers insert states concurrently
	keys   []uint64
	known  []value.Value
}

// enter inserts at most batch states and their values.
func (f *filler) enter(keys []uint64, known []value.Value) {
	t := f.table
	var slots [batch]uint64
	var touched uint64
	for i, k := range keys {
		slots[i&(batch-1)] = t.slot(k - t.low + 1)
	}
	entries := t.entries
	for _, slot := range slots[:len(keys)] {
		touched |= atomic.LoadUint64(&entries[slot]) // overlap the cache misses
	}
	_ = touched
	for i, k := range keys {
		at := slots[i&(batch-1)]
		entry := (k-t.low+1)<<(t.valueBits&63) | uint64(f.id(known[i]))
		for !f.place(at, entry) {
			if at++; at == uint64(len(t.entries)) {
				at = 0
			}
		}
	}
}

// place stores an entry in the slot with index at if the slot is empty, and reports
// whether it did so.
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

// numbered holds the values of a layer as indexes into a list of distinct values.
type numbered struct {
	list  []value.Value
	bytes []uint8  // index of each state's value; nil if the list has more than 256 values
	words []uint32 // otherwise
}

// numberer maps values to their indexes in a list and caches recent results.
type numberer struct {
	numbers map[value.Value]uint32
	values  [recentValues]value.Value
	ids     [recentValues]uint32 // index of each cached value, plus 1
}

// recentValues is the number of slots in caches of values. The shifts that
// compute a slot depend on it.
const recentValues = 1 << 10

func numbersOf(list []value.Value) map[value.Value]uint32 {
	numbers := make(map[value.Value]uint32, len(list))
	for i, v := range list {
		numbers[v] = uint32(i)
	}
	return numbers
}

func (n *numberer) id(v value.Value) uint32 {
	at := uint32(v) * 0x9e3779b1 >> 22
	if n.values[at] != v || n.ids[at] == 0 {
		n.values[at], n.ids[at] = v, n.numbers[v]+1
	}
	return n.ids[at] - 1
}
