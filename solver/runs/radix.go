package runs

import (
	"math/bits"
	"unsafe"

	"zermelo/games"
)

// States are sorted by a least-significant-digit radix sort with one byte per
// pass. Bytes that are equal in all states are skipped, and states of the same
// layer have many such bytes. A pass takes about 2 ns per state if the states fit
// into the second-level cache.

// differingBytes returns the offsets of the bytes in which the states of elements
// differ, least significant first. Each element must start with a state. The bytes of a
// word are in little-endian order.
func differingBytes[S games.State, T any](elements []T) (offsets []int) {
	if len(elements) == 0 {
		return nil
	}
	var differ [4]uint64
	first := games.Bits((*S)(unsafe.Pointer(&elements[0])))
	for i := range elements {
		for w, word := range games.Bits((*S)(unsafe.Pointer(&elements[i]))) {
			differ[w] |= word ^ first[w]
		}
	}
	for w := len(first) - 1; w >= 0; w-- {
		for b := range 8 {
			if differ[w]>>(8*b)&0xff != 0 {
				offsets = append(offsets, 8*w+b)
			}
		}
	}
	return offsets
}

// digit returns the byte of element at the given offset. The element must start with
// a state.
func digit[T any](element *T, offset int) uint8 {
	return *(*uint8)(unsafe.Add(unsafe.Pointer(element), offset))
}

// sortBy sorts elements by their leading states. It uses spare as a second buffer if
// spare is large enough. It returns the sorted elements and the free buffer; either
// may share memory with elements.
func sortBy[S games.State, T any](elements, spare []T) (sorted, free []T) {
	if cap(spare) < len(elements) {
		spare = make([]T, len(elements), cap(elements))
	}
	from, to := elements, spare[:len(elements)]
	for _, offset := range differingBytes[S](elements) {
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

// maxDigitBits is the maximum number of bits per digit. With twelve bits, the
// positions to which a pass writes fit into a second-level cache.
const maxDigitBits = 12

// SortWords sorts words by bit low and all higher bits. It treats spare and the free
// buffer as SortQueries does. It divides the bits in which the words differ into as
// few digits of similar width as possible. With narrow digits, each write would
// depend on the previous one.
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
		maxBits := min(maxDigitBits, max(4, bits.Len(uint(n))-4))
		passes := (span + maxBits - 1) / maxBits
		width := (span + passes - 1) / passes
		mask := uint64(1)<<width - 1
		differ &^= mask << shift
		var at [1 << maxDigitBits]uint32
		for _, w := range from {
			at[w>>shift&mask&(1<<maxDigitBits-1)]++
		}
		sum := uint32(0)
		for i := range at[:mask+1] {
			at[i], sum = sum, sum+at[i]
		}
		for _, w := range from {
			place := &at[w>>shift&mask&(1<<maxDigitBits-1)]
			to[*place] = w
			*place++
		}
		from, to = to, from
	}
	return from, to
}

// SortStates sorts states and removes duplicates. It uses spare as a second
// buffer and returns the free buffer; see SortQueries.
func SortStates[S games.State](states, spare []S) (sorted, free []S) {
	if first, ok := any(states).([]uint64); ok {
		a, b := SortWords(first, any(spare).([]uint64), 0)
		return compact(any(a).([]S)), any(b).([]S)
	}
	sorted, free = sortBy[S](states, spare)
	return compact(sorted), free
}

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

// Query is a state and the place at which to store the result of its lookup.
type Query[S games.State] struct {
	State S // must be the first field, because sortBy reads its bytes
	Place uint32
}

// SortQueries sorts queries by their states. It uses spare, if large enough, as a second
// buffer. It returns the sorted queries and the free buffer; either may share memory with
// queries.
func SortQueries[S games.State](queries, spare []Query[S]) (sorted, free []Query[S]) {
	return sortBy[S](queries, spare)
}
