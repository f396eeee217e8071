package batch

import (
	"unsafe"

	"zermelo/games"
)

// Wide is a packed state that is too large for a state of package games.
type Wide [16]uint64

// State are the packed states that can be evaluated.
type State interface {
	games.State | Wide
}

// wordCount is the number of words of a packed state.
func wordCount[S State]() int {
	var s S
	return int(unsafe.Sizeof(s)) / 8
}

// allWords gives access to the words of all states, in order.
func allWords[S State](states []S) []uint64 {
	if len(states) == 0 {
		return nil
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(&states[0])), len(states)*wordCount[S]())
}
