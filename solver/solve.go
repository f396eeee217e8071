// Package solver solves games that implement the interfaces of package games
// and passes the values to a Store.
//
// If positions cannot repeat, package layered enumerates the states layer by
// layer and then computes their values backward. If they can repeat, package
// retro (for games with numbered positions) or package cyclic performs
// retrograde analysis. The result depends neither on the number of workers nor
// on the memory limit.
package solver

import (
	"context"

	"zermelo/games"
	"zermelo/solver/cyclic"
	"zermelo/solver/job"
	"zermelo/solver/layered"
)

// Solve computes the value of every state reachable from the start and writes
// it to store. A game without layers is stored as a single layer. Solve keeps
// scratch files and checkpoints in the directory work, which must exist. If
// work contains checkpoints of an interrupted run, Solve resumes from them.
//
// Solve returns a *cyclic.LoopError if repetition leaves values undetermined, a
// *job.TooLargeError if the game exceeds the limits, and ctx.Err() if ctx is
// cancelled.
func Solve[S games.State](ctx context.Context, g games.Game[S], work string, store job.Store[S], o job.Options) (*job.Solution, error) {
	if err := games.CheckEndless(g); err != nil {
		return nil, err
	}
	if _, layers := any(g).(games.Layered[S]); layers {
		return layered.Solve(ctx, g, work, store, o)
	}
	return cyclic.Solve(ctx, g, work, store, o)
}
