package verify

import (
	"fmt"
	"slices"
	"strconv"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// cyclicRule verifies states of a game whose positions can repeat, by their
// children alone. Payoffs are those of role 0.
//
//	The mover takes the best payoff among the children.
//	A payoff other than that of endless play is forced in a finite number of
//	plies, one more than those of the child: of equal payoffs the shortest for
//	a mover who gains by not playing for ever, else the longest.
//	That of endless play itself takes an unknown number of plies.
//
// That is enough. Who is to gain a payoff comes nearer to it with each ply, or
// to a greater gain, and the other one can keep to children that give no more;
// so both get it, or neither can do better than to play for ever.
type cyclicRule struct{ endless int }

// newCyclicRule is the rule for a solution; nil for a game with layers, where
// positions do not repeat.
func newCyclicRule[S games.State](t *tablebase.Table[S]) *cyclicRule {
	s := t.Solution()
	_, layered := t.Game.(games.Layered[S])
	if layered || s.Outcomes.Kind != value.Alternating {
		return nil
	}
	var payoffs []int
	for i := range s.Layers {
		for text := range s.Layers[i].Values {
			if n, err := strconv.Atoi(text); err == nil {
				payoffs = append(payoffs, n)
			}
		}
	}
	slices.Sort(payoffs)
	return &cyclicRule{value.Endless(t.Game.Info(), payoffs)}
}

// verify is stateVerifier.alternating for such games. The children's payoffs are as the
// roles of the state see them.
func (r *cyclicRule) verify(have *meaning, first bool, payoffs, plies []int) string {
	sign := 1 // what is good for the mover
	if !first {
		sign = -1
	}
	best := 0
	for i := range payoffs {
		gain, delay := sign*(payoffs[i]-payoffs[best]), sign*(r.endless-payoffs[best])
		if gain > 0 || gain == 0 && (delay < 0 && plies[i] < plies[best] || delay > 0 && plies[i] > plies[best]) {
			best = i
		}
	}
	payoff, want := payoffs[best], -1
	if payoff != r.endless {
		want = plies[best] + 1
	}
	if have.payoff == payoff && have.Remoteness == want {
		return ""
	}
	text := fmt.Sprintf("its children give %d", payoff)
	if want >= 0 {
		text += fmt.Sprintf(" in %d plies", want)
	}
	return text + ", stored is " + show(have.Outcome)
}
