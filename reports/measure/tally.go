package measure

import "zermelo/solver/value"

// tally accumulates a Count.
type tally struct {
	states, raw, terminals int64
	wins, draws, losses    int64 // raw states by outcome for role 0
}

// add counts a state with outcome o. The state represents seats[0]*orbit positions with its own
// roles and seats[1]*orbit positions with exchanged roles. If again is set, the state itself has
// already been counted, so add counts only its positions.
func (t *tally) add(o value.Outcome, seats [2]int64, orbit int64, terminal, again bool) {
	if !again {
		t.states++
	}
	raw := (seats[0] + seats[1]) * orbit
	t.raw += raw
	if terminal {
		t.terminals += raw
	}
	if !o.Solved() {
		return
	}
	switch order := o.Payoff[0].Cmp(o.Payoff[1]); {
	case order == 0:
		t.draws += raw
	case order > 0:
		t.wins += seats[0] * orbit
		t.losses += seats[1] * orbit
	default:
		t.losses += seats[0] * orbit
		t.wins += seats[1] * orbit
	}
}

func (t *tally) merge(o *tally) {
	t.states += o.states
	t.raw += o.raw
	t.terminals += o.terminals
	t.wins += o.wins
	t.draws += o.draws
	t.losses += o.losses
}

func (t *tally) count(split bool) Count {
	c := Count{States: t.states, Raw: t.raw, Terminals: t.terminals}
	if split {
		c.Split = &Split{Wins: t.wins, Draws: t.draws, Losses: t.losses}
	}
	return c
}

// tallies holds tallies, keyed by ply or remoteness.
type tallies map[int]*tally

// of returns the tally with key number, creating it if necessary.
func (t tallies) of(number int) *tally {
	if t[number] == nil {
		t[number] = new(tally)
	}
	return t[number]
}

// balance divides decided positions equally between the roles. It is used if a symmetry exchanges
// the roles but preserves the start position.
func (t tallies) balance() {
	for _, each := range t {
		decided := each.wins + each.losses
		each.wins, each.losses = decided/2, decided/2
	}
}
