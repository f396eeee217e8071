// Package search finds the value of single positions of games that no table can
// hold. It has what the searches share: the scores, their bounds, the order of moves,
// and positions to measure searches on.
//
//	table      transposition tables
//	alphabeta  exact scores
//	dfpn       who wins, by proof numbers
//	deepen     bounds, an estimate and the best line
//	strategy   what proves the value of the start position
//	length     how many plies a win takes
//
// A search knows no game: everything about one comes from its games.Searcher, in one
// call a node.
package search

import (
	"context"
	"errors"
	"sync/atomic"

	"zermelo/games"
)

// Options of a search. The zero value is ready to use.
type Options struct {
	// Threads is how many goroutines search; 0 means 1. The score does not
	// depend on it.
	Threads int
	// Nodes stops a search after about so many nodes; 0 means never.
	Nodes uint64
	// Watched says that what a search knows is looked up while it runs.
	Watched bool
}

// ErrNodes says that a search has used up Options.Nodes.
var ErrNodes = errors.New("the search has used up its nodes")

// PublishEvery is how often a worker publishes its count of nodes and looks
// whether they are used up.
const PublishEvery = 1 << 10

// MoveBits is how many bits of the number of a move a table keeps.
const MoveBits = 5

// Bounds is what a table knows of a position.
type Bounds struct {
	Low, High int
	Move      int16 // the low bits of the best move's number; -1 if unknown
	Work      uint8 // 1 + the logarithm of the nodes it took; 0 if unknown
}

// Before is what the bounds mean for the player to move so many turns earlier.
func (b Bounds) Before(turns int16) Bounds {
	if turns&1 == 1 {
		b.Low, b.High = -b.High, -b.Low
	}
	return b
}

// Engine is a search that finds out about scores, with all its threads.
type Engine[S games.State] interface {
	// AtLeast finds out whether the score of a position, seen by the player to
	// move, is at least threshold.
	AtLeast(ctx context.Context, s S, threshold int) (bool, error)
	// Deciders are searches that share what the engine has found, for as many
	// threads as it can serve at once, until ctx ends or stop is called.
	Deciders(ctx context.Context) (deciders []Decider[S], stop func())
	// Nodes is the number of positions searched so far.
	Nodes() uint64
	// Keep makes the engine call keep for each result that cost at least so
	// many nodes, from any thread. No search may be running.
	Keep(work uint64, keep func(s S, b Bounds))
	// Learn takes over what is known of a canonical position. No search may be
	// running.
	Learn(s S, b Bounds)
	// Close gives the memory back.
	Close()
}

// Decider finds out whether the score of a canonical position, seen by the player
// to move, is at least threshold. It serves one goroutine at a time.
type Decider[S games.State] interface {
	AtLeast(ctx context.Context, s S, threshold int) (bool, error)
	// Below appends for each of some canonical positions about how many nodes it took
	// to find that its score is less than threshold, 0 if that is not known.
	Below(states []S, threshold int, works []uint64) []uint64
	// Hint is the low MoveBits of the number of the best move at a canonical position,
	// as far as is known, else -1.
	Hint(s S) int16
	// Known is what AtLeast would say, if it is known without a search.
	Known(s S, threshold int) (yes, known bool)
}

// HaltAfter sets halt when the context ends. The function that it returns is to
// be called once, when the search is over: after it, halt is left alone, so that
// a context that ends late cannot stop the next search.
func HaltAfter(ctx context.Context, halt *atomic.Bool) (end func()) {
	if ctx.Done() == nil {
		return func() {}
	}
	set := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		halt.Store(true)
		close(set)
	})
	return func() {
		if !stop() {
			<-set
		}
	}
}
