package solved

import (
	"cmp"
	"context"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/search/deepen"
	"zermelo/solver/value"
)

// OpenUnsolved returns a Game without stored results. When a position is looked up, the Game
// searches for its best move, subject to limit. Other moves have values only if they end the game.
// Single-role games are not searched; for all other games, errors are those of CheckAnalyze. With
// limit.Any, no game is searched, and all are accepted. When ctx is cancelled, searches stop.
func OpenUnsolved(ctx context.Context, v games.Variant, limit Limit) (Game, error) {
	if err := CheckAnalyze(v.Info()); err != nil && len(v.Info().Roles) != 1 && !limit.Any {
		return nil, err
	}
	return games.ByState(v, openUnsolved[uint64], openUnsolved[[2]uint64], openUnsolved[[4]uint64])(ctx, limit), nil
}

func openUnsolved[S games.State](g games.Game[S]) func(context.Context, Limit) Game {
	return func(ctx context.Context, limit Limit) Game {
		t := &unsolvedTable[S]{game: g, ctx: ctx, found: map[S]result[S]{}}
		if len(g.Info().Roles) == 2 && !limit.Any {
			t.search = deepen.New(g, deepen.Options{Nodes: limit.Nodes, Time: cmp.Or(limit.Time, unsolvedTime), Cache: searchCache})
		}
		return New(g, t, &job.Solution{Outcomes: value.Outcomes{Kind: value.KindOf(g.Info()), Total: g.Info().Total}, Method: "search"})
	}
}

// unsolvedTime is the default of Limit.Time for OpenUnsolved.
const unsolvedTime = 2 * time.Second

// unsolvedTable is a Table without stored values.
type unsolvedTable[S games.State] struct {
	game   games.Game[S]
	ctx    context.Context   // used by all searches, because Table.Probe has no context
	search *deepen.Search[S] // nil for a single-role game, or with Limit.Any

	mu    sync.Mutex
	found map[S]result[S]
}

// Probe searches the first state. Other states have values only if they are terminal or have been
// searched before.
func (t *unsolvedTable[S]) Probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	dst, err := probe(t.game, dst, states, func(i int, s S) (v value.Value, proven bool, err error) {
		f, known := t.found[s]
		if i == 0 && !known && t.search != nil {
			f, err = t.find(s)
			known = err == nil
		}
		if !known || f.low < f.high {
			return 0, false, err
		}
		return f.value(t.game, s), true, nil
	})
	return dst, cmp.Or(err, games.Failure(t.game), t.ctx.Err())
}

func (t *unsolvedTable[S]) find(s S) (f result[S], err error) {
	ctx, end := games.WithFailure(t.ctx, t.game)
	defer end()
	a, err := t.search.Run(ctx, s)
	if err = cmp.Or(games.Failure(t.game), t.ctx.Err(), err); err != nil {
		return f, err
	}
	line, err := games.Play(t.game, s, a.Line[:1])
	if err == nil {
		f = result[S]{low: a.Low, high: a.High, estimate: a.Estimate, best: line[1]}
		t.found[s] = f
	}
	return f, err
}

func (t *unsolvedTable[S]) Estimate(s S) (estimate float64, best S, known bool, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	f, known := t.found[s]
	if !known {
		return 0, best, false, nil
	}
	if games.Mover(t.game, s) == 1 {
		f.estimate = -f.estimate
	}
	best, _ = games.Canonical(t.game, f.best)
	return f.estimate, best, true, nil
}

func (t *unsolvedTable[S]) Size() (int64, error) { return 0, nil }

func (t *unsolvedTable[S]) Close() error {
	if t.search != nil {
		t.search.Close()
	}
	return nil
}
