package search

import (
	"context"

	"zermelo/games"
)

// Proven is the value of the start position of a game, with the strategies that
// prove it: for each role, unless it gets the worst payoff there is.
type Proven[S games.State] struct {
	Payoff     games.Payoff
	Strategies [games.MaxRoles]*Strategy[S]
}

// Engine is a search that finds out about scores.
type Engine[S games.State] interface {
	Judge[S]
	// Nodes is the number of positions searched so far.
	Nodes() uint64
	// Keep makes the engine call keep for each result that cost at least so
	// many nodes, from any thread. No search may be running.
	Keep(work uint64, keep func(s S, b Bounds))
	// Learn takes over what is known of a canonical position.
	Learn(s S, b Bounds)
	// Close gives the memory back.
	Close()
}

// AtLeast implements Judge.
func (p *Proof[S]) AtLeast(ctx context.Context, s S, threshold int) (bool, error) {
	return p.Prove(ctx, s, threshold-1)
}

// Keep implements Engine.
func (a *AlphaBeta[S]) Keep(work uint64, keep func(s S, b Bounds)) { a.table.Keep(work, keep) }

// Learn implements Engine.
func (a *AlphaBeta[S]) Learn(s S, b Bounds) { a.table.Store(s, b, 1<<30) }

// Close gives the memory of the table back.
func (a *AlphaBeta[S]) Close() { a.table.Close() }

// Prove finds the value of the start position, which must not be terminal, and
// strategies that prove it.
func Prove[S games.State](ctx context.Context, g games.Searcher[S], judge Judge[S], progress func(states int)) (*Proven[S], error) {
	score, err := Value(ctx, g, judge)
	if err != nil {
		return nil, err
	}
	p := &Proven[S]{}
	mover := MoverAt[S](g, g.Start())
	for role := range p.Strategies {
		own := score
		if role != mover {
			own = -score
		}
		p.Payoff[role] = PayoffOf(g.Info().Total, own)
		if own == -g.Scores() {
			continue
		}
		if p.Strategies[role], err = FindStrategy(ctx, g, judge, g.Start(), role == mover, own, progress); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Value finds the score of the start position for the player to move: first
// whether it is more than a draw, then by halves.
func Value[S games.State](ctx context.Context, g games.Searcher[S], judge Judge[S]) (int, error) {
	list := newScoreList[S](g)
	start, _ := games.Canonical(games.Game[S](g), g.Start())
	high := g.Scores()
	low := list.ceil(-high)
	for ask := 1; low < high; ask = low + (high-low+1)/2 {
		ask = list.ceil(max(low+1, min(ask, high)))
		yes, err := judge.AtLeast(ctx, start, ask)
		switch {
		case err != nil:
			return 0, err
		case yes:
			low = ask
		default:
			high = list.floor(ask - 1)
		}
	}
	return low, nil
}
