// Package puzzle finds the shortest play of a single-role game to the greatest
// payoff. It tries the payoffs in descending order, each after all greater ones
// are refuted, and stops at the payoff of endless play.
//
// Two searches alternate, in turns of equal work rather than time, so the result is the
// same on every machine. The first search expands states in the order of their estimate
// by games.DistanceEstimator, alternating with states that can be on a shortest play.
// The second is a beam search. A play is its own proof. It is proven to be the shortest
// if the first search has refuted all smaller lengths.
package puzzle

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// Options configures Find. The zero value is ready to use.
type Options struct {
	Bytes int64 // approximate memory limit; 0 means 1 GiB
	// Progress, if not nil, is called after each turn with the number of states
	// found and a lower bound on the length of the shortest play.
	Progress func(states int64, atLeast int)
}

// Play is a play that reaches the highest achievable payoff.
type Play struct {
	Moves    []int32 // indexes of children in the order of Expand
	Payoff   int
	Shortest bool // no shorter play to this payoff exists
	States   int64
}

var errMemory = errors.New("puzzle: memory limit reached")

// UnfinishedError is returned if no play to the highest payoff is found.
type UnfinishedError struct {
	Halves  bool    // Goal and Best are in half points
	Goal    int     // upper bound on the payoff; if Never is set, the payoff of endless play
	Best    int     // highest payoff found; valid if Moves is not nil
	Moves   []int32 // moves of a play to Best; nil if none was found
	Never   bool    // no finite play reaches Goal
	AtLeast int     // lower bound on the length of a play to Goal
	States  int64   // number of states found
	Err     error   // error that stopped the search
}

func (e *UnfinishedError) Error() string {
	unit := games.Info{HalfPoints: e.Halves}
	if e.Never {
		return fmt.Sprintf("no finite play reaches the payoff of an infinite play, %v", unit.Points(e.Goal))
	}
	text := fmt.Sprintf("no play with payoff %v (the maximum) found; it would take at least %d plies", unit.Points(e.Goal), e.AtLeast)
	if e.Moves != nil {
		text += fmt.Sprintf("; the best play found has payoff %v", unit.Points(e.Best))
	}
	if e.Err != nil {
		text += fmt.Sprintf(" (%v)", e.Err)
	}
	return text
}

// Unwrap returns the error that stopped the search.
func (e *UnfinishedError) Unwrap() error { return e.Err }

const (
	turnChildren = 1 << 16 // number of states and children per turn; a turn takes a few tenths of a second
	// minProofTurns is the minimum number of turns for which the search continues
	// after finding a play, to find a shorter one or prove that there is none. If the
	// play took more turns to find, that number applies instead.
	minProofTurns = 20
)

// Find searches for a play with the highest payoff from a state of a single-role
// game. Any error that it returns is an *UnfinishedError.
func Find[S games.State](ctx context.Context, g games.Game[S], from S, o Options) (*Play, error) {
	o.Bytes = cmp.Or(o.Bytes, 1<<30)
	secure := value.SecurePayoff(g)
	payoffs := slices.DeleteFunc(slices.Clone(g.Info().Payoffs), func(p int) bool { return p < secure })
	states := int64(0) // number of states found for greater payoffs
	for len(payoffs) > 0 {
		e := newExpander(g, from, payoffs[len(payoffs)-1], o.Bytes/2)
		play, never, err := e.find(ctx, o, states)
		states += int64(len(e.states))
		if !never {
			if play != nil {
				play.States = states
			}
			return play, err
		}
		payoffs = payoffs[:len(payoffs)-1]
		if e.never && !e.pruned { // all reachable states have been expanded
			payoffs = slices.DeleteFunc(payoffs, func(p int) bool { return e.bestState < 0 || p > e.best })
		}
	}
	return nil, &UnfinishedError{Halves: g.Info().HalfPoints, Goal: secure, Never: true, States: states}
}

// find searches for a play to the goal. It sets never if it proves that no such play
// exists. It adds before to the number of states reported as progress.
func (e *expander[S]) find(ctx context.Context, o Options, before int64) (play *Play, never bool, err error) {
	beam := newBeam(e)
	last := 0 // turn after which to stop
	var best []int32
	for turn := 1; ; turn++ {
		if err := ctx.Err(); err != nil && e.play == nil {
			return nil, false, e.unfinished(before, err)
		}
		e.turn(ctx)
		if e.play == nil {
			e.play = beam.turn(ctx)
			e.length = len(e.play)
		}
		if o.Progress != nil {
			o.Progress(before+int64(len(e.states)), e.atLeast)
		}
		if e.play != nil && (best == nil || len(e.play) < len(best)) {
			best, last = e.play, max(last, turn+max(turn, minProofTurns))
		}
		switch {
		case best != nil && (len(best) <= e.atLeast || e.never || turn >= last || e.full || ctx.Err() != nil):
			return &Play{Moves: best, Payoff: e.goal, Shortest: len(best) <= e.atLeast || e.never}, false, nil
		case best == nil && e.never:
			return nil, true, nil
		case best == nil && e.full:
			return nil, false, e.unfinished(before, errMemory)
		}
	}
}

func (e *expander[S]) unfinished(before int64, err error) error {
	u := &UnfinishedError{Halves: e.game.Info().HalfPoints, Goal: e.goal, AtLeast: e.atLeast, States: before + int64(len(e.states)), Err: err}
	if e.bestState >= 0 {
		u.Best, u.Moves = e.best, e.path(e.bestState)
	}
	return u
}

// shorter reports whether a play of the given length would be the shortest found so
// far.
func (e *expander[S]) shorter(plies int) bool { return e.play == nil || plies < e.length }

func (e *expander[S]) path(i int32) []int32 {
	var path []S
	for ; i >= 0; i = e.parent[i] {
		path = append(path, e.states[i])
	}
	slices.Reverse(path)
	return e.moves(path)
}

func (e *expander[S]) moves(path []S) []int32 {
	moves := []int32{} // not nil, even if empty
	at := e.from
	for _, next := range path[1:] {
		children, _ := e.game.Expand(nil, nil, []S{at})
		i := slices.IndexFunc(children, func(c S) bool { to, _ := games.Canonical(e.game, c); return to == next })
		moves = append(moves, int32(i))
		at = children[i]
	}
	return moves
}
