package strategy

import (
	"context"

	"zermelo/games"
	"zermelo/solver/search"
)

// Proven is the value of a game's start position together with strategies that
// prove it. A role that gets the worst possible payoff has no strategy.
type Proven[S games.State] struct {
	Payoff     games.Payoff
	Strategies [2]*Strategy[S]
	// Plies is the length of optimal play, or 0 if it is not proven. If it is
	// proven, both strategies have Lengths. The winner's lengths are upper
	// bounds; 0 means that the winner gets more than Payoff. The loser's lengths
	// are lower bounds if the winner gets no more than Payoff. If that is the
	// highest possible payoff, positions with a lower bound of 1 are omitted.
	// Positions decided by Look are included.
	Plies int
}

// Prove computes the value of the start position and strategies that prove it. The
// start position must not be terminal. Prove calls progress, if not nil, periodically
// with the number of positions visited for the current strategy.
func Prove[S games.State](ctx context.Context, g games.Searcher[S], engine search.Engine[S], room Room, progress func(states int64)) (*Proven[S], error) {
	score, err := Value(ctx, g, engine)
	if err != nil {
		return nil, err
	}
	p := &Proven[S]{}
	mover := games.Mover[S](g, g.Start())
	deciders, stop := engine.Deciders(ctx)
	defer stop()
	for role := range p.Strategies {
		roleScore := score
		if role != mover {
			roleScore = -score
		}
		p.Payoff[role] = search.PayoffOf(g.Info().Total, roleScore)
		if roleScore == -g.Scores() {
			continue
		}
		if p.Strategies[role], err = find(ctx, g, deciders, g.Start(), Goal{role == mover, roleScore, room, progress}); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Close releases the memory and files of the strategies.
func (p *Proven[S]) Close() {
	for _, st := range p.Strategies {
		if st != nil {
			st.Close()
		}
	}
}

// Value returns the score of the start position for the player to move. It
// first tests whether the score is positive, and then bisects.
func Value[S games.State](ctx context.Context, g games.Searcher[S], engine search.Engine[S]) (int, error) {
	list := search.NewScoreList[S](g)
	start, _ := games.Canonical(games.Game[S](g), g.Start())
	low, high := list.Ceil(-g.Scores()), list.Floor(g.Scores())
	for threshold := 1; low < high; threshold = low + (high-low+1)/2 {
		threshold = list.Ceil(max(low+1, min(threshold, high)))
		yes, err := engine.AtLeast(ctx, start, threshold)
		switch {
		case err != nil:
			return 0, err
		case yes:
			low = threshold
		default:
			high = list.Floor(threshold - 1)
		}
	}
	return low, nil
}
