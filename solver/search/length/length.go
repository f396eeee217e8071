// Package length computes the remoteness of a win: the number of plies until
// the end if the winner minimizes it and the loser maximizes it.
//
// It tests increasing bounds on the number of plies. Static bounds on scores do
// not bound lengths, so the search follows the rules to terminal positions. It
// uses the results of score searches to skip positions that are not won.
package length

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/table"
)

// Win identifies the win whose length is measured: the winner scores at least
// Score, with 0 < Score <= search.MostScore. If Mine is set, the winner is the
// player to move.
//
// The length is the number of plies in which the winner scores exactly Score.
// It is 0 if the winner scores more and Never if the winner scores less.
type Win struct {
	Score int
	Mine  bool
}

// Never is the length of a nonexistent win. It exceeds all other lengths.
const Never = 0xffff

// Search computes lengths of wins. Its table persists between calls.
type Search[S games.State] struct {
	game       games.Game[S]
	canonizer  games.Canonizer[S]
	searcher   games.Searcher[S]       // nil if the game does not implement it
	terminals  games.TerminalTester[S] // nil if the game does not implement it
	total      int
	extraMoves bool // a player can move twice in a row
	maxScore   int  // greatest possible score
	table      *table.Clusters[S]
	workers    []*worker[S]
	halt       atomic.Bool
	maxNodes   uint64 // node limit per call; 0 means no limit
	limit      uint64 // node count at which to stop; 0 means no limit
}

// New returns a Search with a table of at most the given number of bytes and
// one thread per decider. Deciders provide the scores of positions.
func New[S games.State](g games.Game[S], bytes int64, deciders []search.Decider[S]) *Search[S] {
	l := &Search[S]{
		game: g, canonizer: games.CanonizerOf(g), total: g.Info().Total, extraMoves: g.Info().ExtraMoves, maxScore: maxScoreOf(g.Info()),
		table: table.NewClusters[S](bytes, len(deciders) > 1),
	}
	l.searcher, _ = g.(games.Searcher[S])
	if l.searcher != nil {
		l.terminals, _ = g.(games.TerminalTester[S])
	}
	for i, d := range deciders {
		l.workers = append(l.workers, &worker[S]{search: l, outcomes: d, number: i})
	}
	return l
}

// maxScoreOf returns the greatest score that a game can end with, or
// math.MaxInt if the game does not list its payoffs.
func maxScoreOf(info *games.Info) int {
	if len(info.Payoffs) == 0 {
		return math.MaxInt
	}
	return search.GreatestScore(info)
}

// Limit stops each later call after about the given number of nodes. If nodes
// is 0, calls have no limit.
func (l *Search[S]) Limit(nodes uint64) { l.maxNodes = nodes }

// Nodes returns the number of positions searched by all calls.
func (l *Search[S]) Nodes() uint64 {
	n := uint64(0)
	for _, w := range l.workers {
		n += w.nodes.Load()
	}
	return n
}

// Close releases the memory of the table. The Search must not be used
// afterwards.
func (l *Search[S]) Close() { l.table.Close() }

// bounds returns the stored bounds on the length of a win at a canonical
// position.
func (l *Search[S]) bounds(s S, win Win) (low, high int) {
	e := l.load(l.table.Key(&s), &s, win)
	return e.low, e.high
}

// Learn stores bounds on the length of a win at a canonical position.
func (l *Search[S]) Learn(s S, win Win, low, high int) {
	l.store(l.table.Key(&s), &s, win, entry{low: low, high: high, move: noMove}, 1<<30)
}

// Find returns the length of a win at a canonical, nonterminal position. If
// progress is not nil, Find calls it with each improved lower bound. On an
// error, which is search.ErrNodes or ctx.Err(), it returns the bounds proven so
// far.
func (l *Search[S]) Find(ctx context.Context, s S, win Win, progress func(atLeast int)) (low, high int, err error) {
	for {
		low, high = l.bounds(s, win)
		if low >= high {
			return low, high, nil
		}
		if progress != nil {
			progress(low)
		}
		bound, err := l.decide(ctx, s, win, low)
		if err != nil {
			return low, high, err
		}
		// The table may be too small to keep the bound.
		if bound <= low {
			return bound, bound, nil
		}
		l.Learn(s, win, bound, high)
	}
}

// atMost reports whether a win at a canonical, nonterminal position takes at
// most the given number of plies.
func (l *Search[S]) atMost(ctx context.Context, s S, win Win, plies int) (bool, error) {
	bound, err := l.decide(ctx, s, win, plies)
	return bound <= plies, err
}

// decide returns an upper bound on the length of a win if it is at most plies,
// and a lower bound otherwise. The first thread to finish sets the result.
func (l *Search[S]) decide(ctx context.Context, s S, win Win, plies int) (int, error) {
	if win.Score > search.MostScore {
		return 0, fmt.Errorf("%s: score %d exceeds %d, the limit for lengths", l.game.Info().Name, win.Score, search.MostScore)
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	l.halt.Store(false)
	defer search.HaltAfter(ctx, &l.halt)()
	if l.limit = 0; l.maxNodes > 0 {
		l.limit = l.Nodes() + l.maxNodes
	}
	var answer atomic.Int64
	var group errgroup.Group
	for _, w := range l.workers {
		group.Go(func() error {
			bound, err := w.root(ctx, s, win, plies)
			if err == nil && answer.CompareAndSwap(0, int64(bound)+1) {
				l.halt.Store(true)
			}
			return err
		})
	}
	err := group.Wait()
	if a := answer.Load(); a > 0 {
		return int(a - 1), nil
	}
	if ctx.Err() != nil {
		return 0, ctx.Err()
	}
	if err == nil {
		err = errors.New("length: no deciders")
	}
	return 0, err
}

// entry is a table entry for a win at a position. Its value has the bits
//
//	move (16) | high (16) | low (16)
type entry struct {
	low, high int
	move      uint16 // index of the best move in the order of Expand
	work      uint64 // approximate number of nodes searched
}

// noMove is the move of an entry without a best move.
const noMove = 0xffff

// tag returns the table tag of a win. It distinguishes scores and winners.
func (win Win) tag() uint8 {
	tag := uint8(win.Score) << 1
	if win.Mine {
		tag |= 1
	}
	return tag
}

// load returns the entry of a win for the state with the given key.
func (l *Search[S]) load(place uint64, s *S, win Win) entry {
	v, cost, ok := l.table.Load(place, s, win.tag())
	if !ok {
		return entry{high: Never, move: noMove}
	}
	return entry{low: int(v & 0xffff), high: int(v >> 16 & 0xffff), move: uint16(v >> 32), work: table.WorkOf(cost)}
}

// store narrows the bounds of a win and adds work to its cost.
func (l *Search[S]) store(place uint64, s *S, win Win, e entry, work uint64) {
	l.table.Update(place, s, win.tag(), table.AnyTag, func(v uint64, cost uint8) (uint64, uint8) {
		if cost != 0 {
			e.low, e.high = max(e.low, int(v&0xffff)), min(e.high, int(v>>16&0xffff))
			work += table.WorkOf(cost)
		}
		return uint64(e.move)<<32 | uint64(e.high)<<16 | uint64(e.low), table.CostOf(work)
	})
}
