package batch

import (
	"context"
	"math/rand/v2"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/statemachine"
)

// PlayResult is a finished random play.
type PlayResult struct {
	Number   int // number of the play, from 0
	Plies    int
	Terminal bool  // the last state is terminal; otherwise the play was cut off or a role was stuck
	Goals    []int // by role, if Terminal; valid until the next call of ended
	// Invalid reports whether the last state violates a rule of GDL: it is terminal
	// and a role does not have exactly one goal, or it is not terminal and a role
	// has no legal move.
	Invalid bool
}

// Approximate costs of random plays, in nanoseconds.
const (
	perPly, perStep   = 500, 4     // single plays: cost per ply, and per step of a ply
	perGate, perRound = 600, 6     // parallel lanes: cost of compiling a gate, and of a gate in one ply of all lanes
	maxGates          = 10_000_000 // limits the memory used by compilation, about 100 bytes per gate
)

// RandomPlays runs random plays of at most the given number of plies and calls ended
// for each play, in any order. A play depends only on the seed and on its number;
// see statemachine.Play.Choose. RandomPlays stops at the first error, or when ctx is
// done.
//
// It switches from single plays to parallel lanes if the lengths of the plays
// suggest that lanes are faster.
func RandomPlays(ctx context.Context, m *statemachine.Machine, seed uint64, plays, plies int, ended func(PlayResult) error) error {
	var random rand.PCG
	rng, p, joint := rand.New(&random), m.NewPlay(), make([]int32, len(m.Moves))
	e := PlayResult{Goals: make([]int, len(m.Roles))}
	gates, ply, done := m.Gates(), perPly+perStep*m.Steps, 0
	for ; e.Number < plays; e.Number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if left := plays - e.Number; e.Number > 0 && gates < maxGates {
			rest := float64(done) / float64(e.Number) * float64(left) // plies
			rounds := rest / float64(min(left, network.Lanes))
			if rest*float64(ply) > float64(gates)*(perGate+perRound*rounds) {
				return newLanes(m, seed, e.Number, plays, plies).run(ctx, ended)
			}
		}
		random.Seed(seed, uint64(e.Number))
		p.Reset()
		e.Terminal, e.Invalid = false, false
		for e.Plies = 0; e.Plies < plies; e.Plies++ {
			if e.Terminal = p.Terminal(); e.Terminal {
				break
			}
			if e.Invalid = p.Choose(rng, joint) >= 0; e.Invalid {
				break
			}
			p.Do(joint)
			if done++; done%1024 == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
		}
		for role := range e.Goals {
			var ok bool
			e.Goals[role], ok = p.Goal(role)
			e.Invalid = e.Invalid || e.Terminal && !ok
		}
		if err := ended(e); err != nil {
			return err
		}
	}
	return nil
}
