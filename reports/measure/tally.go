package measure

import "zermelo/solver/value"

// tally adds up a Count.
type tally struct {
	states, raw, terminals int64
	wins, draws, losses    int64 // of the raw states
}

// add counts a state with its outcome: how many positions it stands for as it is and with
// the roles exchanged is its seats times its orbit. A state that is there again counts as
// positions only.
func (t *tally) add(o value.Outcome, seats [2]int64, orbit int64, over, again bool) {
	if !again {
		t.states++
	}
	raw := (seats[0] + seats[1]) * orbit
	t.raw += raw
	if over {
		t.terminals += raw
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

// merge adds another tally.
func (t *tally) merge(o *tally) {
	t.states += o.states
	t.raw += o.raw
	t.terminals += o.terminals
	t.wins += o.wins
	t.draws += o.draws
	t.losses += o.losses
}

// count is the tally as a Count, with wins, draws and losses or without.
func (t *tally) count(split bool) Count {
	c := Count{States: t.states, Raw: t.raw, Terminals: t.terminals}
	if split {
		c.Split = &Split{Wins: t.wins, Draws: t.draws, Losses: t.losses}
	}
	return c
}

// tallies are tallies by number.
type tallies map[int]*tally

// of is the tally with a number.
func (t tallies) of(number int) *tally {
	if t[number] == nil {
		t[number] = new(tally)
	}
	return t[number]
}

// even gives each role half of what is won: where symmetries that exchange the roles keep
// the start, half of the positions of a class that is not drawn have the roles exchanged.
func (t tallies) even() {
	for _, each := range t {
		decided := each.wins + each.losses
		each.wins, each.losses = decided/2, decided/2
	}
}
