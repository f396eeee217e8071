package batch

import (
	"context"
	"math/rand/v2"

	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
)

// Ended is a random play that has come to its end.
type Ended struct {
	Number int // of the play, from 0
	Plies  int
	Over   bool  // by the rules; else it was cut off
	Goals  []int // by role, where it is over; the next play changes them
	// Broken says that a role has no legal move in the last state, or, where the play is over, no
	// goal or several.
	Broken bool
}

// What random plays cost, in nanoseconds, roughly: one after another each ply and node that
// changes, side by side each gate when they begin and for each ply of all plays.
const (
	perPly, perChange  = 300, 12
	perGate, perGatesN = 1000, 5
)

// RandomPlays makes so many random plays, each cut off after so many plies, and calls ended for
// each, in any order. A play depends on the seed and its own number alone; see machine.Play.Choose.
// An error, of ended or of the context, ends it.
//
// Plays follow one another until that has taken as long as it takes to prepare for plays side by
// side, where those are faster.
func RandomPlays(ctx context.Context, m *machine.Machine, seed uint64, plays, plies int, ended func(Ended) error) error {
	var random rand.PCG
	rng, p, joint := rand.New(&random), m.NewPlay(), make([]int32, len(m.Roles))
	e := Ended{Goals: make([]int, len(m.Roles))}
	gates, cost, done := m.Gates(), perPly+perChange*m.Changes, 0
	for ; e.Number < plays; e.Number++ {
		left := plays - e.Number
		if done*cost > gates*perGate && min(left, network.Lanes)*cost > gates*perGatesN {
			return newLanes(m, seed, e.Number, plays, plies).run(ctx, ended)
		}
		random.Seed(seed, uint64(e.Number))
		p.Reset()
		e.Over, e.Broken = false, false
		for e.Plies = 0; e.Plies < plies; e.Plies++ {
			if e.Over = p.Terminal(); e.Over {
				break
			}
			if e.Broken = p.Choose(rng, joint) >= 0; e.Broken {
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
			e.Broken = e.Broken || e.Over && !ok
		}
		if err := ended(e); err != nil {
			return err
		}
	}
	return nil
}
