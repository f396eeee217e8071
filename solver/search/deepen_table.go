package search

import (
	"sync/atomic"

	"zermelo/games"
)

// guesses is the table of a depth-limited search, shared by its threads. It
// has nothing to do with Table, which holds proven bounds only. The cost of an
// entry is the depth of its search, so that deep ones stay. The tag is 0 always;
// an entry's own bits are
//
//	kind (2) | move (16) | value (30)
type guesses[S games.State] struct {
	clusters[S]
	used atomic.Int64 // entries
}

// entry is a guess about a state.
type entry struct {
	value int32
	move  int16
	depth uint8
	kind  uint8 // what value is
}

// The kinds of value.
const (
	exactly uint8 = iota + 1
	atLeast
	atMost
)

const (
	guessMoveShift = 30
	guessKindShift = 46
	guessValueMask = 1<<guessMoveShift - 1
	guessOffset    = 1 << 29 // makes values positive
)

func newGuesses[S games.State](size int64, shared bool) *guesses[S] {
	return &guesses[S]{clusters: newClusters[S](size, shared)}
}

func (t *guesses[S]) probe(i uint64, s *S) (e entry, ok bool) {
	cluster, lock := t.enter(i)
	if at := t.find(cluster, s, 0); at != nil {
		w := at[len(at)-1]
		e, ok = entry{
			value: int32(w&guessValueMask) - guessOffset, move: int16(w >> guessMoveShift),
			depth: uint8(w>>costShift) - 1, kind: uint8(w>>guessKindShift) & 3,
		}, true
	}
	leave(lock)
	return e, ok
}

// store keeps an entry.
func (t *guesses[S]) store(i uint64, s *S, e entry) {
	cluster, lock := t.enter(i)
	at := t.find(cluster, s, 0)
	if at == nil {
		at = t.victim(cluster, -1)
		if at[len(at)-1] == 0 {
			t.used.Add(1)
		}
		copy(at, games.Bits(s))
	}
	at[len(at)-1] = (uint64(e.depth)+1)<<costShift | uint64(e.kind)<<guessKindShift |
		uint64(uint16(e.move))<<guessMoveShift | uint64(e.value+guessOffset)
	leave(lock)
}

// fill is the share of entries in use.
func (t *guesses[S]) fill() float64 {
	entries := t.count * (clusterWords / uint64(games.Words[S]()+1))
	return float64(t.used.Load()) / float64(entries)
}
