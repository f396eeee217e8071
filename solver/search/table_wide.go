package search

import (
	"math/bits"
	"runtime"
	"sync/atomic"

	"zermelo/games"
)

// wideTable is the part of Table for states of more than maxWordBits. An entry holds
// the whole state, so a match is the position's own. A cluster of four entries
// has a lock of its own, a word that is swapped: about 10 ns a probe where
// nobody else is at the cluster.
type wideTable[S games.State] struct {
	clusters []wideCluster[S]
	high     int
	current  uint8
}

const wideEntries = 4

type wideCluster[S games.State] struct {
	states  [wideEntries]S
	entries [wideEntries]wideEntry
	lock    atomic.Uint32
}

type wideEntry struct {
	low, high  int8
	move       int8
	work       uint8
	generation uint8 // 0: empty
}

func newWideTable[S games.State](size int64, high int) *wideTable[S] {
	each := int64(wideEntries*(8*games.Words[S]()+5)) + 4
	n := int64(1) << max(0, bits.Len64(uint64(size/each))-1)
	return &wideTable[S]{clusters: make([]wideCluster[S], n), high: high, current: 1}
}

func (t *wideTable[S]) bytes() int64 {
	return int64(len(t.clusters)) * int64(wideEntries*(8*games.Words[S]()+5)+4)
}

func (t *wideTable[S]) clear() {
	t.current++
	if t.current == 0 {
		clear(t.clusters)
		t.current = 1
	}
}

// enter locks the cluster of a state.
func (t *wideTable[S]) enter(s *S) *wideCluster[S] {
	h := uint64(0)
	for _, w := range games.Bits(s) {
		high, low := bits.Mul64(h^w^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
		h = high ^ low
	}
	c := &t.clusters[(h*0x9e3779b97f4a7c15>>20)&uint64(len(t.clusters)-1)]
	for !c.lock.CompareAndSwap(0, 1) {
		runtime.Gosched()
	}
	return c
}

func (t *wideTable[S]) probe(s S) (Bounds, bool) {
	c := t.enter(&s)
	defer c.lock.Store(0)
	for i := range c.entries {
		if e := &c.entries[i]; e.generation == t.current && c.states[i] == s {
			return Bounds{int(e.low), int(e.high), int16(e.move)}, true
		}
	}
	return Bounds{}, false
}

func (t *wideTable[S]) store(s S, b Bounds, work uint64) {
	c := t.enter(&s)
	defer c.lock.Store(0)
	victim, least := 0, 1<<30
	for i := range c.entries {
		e := &c.entries[i]
		if e.generation == t.current && c.states[i] == s {
			victim = i
			break
		}
		value := 0
		if e.generation == t.current {
			value = 1 + int(e.work)
		}
		if value < least {
			victim, least = i, value
		}
	}
	c.states[victim] = s
	c.entries[victim] = wideEntry{int8(b.Low), int8(b.High), int8(b.Move & (1<<moveBits - 1)), uint8(bits.Len64(work)), t.current}
}
