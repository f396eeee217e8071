package strategy

import (
	"context"

	"zermelo/games"
	"zermelo/solver/search"
)

// Proven is the value of the start position of a game, with the strategies that
// prove it: for each role, unless it gets the worst payoff there is.
type Proven[S games.State] struct {
	Payoff     games.Payoff
	Strategies [2]*Strategy[S]
	// Plies is the length of play when the winner takes the shortest way and the loser
	// the longest, 0 if it is not proven. If it is, both roles have strategies with
	// Lengths. Those of the winner are upper bounds; 0 says that it gets more than its
	// payoff. Those of the loser are lower bounds, and the winner gets no more than its
	// payoff there. Where the winner gets the greatest payoff there is, positions with a
	// lower bound of 1 are left out. What is decided at sight is not.
	Plies int
}

// Prove finds the value of the start position, which must not be terminal, and
// strategies that prove it. Progress, if not nil, is called now and then with
// how many positions the strategy at work has met.
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
		own := score
		if role != mover {
			own = -score
		}
		p.Payoff[role] = search.PayoffOf(g.Info().Total, own)
		if own == -g.Scores() {
			continue
		}
		if p.Strategies[role], err = Find(ctx, g, deciders, g.Start(), role == mover, own, room, progress); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// Close gives back what Prove has left in memory and in files.
func (p *Proven[S]) Close() {
	for _, st := range p.Strategies {
		if st != nil {
			st.Close()
		}
	}
}

// Value finds the score of the start position for the player to move: first
// whether it is more than a draw, then by halves.
func Value[S games.State](ctx context.Context, g games.Searcher[S], engine search.Engine[S]) (int, error) {
	list := search.NewScoreList[S](g)
	start, _ := games.Canonical(games.Game[S](g), g.Start())
	low, high := list.Ceil(-g.Scores()), list.Floor(g.Scores())
	for ask := 1; low < high; ask = low + (high-low+1)/2 {
		ask = list.Ceil(max(low+1, min(ask, high)))
		yes, err := engine.AtLeast(ctx, start, ask)
		switch {
		case err != nil:
			return 0, err
		case yes:
			low = ask
		default:
			high = list.Floor(ask - 1)
		}
	}
	return low, nil
}
