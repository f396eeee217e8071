// Package search provides the common parts of searches for the values of single
// positions: scores and their bounds, move ordering, stored results, and the
// Engine and Decider interfaces. Searches are used for games that are too large
// for a table of all positions.
//
//	table      transposition tables
//	alphabeta  exact scores
//	dfpn       wins and losses by proof numbers
//	deepen     bounds, an estimate and the best line
//	strategy   a proof of the value of the start position
//	length     the number of plies to a win
//	portfolio  alphabeta and dfpn in turns
//	puzzle     the shortest play of a single-role game
//
// Packages alphabeta and dfpn access a game only through games.Searcher, with
// one call to Look per node.
package search

import (
	"context"
	"errors"

	"zermelo/games"
)

// Options configures a search. The zero value is ready to use.
type Options struct {
	Threads         int    // number of goroutines that search; 0 means 1; does not affect the score
	Nodes           uint64 // approximate maximum number of nodes of a search; 0 means no limit
	ConcurrentReads bool   // must be set if results are read while the search is running
	Results         int    // maximum number of results of other searches kept outside the table; 0 means 1<<20
}

// ErrNodes is returned by a search that has reached the limit Options.Nodes.
var ErrNodes = errors.New("search: node limit reached")

// PublishInterval is the number of nodes between two updates of a worker's public node
// count. With each update, the worker also checks the node limit.
const PublishInterval = 1 << 10

// MoveBits is the number of low bits of a move's number that a table stores.
const MoveBits = 5

// Bounds holds bounds on a position's score, as stored in a table.
type Bounds struct {
	Low, High int
	Move      int16 // low MoveBits of the best move's number; -1, or all ones in a table, if unknown
	Work      uint8 // 1 + log2 of the number of nodes searched; 0 if unknown
}

// Before returns the bounds as seen by the player who was to move the given number of
// turns earlier.
func (b Bounds) Before(turns int16) Bounds {
	if turns&1 == 1 {
		b.Low, b.High = -b.High, -b.Low
	}
	return b
}

// Engine determines the scores of positions, using one or more threads.
type Engine[S games.State] interface {
	// AtLeast reports whether the score of s, for the player to move, is at
	// least threshold.
	AtLeast(ctx context.Context, s S, threshold int) (bool, error)
	// Deciders returns one Decider per thread. They share the results of the engine
	// and are valid until ctx is done or stop is called.
	Deciders(ctx context.Context) (deciders []Decider[S], stop func())
	// Nodes returns the number of positions searched so far.
	Nodes() uint64
	// OnResult sets a function that is called with each result whose search took at
	// least work nodes. The function may be called from any thread. OnResult must not
	// be called during a search.
	OnResult(work uint64, keep func(s S, b Bounds))
	// AddBounds stores bounds for the canonical position s. It must not be called
	// during a search.
	AddBounds(s S, b Bounds)
	// Close releases the memory of the engine.
	Close()
}

// Decider decides whether the score of a canonical position, for the player to
// move, is at least a threshold. It is not safe for concurrent use.
type Decider[S games.State] interface {
	AtLeast(ctx context.Context, s S, threshold int) (bool, error)
	// Below appends one number per canonical position: the approximate number
	// of nodes that it took to prove a score below threshold, or 0 if no such
	// proof is stored.
	Below(states []S, threshold int, works []uint64) []uint64
	// Hint returns the low MoveBits of the best move's number in a canonical
	// position, or -1 if it is unknown.
	Hint(s S) int16
	// Known returns the result of AtLeast if it is known without a search.
	Known(s S, threshold int) (yes, known bool)
}
