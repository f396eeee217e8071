package games

import (
	"cmp"
	"fmt"
	"unsafe"
)

// Words returns the number of 64-bit words in a state of type S.
func Words[S State]() int {
	var s S
	return int(unsafe.Sizeof(s)) / 8
}

// Bits returns the words of a state, most significant word first. The words share
// the state's memory.
func Bits[S State](s *S) []uint64 {
	return unsafe.Slice((*uint64)(unsafe.Pointer(s)), Words[S]())
}

// AllBits returns the words of all states. The words share the states' memory.
func AllBits[S State](states []S) []uint64 {
	if len(states) == 0 {
		return nil
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(&states[0])), len(states)*Words[S]())
}

// Compare compares states as unsigned integers, most significant word first.
func Compare[S State](a, b S) int {
	switch Words[S]() {
	case 1:
		return cmp.Compare(*(*uint64)(unsafe.Pointer(&a)), *(*uint64)(unsafe.Pointer(&b)))
	case 2:
		x, y := (*[2]uint64)(unsafe.Pointer(&a)), (*[2]uint64)(unsafe.Pointer(&b))
		if x[0] != y[0] {
			return cmp.Compare(x[0], y[0])
		}
		return cmp.Compare(x[1], y[1])
	}
	x, y := (*[4]uint64)(unsafe.Pointer(&a)), (*[4]uint64)(unsafe.Pointer(&b))
	for i := range x {
		if x[i] != y[i] {
			return cmp.Compare(x[i], y[i])
		}
	}
	return 0
}

// Less reports whether a is less than b.
func Less[S State](a, b S) bool {
	if Words[S]() == 1 {
		return *(*uint64)(unsafe.Pointer(&a)) < *(*uint64)(unsafe.Pointer(&b))
	}
	return Compare(a, b) < 0
}

// ByState calls the function for the state type of v and returns its result:
//
//	games.ByState(v, open[uint64], open[[2]uint64], open[[4]uint64])
//
// It panics if v does not implement Game.
func ByState[T any](v Variant, one func(Game[uint64]) T, two func(Game[[2]uint64]) T, four func(Game[[4]uint64]) T) T {
	switch g := v.(type) {
	case Game[uint64]:
		return one(g)
	case Game[[2]uint64]:
		return two(g)
	case Game[[4]uint64]:
		return four(g)
	}
	panic(fmt.Sprintf("games: %s has type %T, which does not implement Game", v.Info().Name, v))
}

// WordsOf returns the number of 64-bit words in a state of v: 1, 2 or 4.
func WordsOf(v Variant) int {
	return ByState(v, wordsOf[uint64], wordsOf[[2]uint64], wordsOf[[4]uint64])
}

func wordsOf[S State](Game[S]) int { return Words[S]() }
