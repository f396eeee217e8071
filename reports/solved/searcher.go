package solved

import (
	"context"
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/deepen"
)

// A Searcher searches positions of a game without a table, reusing the results of earlier searches.
// It must not be used concurrently. Positions are passed as text in the game's notation; the empty
// string means the start position.
type Searcher interface {
	// Search searches a position until its value is proven or the time limit is reached.
	Search(ctx context.Context, text string, limit time.Duration) (*Analysis, error)
	// Close releases the memory of the search.
	Close()
}

// A Watcher is a Searcher by iterative deepening. For a terminal position, the error is a
// [games.InputError].
type Watcher interface {
	Searcher
	// Watch searches a position and all of its moves with increasing time limits, until all
	// values are proven or ctx is cancelled. It calls notify synchronously with each new result,
	// and once more before it returns.
	Watch(ctx context.Context, text string, notify func(*Analysis)) error
}

// NewSearcher returns a Watcher with the given number of threads. cache is the size of its
// transposition tables in bytes. Errors are those of CheckAnalyze.
func NewSearcher(v games.Variant, threads int, cache int64) (Watcher, error) {
	if err := CheckAnalyze(v.Info()); err != nil {
		return nil, err
	}
	return games.ByState(v, newSearcher[uint64], newSearcher[[2]uint64], wideSearcher)(threads, cache), nil
}

type searcher[S games.State] struct {
	game   games.Game[S]
	search *deepen.Search[S]
	deeper func(deepen.Analysis) // called after each completed depth; may be nil
}

func newSearcher[S games.State](g games.Game[S]) func(threads int, cache int64) Watcher {
	return func(threads int, cache int64) Watcher {
		w := &searcher[S]{game: g}
		w.search = deepen.New(g, deepen.Options{Threads: threads, Cache: cache, OnDepth: func(found deepen.Analysis) {
			if w.deeper != nil {
				w.deeper(found)
			}
		}})
		return w
	}
}

func (w *searcher[S]) Close() { w.search.Close() }

func (w *searcher[S]) Search(ctx context.Context, text string, limit time.Duration) (*Analysis, error) {
	s, err := stateOf(w.game, text)
	if err != nil {
		return nil, err
	}
	w.search.Limit(0, limit)
	found, err := w.search.Run(ctx, s)
	if err != nil {
		return nil, err
	}
	return w.describe(s, found), nil
}

func (w *searcher[S]) describe(s S, found deepen.Analysis) *Analysis {
	return newAnalysis(w.game.Info(), games.NotationOf(w.game).FormatState(s), games.DrawingOf(w.game, s), &found)
}

// Watch searches the position for firstSlice and then all of its moves for the same time. It
// doubles the time in each round, up to longestSlice.
const (
	firstSlice   = 100 * time.Millisecond
	longestSlice = 4 * time.Second
)

func (w *searcher[S]) Watch(ctx context.Context, text string, notify func(*Analysis)) error {
	s, err := stateOf(w.game, text)
	if err != nil {
		return err
	}
	began, searched, latest := time.Now(), uint64(0), &Analysis{}
	run := func(s S, limit time.Duration) (deepen.Analysis, error) {
		w.search.Limit(0, limit)
		found, err := w.search.Run(ctx, s)
		searched += found.Nodes
		return found, err
	}
	// update reports the result of searching s, together with the total number of nodes and the total
	// time. nodes is the number of nodes of a search that is still running.
	update := func(found deepen.Analysis, nodes uint64) {
		found.Nodes, found.Elapsed = searched+nodes, time.Since(began)
		if now := w.describe(s, found); now.Proven || now.Depth >= latest.Depth {
			now.Moves, latest = latest.Moves, now
		}
		notify(latest)
	}
	defer func() { w.deeper = nil }()
	for slice := firstSlice; ; slice = min(2*slice, longestSlice) {
		w.deeper = func(found deepen.Analysis) { update(found, found.Nodes) }
		found, err := run(s, slice)
		if err != nil {
			return err
		}
		w.deeper = nil
		update(found, 0)
		round, until := *latest, time.Now().Add(slice)
		round.Moves = nil
		err = addMoves(&round, w.game, s, func(child S, rest int) (deepen.Analysis, error) {
			if ctx.Err() != nil { // even a search to depth 1 can be slow
				scores := search.Plain(w.game).Scores()
				return deepen.Analysis{Mover: games.Mover(w.game, child), Low: -scores, High: scores}, nil
			}
			return run(child, max(time.Millisecond, time.Until(until)/time.Duration(rest)))
		})
		if err != nil {
			return err
		}
		round.keepDeeper(latest.Moves)
		round.Nodes, round.Seconds = searched, time.Since(began).Seconds()
		latest = &round
		notify(latest)
		open := slices.ContainsFunc(round.Moves, func(m AnalyzedMove) bool { return !m.Proven })
		if ctx.Err() != nil || !open {
			return nil
		}
	}
}

// keepDeeper restores the results of moves that an earlier round searched more deeply.
func (a *Analysis) keepDeeper(earlier []AnalyzedMove) {
	for i, now := range a.Moves {
		at := slices.IndexFunc(earlier, func(m AnalyzedMove) bool { return m.Move == now.Move })
		if at >= 0 && !now.Proven && (earlier[at].Proven || earlier[at].Depth > now.Depth) {
			a.Moves[i] = earlier[at]
		}
	}
	a.sortMoves()
}
