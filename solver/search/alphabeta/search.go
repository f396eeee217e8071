// Package alphabeta computes exact scores by alpha-beta search with a
// transposition table. Several threads cooperate on one search.
package alphabeta

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/table"
)

// Search computes the scores of positions in one game. Later searches reuse the
// table entries stored by earlier ones.
type Search[S games.State] struct {
	game      games.Searcher[S]
	table     *table.Table[S]
	workers   []*worker[S]
	scores    search.ScoreList
	quickWins bool // scores far from 0 have small trees
	control   search.Control
	helpers   []helper[S] // for all workers except the first
	job       job[S]
}

// job is a window that all threads search. The first thread to finish sets score.
type job[S games.State] struct {
	state       S
	alpha, beta int
	kind        kind // expected kind of the root
	answered    atomic.Bool
	score       int // valid if answered
}

// New returns a Search for positions of g that stores its results in table.
func New[S games.State](g games.Searcher[S], table *table.Table[S], o search.Options) *Search[S] {
	a := &Search[S]{game: g, table: table, control: search.Control{MaxNodes: o.Nodes}, scores: search.NewScoreList[S](g)}
	for range max(1, o.Threads) {
		a.workers = append(a.workers, &worker[S]{search: a, path: search.NewPath(games.Game[S](g))})
	}
	for i, w := range a.workers {
		a.control.Add(&w.Counter)
		w.others = slices.Concat(a.workers[:i], a.workers[i+1:])
	}
	var n games.Node[S]
	g.Look(&n, g.Start(), -g.Scores(), g.Scores())
	a.quickWins = n.QuickWins
	a.helpers = make([]helper[S], len(a.workers)-1)
	for i := range a.helpers {
		a.helpers[i].worker = a.workers[i+1]
	}
	return a
}

// Limit makes each later search stop after about the given number of nodes; 0 means
// no limit.
func (a *Search[S]) Limit(nodes uint64) { a.control.MaxNodes = nodes }

// Nodes returns the total number of nodes visited by all searches.
func (a *Search[S]) Nodes() uint64 { return a.control.Nodes() }

// maxWindow is the maximum range of scores that Score searches with one window.
const maxWindow = 16

// Score returns the exact score of a position for the player to move, as both
// low and high. The position must not be terminal. Score starts from the bounds
// returned by Look. It searches a narrow range with a single window and splits
// a wider range with null windows; see nextAlpha. If it returns an error, low
// and high are the bounds proven so far.
func (a *Search[S]) Score(ctx context.Context, s S) (low, high int, err error) {
	defer a.control.Start(ctx)()
	high = a.game.Scores()
	low = a.scores.Ceil(-high)
	s, _ = games.Canonical(games.Game[S](a.game), s)
	var n games.Node[S]
	a.game.Look(&n, s, low-1, high+1)
	low, high = a.scores.Ceil(max(low, n.Low)), a.scores.Floor(min(high, n.High))
	if low < high && high-low <= maxWindow {
		score, err := a.window(ctx, s, low, high, anyNode)
		if err == nil {
			low, high = score, score
		}
		return low, high, err
	}
	return a.narrow(ctx, s, low, high, false)
}

// Narrow returns the exact score of a canonical position, given the bounds low and
// high. It determines the sign of the score first. If it returns an error, the two
// results are the bounds proven so far.
func (a *Search[S]) Narrow(ctx context.Context, s S, low, high int) (int, int, error) {
	defer a.control.Start(ctx)()
	return a.narrow(ctx, s, low, high, true)
}

func (a *Search[S]) narrow(ctx context.Context, s S, low, high int, signFirst bool) (int, int, error) {
	for low < high {
		alpha := a.nextAlpha(low, high)
		switch {
		case signFirst && low <= 0 && high > 0:
			alpha = 0
		case signFirst && low < 0 && high >= 0:
			alpha = -1
		}
		alpha = a.scores.Floor(max(low, min(alpha, high-1)))
		score, err := a.window(ctx, s, alpha, alpha+1, kindOf(alpha, low, high))
		if err != nil {
			return low, high, err
		}
		if score > alpha {
			low = max(low, a.scores.Ceil(score))
		} else {
			high = min(high, a.scores.Floor(score))
		}
		if low > high {
			return low, high, fmt.Errorf("%s: Look returned contradictory bounds", a.game.Info().Name)
		}
	}
	return low, high, nil
}

// nextAlpha returns a score at which to split the range low..high. If the sign of
// the score is unknown, it returns 0. Otherwise it returns the score a quarter of
// the way from the bound nearer to 0 to the other bound.
//
// If quickWins is set, it returns scores far from 0 first, because quick wins and
// losses have small trees, then 0, and finally the bound nearer to 0.
func (a *Search[S]) nextAlpha(low, high int) int {
	const share = 65 // a bound far from 0 is replaced by this percentage of it
	far := a.game.Scores() / 3
	quarter := (high - low) / 4
	if a.quickWins {
		quarter = 0
		mid := low + (high-low)/2
		switch {
		case low < -far && -low >= high, low < -far && high <= far:
			return min(mid, low*share/100)
		case high > far:
			return max(mid, high*share/100)
		}
	}
	switch {
	case low > 0:
		return low + quarter
	case high <= 0:
		return high - 1 - quarter
	}
	return 0
}

// window searches s with all threads in the window from alpha to beta. It returns
// the result of the first thread to finish.
func (a *Search[S]) window(ctx context.Context, s S, alpha, beta int, k kind) (int, error) {
	a.control.Continue()
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	a.job.state, a.job.alpha, a.job.beta, a.job.kind = s, alpha, beta, k
	a.job.answered.Store(false)
	for i := range a.helpers {
		a.helpers[i].post()
	}
	a.workers[0].join()
	for i := range a.helpers {
		a.helpers[i].release()
	}
	if a.job.answered.Load() {
		return a.job.score, nil
	}
	return 0, a.control.Err(ctx)
}
