package games

import "context"

// Relaxed is the power of games of one role that tell how far it is to a payoff, by rules
// that are easier than their own.
type Relaxed[S State] interface {
	// Distances appends the distance of each src state from a payoff, one of Info.
	Distances(dst []Distance, src []S, payoff int) []Distance
}

// Distance tells how far a state is from the end of a play with a payoff.
type Distance struct {
	// AtLeast is a number of plies; no such end is nearer. It is -1 where there is none.
	AtLeast int32
	// Effort is an estimate for what it takes, of any scale: less is more promising.
	Effort int32
}

// Unroller is the power of games of one role that look for a play as a whole, from the
// start, and not move by move.
type Unroller interface {
	// Unroll begins to look for a payoff, one of Info, with about so many bytes of memory.
	Unroll(payoff int, bytes int64) Unrolling
}

// Unrolling looks for plays with a payoff. It is for one goroutine.
type Unrolling interface {
	// Seek looks for a play of so many plies at most, until so much work is done: millions
	// take some tenths of a second. The moves are numbers of children, in the order of
	// Expand. Work that is done is not done again. The error is that of the context.
	Seek(ctx context.Context, plies int, work int64) (answer Sought, moves []int32, err error)
	// Parallel looks for a play of any length, of moves whose order hardly matters, until so
	// much work is done. That it finds none says nothing.
	Parallel(ctx context.Context, work int64) (moves []int32, err error)
}

// Sought is what Unrolling.Seek finds out.
type Sought uint8

// The answers of Seek.
const (
	NotKnown  Sought = iota // the work or the memory was not enough
	Found                   // a play
	NotWithin               // there is none of so many plies
	Never                   // there is none of any length
)

// Numbered is the power of games whose states are numbers given as they are met. They mean
// nothing to another process, so that no table can be kept of them.
type Numbered[S State] interface {
	// Packed are the states behind the numbers, as words: as many for each.
	Packed(states []S) []uint64
}

// Packed are the words of states that mean the same everywhere.
func Packed[S State](g Game[S], states []S) []uint64 {
	if n, ok := any(g).(Numbered[S]); ok {
		return n.Packed(states)
	}
	return AllBits(states)
}
