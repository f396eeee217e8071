package runs

import (
	"math/bits"
	"unsafe"

	"zermelo/games"
)

// Sorting is by least significant digit first, a byte a pass, skipping the
// bytes that are the same in all states: the states of one layer share many.
// Cost: about 2 ns a state and pass while the states fit into the second-level
// cache. Comparison sorting (slices.SortFunc) took 60-90 ns a state on the
// same data, slices.Sort on plain words 45-60 ns.

// Digits are the offsets of the bytes in which states differ, least
// significant first. Words are stored least significant byte first.
func Digits[S games.State](states []S) []int {
	if len(states) == 0 {
		return nil
	}
	words := games.Words[S]()
	var differ [4]uint64
	all := games.AllBits(states)
	for i := 0; i < len(all); i += words {
		for w := range words {
			differ[w] |= all[i+w] ^ all[w]
		}
	}
	var offsets []int
	for w := words - 1; w >= 0; w-- {
		for b := range 8 {
			if differ[w]>>(8*b)&0xff != 0 {
				offsets = append(offsets, 8*w+b)
			}
		}
	}
	return offsets
}

// digit is the byte at an offset of an element, which begins with a state.
func digit[T any](element *T, offset int) uint8 {
	return *(*uint8)(unsafe.Add(unsafe.Pointer(element), offset))
}

// sortBy sorts elements, which begin with a state, by the bytes at the offsets. It
// uses spare as a second buffer, grown as needed, and returns the sorted elements
// and the buffer that is free now; both may have changed places.
func sortBy[T any](elements, spare []T, offsets []int) (sorted, free []T) {
	if cap(spare) < len(elements) {
		spare = make([]T, len(elements), cap(elements))
	}
	from, to := elements, spare[:len(elements)]
	for _, offset := range offsets {
		var at [256]int
		for i := range from {
			at[digit(&from[i], offset)]++
		}
		sum := 0
		for d, n := range at {
			at[d] = sum
			sum += n
		}
		for i := range from {
			d := digit(&from[i], offset)
			to[at[d]] = from[i]
			at[d]++
		}
		from, to = to, from
	}
	return from, to
}

// wordDigit is how many bits of a word are sorted by at once, at most: with twelve, the
// places that a pass writes to fit into a second-level cache.
const wordDigit = 12

// SortWords is sortBy for words, by their bits from low on: by as few digits as cover the
// bits in which they differ, of about the same width. A pass takes 2 ns a word; digits of
// few values would take longer, as each place waits for the one before.
func SortWords(words, spare []uint64, low uint) (sorted, free []uint64) {
	n := len(words)
	if cap(spare) < n {
		spare = make([]uint64, n, cap(words))
	}
	var differ uint64
	for _, w := range words {
		differ |= w ^ words[0]
	}
	from, to := words, spare[:n]
	differ = differ >> low << low
	for differ != 0 {
		shift := bits.TrailingZeros64(differ) & 63
		span := bits.Len64(differ) - shift
		most := min(wordDigit, max(4, bits.Len(uint(n))-4))
		passes := (span + most - 1) / most
		width := (span + passes - 1) / passes
		mask := uint64(1)<<width - 1
		differ &^= mask << shift
		var at [1 << wordDigit]uint32
		for _, w := range from {
			at[w>>shift&mask&(1<<wordDigit-1)]++
		}
		sum := uint32(0)
		for i := range at[:mask+1] {
			at[i], sum = sum, sum+at[i]
		}
		for _, w := range from {
			place := &at[w>>shift&mask&(1<<wordDigit-1)]
			to[*place] = w
			*place++
		}
		from, to = to, from
	}
	return from, to
}

// SortStates sorts states and removes duplicates. It uses spare as a second buffer
// and returns the one that is free then, as SortQueries does.
func SortStates[S games.State](states, spare []S) (sorted, free []S) {
	if one, ok := any(states).([]uint64); ok {
		a, b := SortWords(one, any(spare).([]uint64), 0)
		return compact(any(a).([]S)), any(b).([]S)
	}
	sorted, free = sortBy(states, spare, Digits(states))
	return compact(sorted), free
}

// compact removes duplicates from sorted states.
func compact[S games.State](states []S) []S {
	if len(states) == 0 {
		return states
	}
	n := 1
	for i := 1; i < len(states); i++ {
		if states[i] != states[i-1] {
			states[n] = states[i]
			n++
		}
	}
	return states[:n]
}

// Query is a state whose value is wanted at a place.
type Query[S games.State] struct {
	State S // first: sortBy reads its bytes
	Place uint32
}

// SortQueries sorts queries by state, the bytes at the offsets (Digits). It uses
// spare as a second buffer, grown as needed, and returns the sorted queries and the
// buffer that is free then.
func SortQueries[S games.State](queries, spare []Query[S], offsets []int) (sorted, free []Query[S]) {
	return sortBy(queries, spare, offsets)
}
