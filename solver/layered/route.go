package layered

import (
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/solver/runs"
)

// router divides states into ranges by their first words.
type router struct {
	low     uint64 // words up to here are in the first bucket
	shift   uint
	buckets [routeBuckets]uint8 // the part of each
	parts   int
}

// routeBuckets is how finely states are divided.
const routeBuckets = 1 << 14

// of is the part of a state by its first word.
func (r *router) of(word uint64) uint8 {
	return r.buckets[min((max(word, r.low)-r.low)>>(r.shift&63), routeBuckets-1)]
}

// newRouter divides states, of which some first words are given, into at most so many parts
// of about the same size.
func newRouter(words []uint64, parts int) *router {
	slices.Sort(words)
	r := &router{low: words[0]}
	r.shift = uint(max(0, bits.Len64(words[len(words)-1]-r.low)-bits.Len(routeBuckets-1)))
	at, last := 0, 0
	for b := range r.buckets {
		first := at
		for at < len(words) && (words[at]-r.low)>>r.shift == uint64(b) {
			at++
		}
		if b > 0 && (first+at)/2*parts/len(words) > last && first < at {
			last++
		}
		r.buckets[b] = uint8(last)
	}
	r.parts = last + 1
	return r
}

// route finds the parts of states, and how many are in each.
func route[S games.State](r *router, parts []uint8, states []S, counts *[mostParts]int32) {
	if words, one := any(states).([]uint64); one {
		for i, w := range words[:len(parts)] {
			p := r.of(w)
			parts[i] = p
			counts[p]++
		}
		return
	}
	for i := range states {
		p := r.of(games.Bits(&states[i])[0])
		parts[i] = p
		counts[p]++
	}
}

// samplePieces is how many places of a layer are looked at before it is expanded, and
// sampleStates how many states at most: of smaller layers one in sampleOf, as they have
// fewer parts.
const (
	samplePieces = 64
	sampleStates = 1 << 13
	sampleOf     = 1 << 8
)

// sample expands some states of a layer. It returns the first words of their children.
func (e *enumeration[S]) sample(states *runs.Column[S]) (words []uint64, expanded int, err error) {
	per := max(1, min(states.N/sampleOf, sampleStates)/samplePieces)
	var buf []S
	for at := 0; at+per <= states.N; at += max(per, states.N/samplePieces) {
		part, err := states.Read(buf, at, at+per)
		if err != nil {
			return nil, 0, err
		}
		if states.Mem == nil {
			buf = part
		}
		x := e.expanders[0]
		x.Expand(part)
		for i := range x.Children {
			words = append(words, games.Bits(&x.Children[i])[0])
		}
		expanded += per
	}
	return words, expanded, nil
}
