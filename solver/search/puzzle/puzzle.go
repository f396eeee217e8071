// Package puzzle looks for a shortest play of a game of one role to the greatest payoff that
// a play gets: of its payoffs each is looked for once all greater ones are refuted, down to
// what play that never ends is worth.
//
// Four ways take turns by the work they do, so that the answer is the same on every machine.
// One expands states, those first that seem nearest by games.Relaxed, and in turn those
// that can be on the shortest play. The other asks games.Unroller for a play of a few plies
// more each time, the third for one of moves whose order hardly matters. The fourth goes from
// ply to ply with the best states of each. A play is its own proof. That no shorter one exists
// is proven where a way has refuted all lengths below.
package puzzle

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// Options of Find. The zero value has no limit.
type Options struct {
	Bytes int64 // that the search may take, roughly; 0 stands for 1 GiB
	// Progress, if not nil, is told of the states met, and of a number of plies that the
	// shortest play takes at least.
	Progress func(states int64, atLeast int)
}

// Play is a play that gets the greatest payoff there is a play to.
type Play struct {
	Moves    []int32 // numbers of children, in the order of Expand
	Payoff   int
	Shortest bool // it is proven that no play to that payoff is shorter
	States   int64
}

// ErrMemory says that the memory was not enough.
var ErrMemory = errors.New("the search for a play has filled its memory")

// UnfinishedError says that no play to the greatest payoff was found.
type UnfinishedError struct {
	Goal    int     // no play gets more, as far as is known; with Never, what play that never ends is worth
	Best    int     // the greatest that a play was found to, if there are Moves
	Moves   []int32 // of that play; nil if there is none
	Never   bool    // no play that ends gets that much
	AtLeast int     // plies that a play to Goal takes
	States  int64   // that were met
	Err     error   // why there was no more
}

func (e *UnfinishedError) Error() string {
	if e.Never {
		return fmt.Sprintf("no play that ends gets as much as play that never ends, %d", e.Goal)
	}
	text := fmt.Sprintf("no play gets more than %d, and none to it is found; it takes %d plies at least, if there is one", e.Goal, e.AtLeast)
	if e.Moves != nil {
		text += fmt.Sprintf("; the best that was found gets %d", e.Best)
	}
	if e.Err != nil {
		text += fmt.Sprintf(" (%v)", e.Err)
	}
	return text
}

// Unwrap is why there was no more.
func (e *UnfinishedError) Unwrap() error { return e.Err }

const (
	// turnChildren is how many children are found in a turn, turnWork is the work of the
	// other way: some tenths of a second each.
	turnChildren = 1 << 16
	turnWork     = 5_000_000
	// provingTurns is how many turns are spent at least on a shorter play, or a proof that
	// there is none, once there is a play. It is as many as that took, if that is more.
	provingTurns = 20
)

// Find looks for a play from a state. It must be a game of one role. The error is an
// *UnfinishedError.
func Find[S games.State](ctx context.Context, g games.Game[S], from S, o Options) (*Play, error) {
	if o.Bytes == 0 {
		o.Bytes = 1 << 30
	}
	secure := value.SecurePayoff(g)
	payoffs := slices.DeleteFunc(slices.Clone(g.Info().Payoffs), func(p int) bool { return p < secure })
	states := int64(0) // that were met for greater payoffs
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
		if e.never && !e.pruned { // these are all states
			payoffs = slices.DeleteFunc(payoffs, func(p int) bool { return e.bestEnd < 0 || p > e.best })
		}
	}
	return nil, &UnfinishedError{Goal: secure, Never: true, States: states}
}

// find looks for a play to the goal. Never says that there is none. Progress is told of
// more states, those that were met before.
func (e *expander[S]) find(ctx context.Context, o Options, before int64) (play *Play, never bool, err error) {
	var lengths *lengths
	if u, ok := any(e.game).(games.Unroller); ok && e.from == e.game.Start() {
		if unrolling := u.Unroll(e.goal, o.Bytes/2); unrolling != nil {
			lengths = newLengths(unrolling)
		}
	}
	beam := newBeam(e)
	last := 0 // the turn after which it ends
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
		if lengths != nil && !e.never {
			lengths.atLeast = max(lengths.atLeast, e.atLeast)
			if err := lengths.turn(ctx); err != nil && e.play == nil {
				return nil, false, e.unfinished(before, err)
			}
			if lengths.found == nil && e.play == nil {
				if lengths.found, err = lengths.Parallel(ctx, turnWork); err != nil {
					return nil, false, e.unfinished(before, err)
				}
			}
			if lengths.found != nil && e.shorter(len(lengths.found)) {
				e.play, e.length = lengths.found, len(lengths.found)
			}
			if e.play != nil {
				lengths.most = e.length - 1
			}
			e.atLeast = max(e.atLeast, lengths.atLeast)
		}
		if o.Progress != nil {
			o.Progress(before+int64(len(e.states)), e.atLeast)
		}
		if e.play != nil && (best == nil || len(e.play) < len(best)) {
			best, last = e.play, max(last, turn+max(turn, provingTurns))
		}
		never := e.never || lengths != nil && lengths.never
		stuck := e.full && (lengths == nil || lengths.done)
		switch {
		case best != nil && (len(best) <= e.atLeast || never || turn >= last || stuck || ctx.Err() != nil):
			return &Play{Moves: best, Payoff: e.goal, Shortest: len(best) <= e.atLeast || never}, false, nil
		case best == nil && never:
			return nil, true, nil
		case best == nil && stuck:
			return nil, false, e.unfinished(before, ErrMemory)
		}
	}
}

// unfinished says how far it got.
func (e *expander[S]) unfinished(before int64, err error) error {
	u := &UnfinishedError{Goal: e.goal, AtLeast: e.atLeast, States: before + int64(len(e.states)), Err: err}
	if e.bestEnd >= 0 {
		u.Best, u.Moves = e.best, e.way(e.bestEnd)
	}
	return u
}

// lengths asks for plays of more and more plies.
type lengths struct {
	games.Unrolling
	atLeast int // plies that a play takes
	most    int // plies of interest; -1 for any
	found   []int32
	never   bool
	done    bool // nothing more can be found out
	step    int  // of the present round
	round   int
}

func newLengths(u games.Unrolling) *lengths {
	return &lengths{Unrolling: u, most: -1, round: firstSteps}
}

// turn asks one question, or several that are answered at once. Questions are about up to
// 0, 1, 2, 4, 8, 16, ... plies more than are refuted; each round has one more of them.
func (l *lengths) turn(ctx context.Context) error {
	for range 64 {
		if l.done {
			return nil
		}
		plies := l.atLeast + 1<<l.step>>1
		if l.most >= 0 {
			plies = min(plies, l.most)
		}
		if plies < l.atLeast {
			l.done = true
			return nil
		}
		answer, moves, err := l.Seek(ctx, plies, turnWork)
		if err != nil {
			return err
		}
		switch answer {
		case games.Found:
			l.found, l.most, l.step = moves, len(moves)-1, 0
			return nil
		case games.NotWithin:
			l.atLeast, l.step = plies+1, 0
		case games.Never:
			l.never, l.done = l.found == nil && l.most < 0, true
			if l.most >= 0 {
				l.atLeast = l.most + 1
			}
			return nil
		default:
			l.next(plies)
			return nil
		}
	}
	return nil
}

// firstSteps is the step with which the first round ends: where all plays are of one length,
// it is easier to find one than to refute lengths below.
const firstSteps = 6

// mostSteps bounds the plies asked for: 2^mostSteps more than are refuted.
const mostSteps = 12

// next goes to the next question.
func (l *lengths) next(plies int) {
	if l.step++; l.step > l.round || plies == l.most || l.step > mostSteps {
		l.step, l.round = 0, l.round+1
	}
}

// shorter says that a play of so many plies is the shortest so far.
func (e *expander[S]) shorter(plies int) bool { return e.play == nil || plies < e.length }

// way is the play to a state.
func (e *expander[S]) way(i int32) []int32 {
	var way []S
	for ; i >= 0; i = e.parent[i] {
		way = append(way, e.states[i])
	}
	slices.Reverse(way)
	return e.moves(way)
}

// moves are those from state to state, by classes.
func (e *expander[S]) moves(way []S) []int32 {
	moves := []int32{} // not nil
	at := e.from
	for _, next := range way[1:] {
		children, _ := e.game.Expand(nil, nil, []S{at})
		i := slices.IndexFunc(children, func(c S) bool { to, _ := games.Canonical(e.game, c); return to == next })
		moves = append(moves, int32(i))
		at = children[i]
	}
	return moves
}
