package search

import (
	"math/bits"
	"sync/atomic"
	"unsafe"

	"zermelo/games"
)

// guesses is the table of a depth-limited search. It has nothing to do with
// Table, which holds proven bounds only. Entries hold the whole state. One
// goroutine uses it; fill may be asked by others.
type guesses[S games.State] struct {
	entries []keyed[S] // pairs: the first keeps the deeper search, the second the latest
	mask    uint64
	used    atomic.Int64
}

type keyed[S games.State] struct {
	state S
	entry
}

// entry is a guess about a state.
type entry struct {
	value     int32
	move      int16
	low, high int8 // proven
	depth     uint8
	kind      uint8 // what value is; unused entries have 0
}

// The kinds of value.
const (
	exactly uint8 = iota + 1
	atLeast
	atMost
)

func newGuesses[S games.State](size int64) *guesses[S] {
	n := max(2, uint64(size)/uint64(unsafe.Sizeof(keyed[S]{})))
	log := bits.Len64(n) - 1
	return &guesses[S]{entries: make([]keyed[S], 1<<log), mask: 1<<log - 2}
}

// pair is where a state can be.
func (t *guesses[S]) pair(s *S) *[2]keyed[S] {
	h := uint64(0)
	for _, w := range games.Bits(s) {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	i := (h ^ h>>32) & t.mask
	return (*[2]keyed[S])(t.entries[i : i+2])
}

func (t *guesses[S]) probe(s S) (entry, bool) {
	p := t.pair(&s)
	for i := range p {
		if p[i].kind != 0 && p[i].state == s {
			return p[i].entry, true
		}
	}
	return entry{}, false
}

// store keeps an entry. The bounds are at least as good as those that probe
// gave.
func (t *guesses[S]) store(s S, e entry) {
	p := t.pair(&s)
	at := 1
	if p[0].kind == 0 || p[0].state == s || e.depth >= p[0].depth && p[1].state != s {
		at = 0
	}
	if p[at].kind == 0 {
		t.used.Add(1)
	}
	p[at] = keyed[S]{s, e}
}

// fill is the share of entries in use.
func (t *guesses[S]) fill() float64 { return float64(t.used.Load()) / float64(len(t.entries)) }
