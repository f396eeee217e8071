// Package search provides the parts shared by the searches for the value of
// single positions: scores and their bounds, move ordering, stored results,
// control of threads, and the Engine and Decider interfaces. Searches apply to
// games that are too large for a table.
//
//	table      transposition tables
//	alphabeta  exact scores
//	dfpn       wins and losses by proof numbers
//	deepen     bounds, an estimate and the best line
//	strategy   a proof of the value of the start position
//	length     the number of plies to a win
//
// Searches access a game only through games.Searcher, with one call per node.
package search

import (
	"context"
	"errors"

	"zermelo/games"
)

// Options configures a search. The zero value is ready to use.
type Options struct {
	// Threads is the number of goroutines that search. It does not affect the
	// score. If it is 0, one goroutine searches.
	Threads int
	// Nodes stops a search after about this number of nodes. If it is 0, the
	// search has no limit.
	Nodes uint64
	// ConcurrentReads must be true if results are read while the search runs.
	ConcurrentReads bool
	// Results is the maximum number of results of other searches held outside
	// the table. If it is 0, the limit is 1<<20.
	Results int
}

// ErrNodes is returned by a search that has used Options.Nodes.
var ErrNodes = errors.New("search: node limit reached")

// PublishInterval is the number of nodes after which a worker publishes its
// node count and checks the node limit.
const PublishInterval = 1 << 10

// MoveBits is the number of low bits of a move number that a table stores.
const MoveBits = 5

// Bounds is a table's entry for a position.
type Bounds struct {
	Low, High int
	Move      int16 // low MoveBits of the best move's number; -1 if unknown
	Work      uint8 // 1 + log2 of the nodes searched; 0 if unknown
}

// Before returns the bounds from the point of view of the player to move the
// given number of turns earlier.
func (b Bounds) Before(turns int16) Bounds {
	if turns&1 == 1 {
		b.Low, b.High = -b.High, -b.Low
	}
	return b
}

// Engine is a search for scores, including all of its threads.
type Engine[S games.State] interface {
	// AtLeast reports whether the score of s is at least threshold, for the
	// player to move.
	AtLeast(ctx context.Context, s S, threshold int) (bool, error)
	// Deciders returns searches that share the results of the engine, one per
	// thread. They work until ctx is done or stop is called.
	Deciders(ctx context.Context) (deciders []Decider[S], stop func())
	// Nodes returns the number of positions searched so far.
	Nodes() uint64
	// OnResult sets a function that is called with each result that cost at
	// least work nodes. It may be called from any thread. OnResult must not be
	// called during a search.
	OnResult(work uint64, keep func(s S, b Bounds))
	// AddBounds stores bounds for the canonical position s. It must not be
	// called during a search.
	AddBounds(s S, b Bounds)
	// Close releases the memory of the engine.
	Close()
}

// Decider decides whether the score of a canonical position is at least a
// threshold, for the player to move. It is not safe for concurrent use.
type Decider[S games.State] interface {
	AtLeast(ctx context.Context, s S, threshold int) (bool, error)
	// Below appends, for each canonical position, the approximate number of
	// nodes that proved a score below threshold, or 0 if no such proof is
	// stored.
	Below(states []S, threshold int, works []uint64) []uint64
	// Hint returns the low MoveBits of the number of the best move at a
	// canonical position, or -1 if it is unknown.
	Hint(s S) int16
	// Known returns the result of AtLeast if it is known without a search.
	Known(s S, threshold int) (yes, known bool)
}
