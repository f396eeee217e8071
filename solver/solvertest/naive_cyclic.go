package solvertest

import (
	"fmt"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// NaiveCyclic returns the values, for role 0, of all states reachable from the
// given ones in a game whose positions may repeat. For each role and each
// payoff, from the best to the worst for the role, it repeatedly scans the
// remaining states for those in which the role can force the payoff in 0, 1,
// 2... plies. It uses no symmetries, numbering or counters.
//
// Endless play pays naiveEndless, an exact rational. Nonterminal states with
// this value have an unknown remoteness. NaiveCyclic panics if the payoff is
// not an integer, because a value.Value cannot represent it. It takes
// microseconds per state and round.
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
	endless := naiveEndless(g.Info(), payoffs)
	for role, sign := range []int{1, -1} {
		ranked := slices.Clone(payoffs)
		slices.SortFunc(ranked, func(a, b int) int { return sign * (b - a) })
		for _, payoff := range ranked {
			for plies := 1; sign*big.NewRat(int64(payoff), 1).Cmp(endless) > 0; plies++ {
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
			if !endless.IsInt() {
				panic(fmt.Sprintf("solvertest: endless play pays %s, want an integer", endless))
			}
			values[s] = value.Unmeasured(int16(endless.Num().Int64()))
		}
	}
	return values
}

// naiveEndless returns the payoff of role 0 if play never ends: Info.Endless,
// the least payoff of a single-role game, or half of the total.
func naiveEndless(info *games.Info, payoffs []int) *big.Rat {
	switch {
	case info.Endless != nil:
		return big.NewRat(int64(*info.Endless), 1)
	case len(info.Roles) == 1 && len(payoffs) > 0:
		return big.NewRat(int64(payoffs[0]), 1)
	}
	return big.NewRat(int64(info.Total), 2)
}

// naiveForces reports whether a role can force payoff with a ply to a child,
// such that the decisive child has the given remoteness. The role prefers high
// (sign 1) or low (sign -1) payoffs. It can force the payoff if it moves to
// such a child, or if the other role moves and all children are at least as
// good for it.
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
