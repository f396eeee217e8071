// Package solver solves games over the contract of package games. It knows no
// game and no table format: states come from the game, values go to a Store.
//
// Package layered solves games that never repeat a position, in two sweeps over sorted
// runs of states. Games whose positions can repeat are solved by retrograde analysis: by
// package retro where positions are numbered, else by package cyclic. The result is the
// same for any number of workers and any memory limit.
package solver

import (
	"context"
	"errors"
	"fmt"

	"zermelo/games"
	"zermelo/solver/cyclic"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/value"
)

// ErrNotLayered says that a game may repeat positions, or is not proven not to, so
// that there is no last layer to start from, and is not of the kind that can be
// solved then.
var ErrNotLayered = errors.New("such games can be solved only where the payoffs have a constant sum and one player moves at a time")

// Solve finds the value of every state that can be reached from the start and
// gives them to store. A game that is not layered has a single layer there, and
// has to be alternating. It keeps scratch files and checkpoints
// in the existing directory work, and goes on from those that an earlier
// run with the same game and store left there, however it ended.
//
// It returns ErrNotLayered, a *TooLargeError, an error of the store or the
// file system, or that of the context when it is cancelled.
func Solve[S games.State](ctx context.Context, g games.Game[S], work string, store job.Store[S], o job.Options) (*job.Solution, error) {
	if _, layers := any(g).(games.Layered[S]); layers {
		return layered.Solve(ctx, g, work, store, o)
	}
	if value.KindOf(g.Info()) != value.Alternating {
		return nil, fmt.Errorf("%s: %s: %w", g.Info().Name, g.Info().Repetition(), ErrNotLayered)
	}
	return cyclic.Solve(ctx, g, work, store, o)
}
