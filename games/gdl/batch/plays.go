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

// What random plays cost, roughly, in nanoseconds.
const (
	perPly, perStep   = 500, 4 // one after another: for each ply, and for each of its steps
	perGate, perRound = 600, 6 // side by side: for each gate, before they begin and in each ply of all
	// maxGates bounds the memory for compiling, a hundred bytes for each.
	maxGates = 10_000_000
)

// RandomPlays makes so many random plays, each cut off after so many plies, and calls ended for
// each, in any order. A play depends on the seed and its own number alone; see machine.Play.Choose.
// An error, of ended or of the context, ends it.
//
// After each play the rest is made side by side if that takes less time, as far as one can tell by
// the lengths of the plays so far.
func RandomPlays(ctx context.Context, m *machine.Machine, seed uint64, plays, plies int, ended func(Ended) error) error {
	var random rand.PCG
	rng, p, joint := rand.New(&random), m.NewPlay(), make([]int32, len(m.Roles))
	e := Ended{Goals: make([]int, len(m.Roles))}
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
