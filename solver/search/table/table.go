// Package table provides the transposition tables of searches. A lookup never
// returns the entry of another position.
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

// Table is a transposition table for bounds on scores. All threads share it without
// locks.
//
// The Zobrist key of a one-word state with b bits is a bijection on b-bit numbers. Its
// high bits select a cluster of eight entries (one cache line), and an entry stores all
// other bits, so collisions cannot cause false hits. A large table starts with few
// clusters (see Clusters), so an entry must store more bits of the key. An entry is one
// 64-bit word, which is read and written atomically:
//
//	check | generation | work | move | high | low
//
// The check consists of the bits of the key that do not select the cluster in the
// initial table. The width of the bounds depends on the range of scores. Work and move
// have 5 bits each. The generation has the remaining bits, at most 16. Clearing or
// growing the table starts a new generation, which invalidates earlier Places. When
// generations run out, the memory is cleared. Wider states are stored whole; see
// wideTable.
//
// A new entry replaces an entry of an earlier generation in its cluster or, if there is
// none, the entry with the least work.
type Table[S games.State] struct {
	wide *wideTable[S] // used for states wider than maxWordBits; otherwise nil

	machine.Slab     // clusters of 8 entries
	bits         int // number of bits of a state
	layout       layout
	keys         *wordKeys
	minShift     int           // shift when the table is fully grown
	mode         atomic.Uint64 // low 32 bits: generation, starting with 1; high 32 bits: shift from key to cluster
	overflows    atomic.Uint64 // number of overflows since the last growth; counted while the table can grow
	growing      sync.Mutex
	added        int // number of results added by AddBounds

	minWork uint64 // minimum number of nodes of a result passed to keep
	keep    func(s S, b search.Bounds)
}

type layout struct {
	high      int // highest score
	scoreBits int
	genBits   int
	checkBits int
	keyShift  int // position of the check
}

const (
	clusterEntries = 8
	growBits       = 3  // log2 of the factor by which a table grows
	modeShift      = 32 // bit offset of the shift in Table.mode
	minGenBits     = 8  // minimum value of genBits if the table can grow
	maxWordBits    = 56 // maximum number of bits of a state that fits into an entry
	workBits       = 5
)

// New returns a table for the states of g, with at most size bytes but at least one
// cluster.
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
	// If states are wide, a small table must have more clusters to store them.
	log = max(log, t.bits+fixed+1-64)
	grows := maxGrowths(clusterEntries<<log, growBits)
	for grows > 0 && t.bits-log+growBits*grows+fixed+minGenBits > 64 {
		grows--
	}
	t.minShift = t.bits - log
	t.layout.checkBits = t.minShift + growBits*grows
	t.layout.genBits = min(16, 64-fixed-t.layout.checkBits)
	t.layout.keyShift = fixed + t.layout.genBits
	t.Slab = machine.NewSlab(clusterEntries << log)
	t.keys = newWordKeys(independentWords(t.bits))
	t.mode.Store(uint64(t.layout.checkBits)<<modeShift | 1)
	return t
}

// Close releases the memory. The table must not be used afterwards.
func (t *Table[S]) Close() {
	t.Slab.Close()
	if t.wide != nil {
		t.wide.Close()
	}
}

// Clear removes all entries. It must not be called during a search.
func (t *Table[S]) Clear() {
	t.added = 0
	if t.wide != nil {
		t.wide.clear()
		return
	}
	t.mode.Store(t.next(t.mode.Load()))
}

// next returns the mode of the next generation. It clears the memory if no generation
// numbers are left.
func (t *Table[S]) next(mode uint64) uint64 {
	if mode++; uint32(mode) >= 1<<t.layout.genBits {
		shift := mode >> modeShift
		clear(t.Words[:clusterEntries<<(uint64(t.bits)-shift)])
		mode = shift<<modeShift | 1
	}
	return mode
}

// Place is the location of a position in a Table.
type Place struct {
	cluster uint64 // cluster index
	tag     uint64 // check and generation, as in an entry; the key if states are wide
}

// Name returns a nonzero identifier of the position. Different positions have
// the same name with a probability of about 2^-60.
func (p Place) Name() uint64 { return (p.cluster<<40^p.tag)*0x9e3779b97f4a7c15 | 1 }

// Find returns the place of a state and prefetches the memory there. Finding several
// states before probing them hides the memory latency. A Place is valid until the
// table grows or is cleared.
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

// Prefetch prefetches a place.
func (t *Table[S]) Prefetch(p Place) {
	if t.wide == nil {
		prefetch(unsafe.Pointer(&t.Words[p.cluster*clusterEntries]))
	}
}

// Probe returns the stored bounds, if any, of a canonical state.
func (t *Table[S]) Probe(s S) (search.Bounds, bool) { return t.ProbeAt(t.Find(&s), &s) }

// ProbeAt is like Probe for a state whose place p is known.
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

func (l *layout) decode(e uint64) search.Bounds {
	mask := uint64(1)<<uint(l.scoreBits) - 1
	return search.Bounds{
		Low:  int(e&mask) - l.high,
		High: int(e>>uint(l.scoreBits)&mask) - l.high,
		Move: int16(e>>uint(2*l.scoreBits)) & (1<<search.MoveBits - 1),
		Work: uint8(e>>uint(2*l.scoreBits+search.MoveBits)) & (1<<workBits - 1),
	}
}

// OnResult sets a function that is called with each result whose search took at least
// work nodes. The function may be called from any thread. OnResult must not be called
// during a search.
func (t *Table[S]) OnResult(work uint64, keep func(s S, b search.Bounds)) {
	t.minWork, t.keep = work, keep
}

// Store stores bounds that took work nodes to find.
func (t *Table[S]) Store(s S, b search.Bounds, work uint64) { t.StoreAt(t.Find(&s), &s, b, work) }

// StoreAt is like Store for a state whose place p is known.
func (t *Table[S]) StoreAt(p Place, s *S, b search.Bounds, work uint64) {
	if t.keep != nil && work >= t.minWork {
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

	victim, minValue, found := 0, ^uint64(0), false
	current := p.tag & (1<<uint(l.genBits) - 1)
	cluster := (*[clusterEntries]uint64)(t.Words[p.cluster*clusterEntries:])
	for i := range cluster {
		e := atomic.LoadUint64(&cluster[i])
		// Replace an entry of the same position, regardless of its generation.
		if (e^entry)>>uint(l.keyShift) == 0 && e != 0 {
			victim, found = i, true
			break
		}
		value := uint64(0)
		if e>>genShift&(1<<uint(l.genBits)-1) == current {
			value = 1 + e>>workShift&(1<<workBits-1)
		}
		if value < minValue {
			victim, minValue = i, value
		}
	}
	Release(&cluster[victim], entry)
	if mode := t.mode.Load(); !found && minValue > 0 && int(mode>>modeShift) > t.minShift && t.overflows.Add(1) > 1<<(uint64(t.bits)-mode>>modeShift)/growThreshold {
		t.grow(mode)
	}
}

// AddBounds stores bounds that were found elsewhere, growing the table if necessary. It
// must not be called during a search.
func (t *Table[S]) AddBounds(s S, b search.Bounds) {
	if t.added++; t.wide != nil {
		t.wide.Reserve(t.added)
	} else {
		t.reserve(t.added)
	}
	t.Store(s, b, 1<<30)
}

// reserve grows the table if it is too small for the given number of entries.
func (t *Table[S]) reserve(entries int) {
	for mode := t.mode.Load(); int(mode>>modeShift) > t.minShift && clusterEntries<<(uint64(t.bits)-mode>>modeShift) < 4*entries; mode = t.mode.Load() {
		if t.grow(mode); t.mode.Load() == mode {
			return // this is the last generation; see grow
		}
	}
}

// grow enlarges a table eightfold, unless another thread has changed the given mode.
// Entries that other threads store in the meantime may be lost.
func (t *Table[S]) grow(mode uint64) {
	t.growing.Lock()
	defer t.growing.Unlock()
	shift := mode >> modeShift
	// Do not grow if the next generation would require clearing the memory.
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
			// The entries of cluster i move to clusters with greater indexes,
			// which receive no entries from other clusters.
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
