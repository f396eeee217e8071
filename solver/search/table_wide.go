package search

import (
	"math/bits"

	"zermelo/games"
)

// wideTable is the part of Table for states of more than maxWordBits, in
// clusters. The tag of an entry is the generation, its own bits are
//
//	move (8) | high (8) | low (8)
type wideTable[S games.State] struct {
	clusters[S]
	current uint8 // generation, from 1
}

func newWideTable[S games.State](size int64) *wideTable[S] {
	return &wideTable[S]{newClusters[S](size, true), 1}
}

// clear forgets everything.
func (t *wideTable[S]) clear() {
	t.current++
	if t.current == 0 {
		clear(t.words)
		t.current = 1
	}
}

func (t *wideTable[S]) probe(i uint64, s *S) (b Bounds, ok bool) {
	cluster, lock := t.enter(i)
	if e := t.find(cluster, s, t.current); e != nil {
		w := e[len(e)-1]
		b, ok = Bounds{int(int8(w)), int(int8(w >> 8)), int16(w >> 16 & 0xff), uint8(bits.Len64(workOf(w)))}, true
	}
	leave(lock)
	return b, ok
}

func (t *wideTable[S]) store(i uint64, s *S, b Bounds, work uint64) {
	cluster, lock := t.enter(i)
	e := t.find(cluster, s, t.current)
	if e == nil {
		e = t.victim(cluster, int(t.current))
		copy(e, games.Bits(s))
	}
	e[len(e)-1] = uint64(t.current)<<tagShift | costOf(work)<<costShift |
		uint64(b.Move&(1<<moveBits-1))<<16 | uint64(uint8(b.High))<<8 | uint64(uint8(b.Low))
	leave(lock)
}
