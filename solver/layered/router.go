package layered

import (
	"math/bits"
	"slices"

	"zermelo/games"
)

// router assigns states to parts by their first word. Each part is a range of
// words.
type router struct {
	low     uint64 // lowest word in the sample
	shift   uint
	buckets [routeBuckets]uint8 // part of each bucket
	parts   int
}

// routeBuckets is the number of buckets into which words are divided. A part
// consists of consecutive buckets.
const routeBuckets = 1 << 14

// maxParts is the maximum number of parts. A part number must fit in a byte.
const maxParts = 256

// newRouter returns a router with at most the given number of parts. It uses a sample
// of first words to make the parts similar in size.
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

func (r *router) of(word uint64) uint8 {
	return r.buckets[min((max(word, r.low)-r.low)>>(r.shift&63), routeBuckets-1)]
}

// route sets parts[i] to the part of states[i] and adds the number of states in
// each part to counts.
func route[S games.State](r *router, parts []uint8, states []S, counts *[maxParts]int32) {
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
