// Package length finds how long a win takes: its remoteness, in plies, when the winner
// takes the shortest way and the loser the longest.
//
// It asks whether the winner can be done within so many plies, from few to many. What a
// search of scores sees at sight tells nothing about lengths, so it follows the rules to
// the end of the game. From searches of scores it takes what they know: a position that
// is not won needs no second look.
package length

import (
	"context"
	"fmt"
	"math"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/table"
)

// Win says of a position whose win is meant: the winner gets Score at least, which is
// more than 0 and at most search.MostScore, and it is the player to move if Mine is set.
//
// Its length is the number of plies in which the winner gets exactly Score. It is 0
// where the winner gets more than that, and Never where it gets less.
type Win struct {
	Score int
	Mine  bool
}

// Never is the length of a win that does not exist, and the greatest upper bound of any.
const Never = 0xffff

// Search finds lengths. Its table lives from call to call.
type Search[S games.State] struct {
	game    games.Game[S]
	canon   games.Canonizer[S]
	sight   games.Searcher[S] // nil if the game tells nothing at sight
	ender   games.Ender[S]    // nil if the game is not one
	total   int
	extra   bool // a player can be to move twice running
	most    int  // greatest score of a play
	table   *table.Clusters[S]
	workers []*worker[S]
	halt    atomic.Bool
	most64  uint64 // nodes of one call; 0: any
	limit   uint64 // nodes at which to stop; 0: never
}

// New makes a search with a table of at most so many bytes, and a thread for each of the
// deciders, which tell who gets what.
func New[S games.State](g games.Game[S], bytes int64, deciders []search.Decider[S]) *Search[S] {
	l := &Search[S]{
		game: g, canon: games.CanonizerOf(g), total: g.Info().Total, extra: g.Info().ExtraMoves, most: greatest(g.Info()),
		table: table.NewClusters[S](bytes, len(deciders) > 1),
	}
	l.sight, _ = g.(games.Searcher[S])
	if l.sight != nil {
		l.ender, _ = g.(games.Ender[S])
	}
	for i, d := range deciders {
		l.workers = append(l.workers, &worker[S]{search: l, outcomes: d, number: i})
	}
	return l
}

// greatest is the greatest score that the game says a play can end with.
func greatest(info *games.Info) int {
	if len(info.Payoffs) == 0 {
		return math.MaxInt
	}
	return search.GreatestScore(info)
}

// Limit stops later calls after about so many nodes each; 0 means never.
func (l *Search[S]) Limit(nodes uint64) { l.most64 = nodes }

// Nodes is the number of positions searched so far, by all calls.
func (l *Search[S]) Nodes() uint64 {
	n := uint64(0)
	for _, w := range l.workers {
		n += w.nodes.Load()
	}
	return n
}

// Close gives the memory back. The search is not to be used afterwards.
func (l *Search[S]) Close() { l.table.Close() }

// Bounds are what is known of the length of a win at a canonical position.
func (l *Search[S]) Bounds(s S, win Win) (low, high int) {
	e := l.load(l.table.Key(&s), &s, win)
	return e.low, e.high
}

// Learn takes over bounds of the length of a win at a canonical position.
func (l *Search[S]) Learn(s S, win Win, low, high int) {
	l.store(l.table.Key(&s), &s, win, entry{low: low, high: high, move: noMove}, 1<<30)
}

// Find finds the length of a win at a canonical position that is not over. Progress, if
// not nil, is told each time that the win is known to take more plies. On an error, which
// is search.ErrNodes or that of the context, it returns the bounds that were proven.
func (l *Search[S]) Find(ctx context.Context, s S, win Win, progress func(atLeast int)) (low, high int, err error) {
	for {
		low, high = l.Bounds(s, win)
		if low >= high {
			return low, high, nil
		}
		if progress != nil {
			progress(low)
		}
		bound, err := l.ask(ctx, s, win, low)
		if err != nil {
			return low, high, err
		}
		// The table may be too small to keep it.
		if bound <= low {
			return bound, bound, nil
		}
		l.Learn(s, win, bound, high)
	}
}

// AtMost finds out whether a win at a canonical position that is not over takes at most
// so many plies.
func (l *Search[S]) AtMost(ctx context.Context, s S, win Win, plies int) (bool, error) {
	bound, err := l.ask(ctx, s, win, plies)
	return bound <= plies, err
}

// ask returns a bound of the length of a win: an upper one if it is at most plies, else a
// lower one. The first thread to finish answers.
func (l *Search[S]) ask(ctx context.Context, s S, win Win, plies int) (int, error) {
	if win.Score > search.MostScore {
		return 0, fmt.Errorf("%s: a score of %d: lengths are found of wins with scores up to %d", l.game.Info().Name, win.Score, search.MostScore)
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	l.halt.Store(false)
	defer search.HaltAfter(ctx, &l.halt)()
	if l.limit = 0; l.most64 > 0 {
		l.limit = l.Nodes() + l.most64
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
		err = fmt.Errorf("no thread")
	}
	return 0, err
}

// entry is what the table has of a win at a position, in the 48 bits of a value:
//
//	move (16 bits) | high (16) | low (16)
type entry struct {
	low, high int
	move      uint16 // the best one, by its number in Expand
	work      uint64 // about how many nodes that took
}

// noMove is the move of an entry where none is known.
const noMove = 0xffff

// tag is the tag of a win: a position can be asked about with several scores, and for
// either player.
func (win Win) tag() uint8 {
	tag := uint8(win.Score) << 1
	if win.Mine {
		tag |= 1
	}
	return tag
}

// load is what is known of a win at the place of a state.
func (l *Search[S]) load(place uint64, s *S, win Win) entry {
	v, cost, ok := l.table.Load(place, s, win.tag())
	if !ok {
		return entry{high: Never, move: noMove}
	}
	return entry{low: int(v & 0xffff), high: int(v >> 16 & 0xffff), move: uint16(v >> 32), work: table.WorkOf(cost)}
}

// store narrows what is known of a win, which took work nodes.
func (l *Search[S]) store(place uint64, s *S, win Win, e entry, work uint64) {
	l.table.Update(place, s, win.tag(), table.AnyTag, func(v uint64, cost uint8) (uint64, uint8) {
		if cost != 0 {
			e.low, e.high = max(e.low, int(v&0xffff)), min(e.high, int(v>>16&0xffff))
			work += table.WorkOf(cost)
		}
		return uint64(e.move)<<32 | uint64(e.high)<<16 | uint64(e.low), table.CostOf(work)
	})
}
