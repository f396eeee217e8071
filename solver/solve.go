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

	"zermelo/games"
	"zermelo/solver/cyclic"
	"zermelo/solver/job"
	"zermelo/solver/layered"
)

// Solve finds the value of every state that can be reached from the start and
// gives them to store. A game that is not layered has a single layer
// there. It keeps scratch files and checkpoints
// in the existing directory work, and goes on from those that an earlier
// run with the same game and store left there, however it ended.
//
// It returns a *cyclic.LoopError, a *TooLargeError, an error of the store or the
// file system, or that of the context when it is cancelled.
func Solve[S games.State](ctx context.Context, g games.Game[S], work string, store job.Store[S], o job.Options) (*job.Solution, error) {
	if _, layers := any(g).(games.Layered[S]); layers {
		return layered.Solve(ctx, g, work, store, o)
	}
	return cyclic.Solve(ctx, g, work, store, o)
}
