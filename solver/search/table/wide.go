package table

import (
	"math/bits"

	"zermelo/games"
	"zermelo/solver/search"
)

// wideTable implements Table for states with more than maxWordBits bits. An entry's
// tag is its generation. Its value has the bits
//
//	move (8) | high (8) | low (8)
type wideTable[S games.State] struct {
	*Clusters[S]
	current uint8 // current generation, starting with 1
}

func (t *wideTable[S]) clear() {
	t.current++
	if t.current == 0 {
		clear(t.Words[:t.count.Load()*clusterWords])
		t.current = 1
	}
}

func (t *wideTable[S]) probe(key uint64, s *S) (search.Bounds, bool) {
	v, cost, ok := t.Load(key, s, t.current)
	return search.Bounds{Low: int(int8(v)), High: int(int8(v >> 8)), Move: int16(v >> 16 & 0xff), Work: uint8(bits.Len64(WorkOf(cost)))}, ok
}

func (t *wideTable[S]) store(key uint64, s *S, b search.Bounds, work uint64) {
	t.Update(key, s, t.current, int(t.current), func(uint64, uint8) (uint64, uint8) {
		return uint64(b.Move&(1<<search.MoveBits-1))<<16 | uint64(uint8(b.High))<<8 | uint64(uint8(b.Low)), CostOf(work)
	})
}
