package build

import (
	"context"

	"zermelo/games"
	"zermelo/solver/retro"
)

// variant is a game that can be solved, whatever the type of its states.
type variant interface {
	choose(ctx context.Context, db string, o Options) (*Result, error)
	makeTable(ctx context.Context, db string, o Options) (*Result, error)
	prove(ctx context.Context, db string, o Options) (*Result, error)
	searchable() error
	forecast(ctx context.Context, db string, workers int) (*Forecast, error)
	reachable(ctx context.Context, workers int, progress *Progress) ([]retro.Reached, error)
}

func of(v games.Variant) variant {
	return games.ByState(v, typedOf[uint64], typedOf[[2]uint64], typedOf[[4]uint64])
}

func typedOf[S games.State](g games.Game[S]) variant { return typed[S]{g} }

// typed is a game with states of type S.
type typed[S games.State] struct{ game games.Game[S] }

// tiered is the game as one that is solved tier by tier, if it is.
func (v typed[S]) tiered() (games.Tiered[S], bool) {
	_, layered := v.game.(games.Layered[S])
	tiered, ok := v.game.(games.Tiered[S])
	return tiered, ok && !layered
}
