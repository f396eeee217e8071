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

// Prove finds the value of the start position, which must not be terminal, and
// strategies that prove it.
func Prove[S games.State](ctx context.Context, g games.Searcher[S], a *AlphaBeta[S], progress func(states int)) (*Proven[S], error) {
	_, score, err := a.Score(ctx, g.Start())
	if err != nil {
		return nil, err
	}
	return ProveScore(ctx, g, a, score, progress)
}

// ProveScore finds the strategies for a score of the start position, seen by the
// player to move, that judge knows.
func ProveScore[S games.State](ctx context.Context, g games.Searcher[S], judge Judge[S], score int, progress func(states int)) (*Proven[S], error) {
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
		var err error
		if p.Strategies[role], err = FindStrategy(ctx, g, judge, g.Start(), role == mover, own, progress); err != nil {
			return nil, err
		}
	}
	return p, nil
}
