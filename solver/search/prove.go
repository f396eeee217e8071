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

// Prove finds the value of the start position, which must not be terminal, and
// strategies that prove it. Progress, if not nil, is called from any thread with
// how many positions the strategy at work has met.
func Prove[S games.State](ctx context.Context, g games.Searcher[S], engine Engine[S], progress func(states int64)) (*Proven[S], error) {
	score, err := Value(ctx, g, engine)
	if err != nil {
		return nil, err
	}
	p := &Proven[S]{}
	mover := games.Mover[S](g, g.Start())
	deciders, stop := engine.Deciders(ctx)
	defer stop()
	for role := range p.Strategies {
		own := score
		if role != mover {
			own = -score
		}
		p.Payoff[role] = PayoffOf(g.Info().Total, own)
		if own == -g.Scores() {
			continue
		}
		if p.Strategies[role], err = FindStrategy(ctx, g, deciders, g.Start(), role == mover, own, progress); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Value finds the score of the start position for the player to move: first
// whether it is more than a draw, then by halves.
func Value[S games.State](ctx context.Context, g games.Searcher[S], engine Engine[S]) (int, error) {
	list := newScoreList[S](g)
	start, _ := games.Canonical(games.Game[S](g), g.Start())
	low, high := list.ceil(-g.Scores()), list.floor(g.Scores())
	for ask := 1; low < high; ask = low + (high-low+1)/2 {
		ask = list.ceil(max(low+1, min(ask, high)))
		yes, err := engine.AtLeast(ctx, start, ask)
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
