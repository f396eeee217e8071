package runs

import (
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

// digit is the byte of a state at an offset.
func digit[S games.State](s *S, offset int) uint8 {
	return *(*uint8)(unsafe.Add(unsafe.Pointer(s), offset))
}

// SortStates sorts states and removes duplicates. It uses spare as a second
// buffer, grown as needed, and returns the sorted states and the buffer that
// is free now; both may have changed places.
func SortStates[S games.State](states, spare []S) (sorted, free []S) {
	if cap(spare) < len(states) {
		spare = make([]S, len(states), cap(states))
	}
	from, to := states, spare[:len(states)]
	for _, offset := range Digits(states) {
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
	return compact(from), to
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
	State S
	Place uint32
}

// SortQueries sorts queries by state. It works like SortStates, but keeps
// duplicates.
func SortQueries[S games.State](queries, spare []Query[S], offsets []int) (sorted, free []Query[S]) {
	if cap(spare) < len(queries) {
		spare = make([]Query[S], len(queries), cap(queries))
	}
	from, to := queries, spare[:len(queries)]
	for _, offset := range offsets {
		var at [256]int
		for i := range from {
			at[digit(&from[i].State, offset)]++
		}
		sum := 0
		for d, n := range at {
			at[d] = sum
			sum += n
		}
		for i := range from {
			d := digit(&from[i].State, offset)
			to[at[d]] = from[i]
			at[d]++
		}
		from, to = to, from
	}
	return from, to
}
