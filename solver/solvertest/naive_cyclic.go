package solvertest

import (
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// NaiveCyclic is the reference solver of the solvers of games that may repeat positions.
// It values all states that can be reached from the given ones, as role 0 sees
// them: from the best payoff of either role to the worst, it looks again and
// again at all states that are left, for those where that role can force the
// payoff in 0, 1, 2... plies. It uses no symmetry, no numbering and no counters.
//
// Play that never ends pays Endless; all that is worth so much, except terminal
// states, has an unknown remoteness. Cost: microseconds a state and round.
func NaiveCyclic[S games.State](g games.Game[S], states []S) map[S]value.Value {
	children, mover, values := map[S][]S{}, map[S]int{}, map[S]value.Value{}
	var payoffs []int
	for queue := slices.Clone(states); len(queue) > 0; queue = queue[1:] {
		s := queue[0]
		if _, known := children[s]; known {
			continue
		}
		children[s], _ = g.Expand(nil, nil, []S{s})
		mover[s] = games.Mover(g, s)
		if len(children[s]) == 0 {
			payoff := g.Payoffs(nil, []S{s})[0][0]
			payoffs, values[s] = append(payoffs, int(payoff)), value.Measured(payoff, 0)
		}
		queue = append(queue, children[s]...)
	}
	slices.Sort(payoffs)
	payoffs = slices.Compact(payoffs)
	endless := value.Endless(g.Info(), payoffs)
	for role, sign := range []int{1, -1} {
		ranked := slices.Clone(payoffs)
		slices.SortFunc(ranked, func(a, b int) int { return sign * (b - a) })
		for _, payoff := range ranked {
			for plies := 1; sign*payoff > sign*endless; plies++ {
				found := 0
				for s, list := range children {
					if _, known := values[s]; !known && len(list) > 0 && naiveForces(list, values, mover[s] == role, sign, payoff, plies-1) {
						values[s] = value.Measured(int16(payoff), plies)
						found++
					}
				}
				if found == 0 {
					break
				}
			}
		}
	}
	for s := range children {
		if _, known := values[s]; !known {
			values[s] = value.Unmeasured(int16(endless))
		}
	}
	return values
}

// naiveForces reports whether a role that wants payoffs high (sign 1) or low
// (-1) forces payoff by one ply to a child, the last of its children to be known
// with that payoff being known in so many plies. It moves itself, or all
// children are at least as good for it.
func naiveForces[S games.State](children []S, values map[S]value.Value, moves bool, sign, payoff, plies int) bool {
	longest, shortest, all := -1, value.MaxRemoteness, true
	for _, c := range children {
		v, known := values[c]
		p, remoteness := v.Unpack()
		if !known || sign*int(p) < sign*payoff {
			all = false
		} else if int(p) == payoff {
			longest, shortest = max(longest, remoteness), min(shortest, remoteness)
		}
	}
	if moves {
		return shortest == plies
	}
	return all && longest == plies
}
