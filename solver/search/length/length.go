// Package length computes the remoteness of a win. It is the number of plies to
// the end of the game if the winner minimizes this number and the loser
// maximizes it.
//
// The search tests increasing bounds on the number of plies. Static bounds on
// scores do not bound the number of plies, so the search follows the rules to
// terminal positions. It uses the results of score searches to skip positions
// that are not won.
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

// Win specifies the win whose length is measured: the winner scores at least Score,
// with 0 < Score <= search.MaxScore. If ByMover is set, the winner is the player to
// move.
//
// The length is the number of plies to the end if the winner scores exactly Score. It
// is 0 if the winner can score more, and Never if the winner scores less.
type Win struct {
	Score   int
	ByMover bool
}

const Never = 0xffff // length of a win that does not exist; exceeds all other lengths

// Search computes the lengths of wins. It keeps its table between calls.
type Search[S games.State] struct {
	game       games.Game[S]
	canonizer  games.Canonizer[S]
	searcher   games.Searcher[S]       // nil if the game does not implement it
	terminals  games.TerminalTester[S] // nil if the game does not implement it
	total      int
	extraMoves bool // a player can move several times in a row
	maxScore   int  // highest possible score
	table      *table.Clusters[S]
	workers    []*worker[S]
	control    search.Control
}

// New returns a Search whose table takes up at most the given number of bytes. It
// uses one thread per decider. The deciders provide the scores of positions.
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
		w := &worker[S]{search: l, outcomes: d, number: i}
		l.control.Add(&w.Counter)
		l.workers = append(l.workers, w)
	}
	return l
}

// maxScoreOf returns the highest score of a game, or math.MaxInt if the game does not
// list its payoffs.
func maxScoreOf(info *games.Info) int {
	if len(info.Payoffs) == 0 {
		return math.MaxInt
	}
	return search.MaxScoreOf(info)
}

// Limit makes each later call stop after about the given number of nodes; 0 means no
// limit.
func (l *Search[S]) Limit(nodes uint64) { l.control.MaxNodes = nodes }

// Nodes returns the number of positions searched by all calls.
func (l *Search[S]) Nodes() uint64 { return l.control.Nodes() }

// Close releases the memory of the table.
func (l *Search[S]) Close() { l.table.Close() }

func (l *Search[S]) bounds(s S, win Win) (low, high int) {
	e := l.load(l.table.Key(&s), &s, win)
	return e.low, e.high
}

// AddBounds stores bounds on the length of a win in a canonical position.
func (l *Search[S]) AddBounds(s S, win Win, low, high int) {
	l.store(l.table.Key(&s), &s, win, entry{low: low, high: high, move: noMove}, 1<<30)
}

// Find returns the length of a win in a canonical, nonterminal position, as both low
// and high. It calls progress, if not nil, with each improved lower bound. If Find
// returns search.ErrNodes or ctx.Err(), low and high are the bounds proven so far.
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
		// The table may be too small to keep the bound; do not read it again.
		if bound <= low {
			return bound, bound, nil
		}
		l.AddBounds(s, win, bound, high)
	}
}

// atMost reports whether the length of a win is at most plies.
func (l *Search[S]) atMost(ctx context.Context, s S, win Win, plies int) (bool, error) {
	bound, err := l.decide(ctx, s, win, plies)
	return bound <= plies, err
}

// decide returns an upper bound on the length of a win if the length is at most plies,
// and a lower bound otherwise. The first thread that finishes sets the result.
func (l *Search[S]) decide(ctx context.Context, s S, win Win, plies int) (int, error) {
	if win.Score > search.MaxScore {
		return 0, fmt.Errorf("%s: score %d exceeds %d, the limit for lengths", l.game.Info().Name, win.Score, search.MaxScore)
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	defer l.control.Start(ctx)()
	var answer atomic.Int64
	var group errgroup.Group
	for _, w := range l.workers {
		group.Go(func() error {
			bound, err := w.root(ctx, s, win, plies)
			if err == nil && answer.CompareAndSwap(0, int64(bound)+1) {
				l.control.Halt()
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

// entry holds bounds on the length of a win in a position. In the table it has the
// following bits:
//
//	move (16) | high (16) | low (16)
type entry struct {
	low, high int
	move      uint16 // index of the best move in the order of Expand
	work      uint64 // approximate number of nodes searched
}

const noMove = 0xffff // move of an entry whose best move is unknown

func (win Win) tag() uint8 {
	tag := uint8(win.Score) << 1
	if win.ByMover {
		tag |= 1
	}
	return tag
}

func (l *Search[S]) load(place uint64, s *S, win Win) entry {
	v, cost, ok := l.table.Load(place, s, win.tag())
	if !ok {
		return entry{high: Never, move: noMove}
	}
	return entry{low: int(v & 0xffff), high: int(v >> 16 & 0xffff), move: uint16(v >> 32), work: table.WorkOf(cost)}
}

// store narrows the stored bounds on the length of a win and adds work to the cost of
// the entry.
func (l *Search[S]) store(place uint64, s *S, win Win, e entry, work uint64) {
	l.table.Update(place, s, win.tag(), table.AnyTag, func(v uint64, cost uint8) (uint64, uint8) {
		if cost != 0 {
			e.low, e.high = max(e.low, int(v&0xffff)), min(e.high, int(v>>16&0xffff))
			work += table.WorkOf(cost)
		}
		return uint64(e.move)<<32 | uint64(e.high)<<16 | uint64(e.low), table.CostOf(work)
	})
}
