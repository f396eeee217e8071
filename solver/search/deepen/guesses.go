package deepen

import (
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/search/table"
)

// guesses is the table that the threads of a depth-limited search share. The cost of
// an entry is its search depth plus 1, so that results of deep searches are kept.
// The tag is always 0. The value has the bits
//
//	kind (2) | move (16) | value (30)
type guesses[S games.State] struct {
	*table.Clusters[S]
	used atomic.Int64 // number of entries in use
}

type entry struct {
	value int32
	move  int16
	depth uint8
	kind  uint8 // exact, lowerBound or upperBound
}

// Kinds of values.
const (
	exact uint8 = iota + 1
	lowerBound
	upperBound
)

const (
	guessMoveShift = 30
	guessKindShift = 46
	guessValueMask = 1<<guessMoveShift - 1
	guessOffset    = 1 << 29 // makes stored values positive
)

func (t *guesses[S]) probe(place uint64, s *S) (entry, bool) {
	v, cost, ok := t.Load(place, s, 0)
	return entry{
		value: int32(v&guessValueMask) - guessOffset, move: int16(v >> guessMoveShift),
		depth: cost - 1, kind: uint8(v >> guessKindShift),
	}, ok
}

func (t *guesses[S]) store(place uint64, s *S, e entry) {
	if t.Update(place, s, 0, table.AnyTag, func(uint64, uint8) (uint64, uint8) {
		return uint64(e.kind)<<guessKindShift | uint64(uint16(e.move))<<guessMoveShift | uint64(e.value+guessOffset), e.depth + 1
	}) {
		t.used.Add(1)
	}
}

func (t *guesses[S]) fill() float64 { return float64(t.used.Load()) / float64(t.Entries()) }
