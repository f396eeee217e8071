package layered

import (
	"math/bits"

	"zermelo/games"
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
	entries []uint64 // a quarter of them or more are empty
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

// tableBytes is the size of the table of n states.
func tableBytes(n int64) int64 { return 8 * (n + n/2 + 2) }

// newTable makes the table of a layer in room, which has tableBytes for its states. It
// returns nil where an entry needs more than a word, and for states of several words.
func newTable[S games.State](l *Solved[S], room []uint64) (*table, error) {
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
	ids, err := t.collect(&l.Values, 64-width)
	if ids == nil || err != nil {
		return nil, err
	}
	n := int(tableBytes(int64(states.N)) / 8)
	t.entries = room[:n]
	clear(t.entries)
	return t, t.fill(states, &l.Values, ids)
}

// paletteCache is how many values are found without a map.
const paletteCache = 1 << 10

// paletteIDs numbers the values of a layer.
type paletteIDs struct {
	numbers map[value.Value]uint32
	values  [paletteCache]value.Value
	ids     [paletteCache]uint32 // plus 1
}

// id is the number of a value, plus 1; 0 if it is new.
func (p *paletteIDs) id(v value.Value) uint32 {
	at := uint32(v) * 0x9e3779b1 >> 22
	if p.values[at] == v && p.ids[at] != 0 {
		return p.ids[at]
	}
	id := p.numbers[v]
	p.values[at], p.ids[at] = v, id
	return id
}

// pieceOfColumn is how many states and values are read at once.
const pieceOfColumn = 1 << 12

// collect makes the palette. It returns nil if a number takes more than the given bits.
func (t *table) collect(values *runs.Column[value.Value], most uint) (*paletteIDs, error) {
	p := &paletteIDs{numbers: map[value.Value]uint32{}}
	var buf []value.Value
	for from := 0; from < values.N; from += pieceOfColumn {
		part, err := values.Read(buf, from, min(from+pieceOfColumn, values.N))
		if err != nil {
			return nil, err
		}
		if values.Mem == nil {
			buf = part
		}
		for _, v := range part {
			if p.id(v) == 0 {
				t.palette = append(t.palette, v)
				p.numbers[v] = uint32(len(t.palette))
				p.id(v)
				if len(t.palette) > 1<<min(most, 24) {
					return nil, nil
				}
			}
		}
	}
	t.below = uint(bits.Len(uint(len(t.palette) - 1)))
	return p, nil
}

// fill enters the states.
func (t *table) fill(states *runs.Column[uint64], values *runs.Column[value.Value], ids *paletteIDs) error {
	var stateBuf []uint64
	var valueBuf []value.Value
	for from := 0; from < states.N; from += pieceOfColumn {
		to := min(from+pieceOfColumn, states.N)
		keys, err := states.Read(stateBuf, from, to)
		if err != nil {
			return err
		}
		known, err := values.Read(valueBuf, from, to)
		if err != nil {
			return err
		}
		if states.Mem == nil {
			stateBuf = keys
		}
		if values.Mem == nil {
			valueBuf = known
		}
		for len(keys) > 0 {
			n := min(batch, len(keys))
			t.enter(keys[:n], known[:n], ids)
			keys, known = keys[n:], known[n:]
		}
	}
	return nil
}

// enter enters at most batch states.
func (t *table) enter(keys []uint64, known []value.Value, ids *paletteIDs) {
	var slots [batch]uint64
	var touched uint64
	for i, k := range keys {
		slots[i&(batch-1)] = t.slot(k - t.low + 1)
		touched |= t.entries[slots[i&(batch-1)]] // loads many lines at once
	}
	for i, k := range keys {
		at := slots[i&(batch-1)]
		for t.entries[at] != 0 {
			if at++; at == uint64(len(t.entries)) {
				at = 0
			}
		}
		t.entries[at] = (k-t.low+1)<<(t.below&63) | uint64(ids.id(known[i])-1)
	}
	_ = touched
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
			i &= batch - 1
			slots[i] = t.slot(c - low + 1)
			found[i] = entries[slots[i]]
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
