// Package table has the transposition tables of searches. What they say of a position
// is never about another one.
package table

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"unsafe"

	"zermelo/games"
	"zermelo/solver/machine"
	"zermelo/solver/search"
)

// Table is a transposition table: bounds on the scores of positions, shared by
// all threads without a lock.
//
// A wrong answer from a collision is impossible. The Zobrist key of a one-word
// state of b bits is a number of b bits, another one for each state. Its high bits
// choose a cluster of eight entries (one cache line), and an entry holds all the
// other bits, so an entry that matches is the position's own. A large table begins with
// few clusters (see Clusters), and its entries hold the bits that these do not tell. An entry is one
// 64-bit word, read and written as a whole:
//
//	check | generation | work | move | high | low
//
// The width of the check is b less the bits of a cluster's number at the beginning, the
// bounds take what the range of scores needs, work and move 5 bits each; the
// generation has the rest, up to 16 bits. Clearing means a new generation, and so does
// growing: places found before it match nothing after it. The memory is cleared when the
// generations have been used up. Wider states are
// stored whole, see wideTable.
//
// An entry of this generation is replaced if it cost the least work in its
// cluster; entries of earlier ones first.
type Table[S games.State] struct {
	wide *wideTable[S] // for states that do not fit one word; else nil

	machine.Slab     // clusters of 8 entries
	bits         int // of a state
	layout       layout
	keys         *wordKeys
	least        int           // the shift when the table has grown to all its memory
	mode         atomic.Uint64 // generation, from 1, and above its 32 bits the shift of a key to get the cluster
	overflows    atomic.Uint64 // since the last growth, while there is more memory
	growing      sync.Mutex
	learned      int // entries that others have found

	costly uint64 // what results have to cost for keep to get them
	keep   func(s S, b search.Bounds)
}

// layout says where the parts of an entry are.
type layout struct {
	high      int // greatest score
	scoreBits int
	genBits   int
	checkBits int
	keyShift  int // where the check begins
}

const (
	clusterEntries = 8
	modeShift      = 32 // of the shift in Table.mode
	leastGenBits   = 8  // of a table that grows
	maxWordBits    = 56 // the widest state that fits an entry beside bounds
	workBits       = 5
)

// New makes a table of at most size bytes, but one cluster at least, for a
// game's states.
func New[S games.State](g games.Searcher[S], size int64) *Table[S] {
	high := g.Scores()
	t := &Table[S]{bits: g.StateBits()}
	if t.bits > maxWordBits {
		t.wide = &wideTable[S]{NewClusters[S](size, true), 1}
		return t
	}
	clusters := max(1, size/(8*clusterEntries))
	log := min(bits.Len64(uint64(clusters))-1, t.bits-1)
	t.layout.high = high
	t.layout.scoreBits = bits.Len(uint(2 * high))
	fixed := 2*t.layout.scoreBits + search.MoveBits + workBits
	// A state of many bits in a small table leaves no room: use more clusters.
	log = max(log, t.bits+fixed+1-64)
	grows := growthsOf(clusterEntries << log)
	for grows > 0 && t.bits-log+growBits*grows+fixed+leastGenBits > 64 {
		grows--
	}
	t.least = t.bits - log
	t.layout.checkBits = t.least + growBits*grows
	t.layout.genBits = min(16, 64-fixed-t.layout.checkBits)
	t.layout.keyShift = fixed + t.layout.genBits
	t.Slab = machine.NewSlab(clusterEntries << log)
	t.keys = newWordKeys(independentWords(t.bits))
	t.mode.Store(uint64(t.layout.checkBits)<<modeShift | 1)
	return t
}

// Close gives the memory back. The table is not to be used afterwards.
func (t *Table[S]) Close() {
	t.Slab.Close()
	if t.wide != nil {
		t.wide.Close()
	}
}

// Clear forgets everything. No search may be running.
func (t *Table[S]) Clear() {
	t.learned = 0
	if t.wide != nil {
		t.wide.clear()
		return
	}
	t.mode.Store(t.next(t.mode.Load()))
}

// next is a mode with the next generation. Where these have been used up it clears the
// memory.
func (t *Table[S]) next(mode uint64) uint64 {
	if mode++; uint32(mode) >= 1<<t.layout.genBits {
		shift := mode >> modeShift
		clear(t.Words[:clusterEntries<<(uint64(t.bits)-shift)])
		mode = shift<<modeShift | 1
	}
	return mode
}

// Place is where a position is looked up and stored.
type Place struct {
	cluster uint64 // its number
	tag     uint64 // check and generation as an entry has them; the key of a wide state
}

// Name tells positions apart, with a chance to fail of about 2^-60. It is not 0.
func (p Place) Name() uint64 { return (p.cluster<<40^p.tag)*0x9e3779b97f4a7c15 | 1 }

// Find returns the place of a state and begins to read it, so that looking up
// many states does not wait for memory each time. It is good until the table is
// cleared.
func (t *Table[S]) Find(s *S) Place {
	if t.wide != nil {
		key := t.wide.Key(s)
		t.wide.Prefetch(key)
		return Place{tag: key}
	}
	y := t.keys.of(word(s))
	mode := t.mode.Load()
	p := Place{
		cluster: y >> (mode >> modeShift & 63),
		tag:     y&(1<<uint(t.layout.checkBits)-1)<<uint(t.layout.genBits) | uint64(uint32(mode)),
	}
	prefetch(unsafe.Pointer(&t.Words[p.cluster*clusterEntries]))
	return p
}

// Prefetch begins to read a place that was found some time ago.
func (t *Table[S]) Prefetch(p Place) {
	if t.wide == nil {
		prefetch(unsafe.Pointer(&t.Words[p.cluster*clusterEntries]))
	}
}

// Probe returns what is known of a canonical state.
func (t *Table[S]) Probe(s S) (search.Bounds, bool) { return t.ProbeAt(t.Find(&s), &s) }

// ProbeAt looks a state up at its place.
func (t *Table[S]) ProbeAt(p Place, s *S) (search.Bounds, bool) {
	if t.wide != nil {
		return t.wide.probe(p.tag, s)
	}
	at := uint(t.layout.keyShift - t.layout.genBits)
	cluster := (*[clusterEntries]uint64)(t.Words[p.cluster*clusterEntries:])
	for i := range cluster {
		if e := atomic.LoadUint64(&cluster[i]); e>>(at&63) == p.tag {
			return t.layout.decode(e), true
		}
	}
	return search.Bounds{}, false
}

// decode reads the bounds of an entry.
func (l *layout) decode(e uint64) search.Bounds {
	mask := uint64(1)<<uint(l.scoreBits) - 1
	return search.Bounds{
		Low:  int(e&mask) - l.high,
		High: int(e>>uint(l.scoreBits)&mask) - l.high,
		Move: int16(e>>uint(2*l.scoreBits)) & (1<<search.MoveBits - 1),
		Work: uint8(e>>uint(2*l.scoreBits+search.MoveBits)) & (1<<workBits - 1),
	}
}

// Keep makes the table call keep for each result that cost at least so many
// nodes, from any thread. No search may be running.
func (t *Table[S]) Keep(work uint64, keep func(s S, b search.Bounds)) { t.costly, t.keep = work, keep }

// Store keeps bounds that cost work nodes to find.
func (t *Table[S]) Store(s S, b search.Bounds, work uint64) { t.StoreAt(t.Find(&s), &s, b, work) }

// StoreAt keeps bounds of a state at its place.
func (t *Table[S]) StoreAt(p Place, s *S, b search.Bounds, work uint64) {
	if t.keep != nil && work >= t.costly {
		b.Work = uint8(bits.Len64(work))
		t.keep(*s, b)
	}
	if t.wide != nil {
		t.wide.store(p.tag, s, b, work)
		return
	}
	l := &t.layout
	sb := uint(l.scoreBits)
	cost := uint64(min(bits.Len64(work), 1<<workBits-1))
	workShift := 2*sb + search.MoveBits
	genShift := workShift + workBits
	entry := p.tag<<genShift | cost<<workShift |
		uint64(b.Move&(1<<search.MoveBits-1))<<(2*sb) | uint64(b.High+l.high)<<sb | uint64(b.Low+l.high)

	victim, least, found := 0, ^uint64(0), false
	current := p.tag & (1<<uint(l.genBits) - 1)
	cluster := (*[clusterEntries]uint64)(t.Words[p.cluster*clusterEntries:])
	for i := range cluster {
		e := atomic.LoadUint64(&cluster[i])
		// The same position, this or an older generation: replace it.
		if (e^entry)>>uint(l.keyShift) == 0 && e != 0 {
			victim, found = i, true
			break
		}
		value := uint64(0)
		if e>>genShift&(1<<uint(l.genBits)-1) == current {
			value = 1 + e>>workShift&(1<<workBits-1)
		}
		if value < least {
			victim, least = i, value
		}
	}
	Release(&cluster[victim], entry)
	if mode := t.mode.Load(); !found && least > 0 && int(mode>>modeShift) > t.least && t.overflows.Add(1) > 1<<(uint64(t.bits)-mode>>modeShift)/growAt {
		t.grow(mode)
	}
}

// Learn keeps bounds that others have found, and makes room for them, before they would
// push out each other. No search may be running.
func (t *Table[S]) Learn(s S, b search.Bounds) {
	if t.learned++; t.wide != nil {
		t.wide.Reserve(t.learned)
	} else {
		t.reserve(t.learned)
	}
	t.Store(s, b, 1<<30)
}

// reserve makes room for so many entries.
func (t *Table[S]) reserve(entries int) {
	for mode := t.mode.Load(); int(mode>>modeShift) > t.least && clusterEntries<<(uint64(t.bits)-mode>>modeShift) < 4*entries; mode = t.mode.Load() {
		if t.grow(mode); t.mode.Load() == mode {
			return // see grow
		}
	}
}

// grow makes a table of some mode eight times as large, unless another thread has done
// so. What other threads store meanwhile may be lost.
func (t *Table[S]) grow(mode uint64) {
	t.growing.Lock()
	defer t.growing.Unlock()
	shift := mode >> modeShift
	// A generation that would begin with clearing leaves the table as it is.
	if t.mode.Load() != mode || uint32(mode)+1 >= 1<<t.layout.genBits {
		return
	}
	l := &t.layout
	next, current := uint64(uint32(mode))+1, uint64(uint32(mode))
	at, genMask := uint(l.keyShift-l.genBits), uint64(1)<<uint(l.genBits)-1
	generation := func(e uint64) uint64 { return e >> at & genMask }
	for i := uint64(1)<<(uint64(t.bits)-shift) - 1; int64(i) >= 0; i-- {
		var old [clusterEntries]uint64
		for k := range old {
			old[k] = atomic.LoadUint64(&t.Words[i*clusterEntries+uint64(k)])
		}
		for _, e := range old {
			if generation(e) != current {
				continue
			}
			// All clusters that its entries go to come later, and are those of no others.
			key := i<<shift | e>>uint(l.keyShift)&(1<<shift-1)
			to := t.Words[key>>(shift-growBits)*clusterEntries:][:clusterEntries]
			for k := range to {
				if generation(atomic.LoadUint64(&to[k])) != next {
					atomic.StoreUint64(&to[k], e^(current^next)<<at)
					break
				}
			}
		}
	}
	t.overflows.Store(0)
	t.mode.Store((shift-growBits)<<modeShift | next)
}
