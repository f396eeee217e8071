package solvertest

import (
	"slices"

	"zermelo/games"
)

// NaiveSecures returns, for each reachable state, the payoff that a role can
// secure with pure strategies in a game whose positions may repeat. The
// argument endless is the payoff of endless play. For each payoff, it
// repeatedly scans for states from which the role can force at least this
// payoff, either when play ends or, if endless is sufficient, by playing
// forever. It uses neither symmetries nor code of the solvers.
func NaiveSecures[S games.State](g games.Game[S], role int, endless int16) map[S]int16 {
	states := Reachable(g)
	ends, successors := map[S]int16{}, map[S][][]S{} // successors are grouped by the role's move
	payoffs := []int16{endless}
	for _, s := range states {
		children, _ := g.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			ends[s] = g.Payoffs(nil, []S{s})[0][role]
			payoffs = append(payoffs, ends[s])
			continue
		}
		_, moves := games.Stage(g, s, len(children))
		step := 1
		for _, n := range moves[role+1:] {
			step *= n
		}
		successors[s] = make([][]S, moves[role])
		for at, c := range children {
			move := at / step % moves[role]
			successors[s][move] = append(successors[s][move], c)
		}
	}
	slices.Sort(payoffs)
	secures := map[S]int16{}
	for _, payoff := range slices.Compact(payoffs) {
		forever := payoff <= endless
		in := map[S]bool{}
		for _, s := range states {
			_, terminal := ends[s]
			in[s] = terminal && ends[s] >= payoff || !terminal && forever
		}
		for changed := true; changed; {
			changed = false
			for s, moves := range successors {
				forces := slices.ContainsFunc(moves, func(list []S) bool {
					return !slices.ContainsFunc(list, func(c S) bool { return !in[c] })
				})
				if forces != in[s] {
					in[s], changed = forces, true
				}
			}
		}
		for s, forced := range in {
			if _, known := secures[s]; forced || !known {
				secures[s] = payoff
			}
		}
	}
	return secures
}
