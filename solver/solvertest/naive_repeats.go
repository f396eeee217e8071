package solvertest

import (
	"math"
	"math/bits"
	"slices"

	"zermelo/games"
)

// maxProfiles is the maximum number of strategy profiles that NaiveEquilibria
// tries.
const maxProfiles = 20_000

// NaiveEquilibria returns, for each reachable state, the payoffs of all
// stationary pure equilibria. In the game, one role moves at a time and
// positions may repeat. No role may gain by deviating in any state. The
// argument endless is the payoff of play that never ends. NaiveEquilibria
// returns nil if the game has too many profiles or a state where several
// roles have a choice.
func NaiveEquilibria[S games.State](g games.Game[S], endless games.Payoff) map[S][]games.Payoff {
	e := equilibria{roles: len(g.Info().Roles), endless: endless}
	t := textOf(g)
	plans := 1
	for _, x := range t.states {
		mover := max(0, int(x.mover))
		for role, n := range x.sizes {
			if n > 1 {
				mover = role
			}
			if n > 1 && n != len(x.children) {
				return nil
			}
		}
		if plans *= max(1, len(x.children)); plans > maxProfiles {
			return nil
		}
		var payoff games.Payoff
		for role, p := range x.payoffs {
			payoff[role] = int16(p)
		}
		e.movers, e.next, e.ends = append(e.movers, mover), append(e.next, x.children), append(e.ends, payoff)
	}
	found := map[S][]games.Payoff{}
	states := Reachable(g)
	plan := make([]int, len(t.states))
	for {
		if payoffs := e.follow(plan); e.stable(plan, payoffs) {
			for i, s := range states {
				if !slices.Contains(found[s], payoffs[i]) {
					found[s] = append(found[s], payoffs[i])
				}
			}
		}
		i := 0
		for ; i < len(plan); i++ {
			if plan[i]++; plan[i] < len(e.next[i]) {
				break
			}
			plan[i] = 0
		}
		if i == len(plan) {
			return found
		}
	}
}

// equilibria is a game where one role moves at a time.
type equilibria struct {
	roles   int
	endless games.Payoff
	movers  []int
	next    [][]int
	ends    []games.Payoff
}

// follow returns the payoffs of a profile, by the state from which play starts.
func (e *equilibria) follow(plan []int) []games.Payoff {
	payoffs := make([]games.Payoff, len(plan))
	for i := range plan {
		at := i
		for range plan {
			if len(e.next[at]) > 0 {
				at = e.next[at][plan[at]]
			}
		}
		if payoffs[i] = e.endless; len(e.next[at]) == 0 {
			payoffs[i] = e.ends[at]
		}
	}
	return payoffs
}

// stable reports whether no role can gain from any state by deviating from a
// profile while the other roles follow it.
func (e *equilibria) stable(plan []int, payoffs []games.Payoff) bool {
	for role := range e.roles {
		options := func(i int) []int {
			if len(e.next[i]) == 0 || e.movers[i] == role {
				return e.next[i]
			}
			return e.next[i][plan[i] : plan[i]+1]
		}
		for i := range plan {
			if e.best(role, i, options) > payoffs[i][role] {
				return false
			}
		}
	}
	return true
}

// best returns the greatest payoff that a role can reach from a state if
// options returns the possible successors of each state.
func (e *equilibria) best(role, from int, options func(int) []int) int16 {
	best := int16(math.MinInt16)
	list, reached := []int{from}, map[int]bool{from: true}
	for k := 0; k < len(list); k++ {
		if len(e.next[list[k]]) == 0 {
			best = max(best, e.ends[list[k]][role])
		}
		for _, to := range options(list[k]) {
			if !reached[to] {
				reached[to] = true
				list = append(list, to)
			}
		}
	}
	// Play can continue forever if some states remain when those without
	// successors are repeatedly removed.
	for changed := true; changed; {
		changed = false
		for i := range reached {
			if !slices.ContainsFunc(options(i), func(to int) bool { return reached[to] }) {
				delete(reached, i)
				changed = true
			}
		}
	}
	if len(reached) > 0 {
		best = max(best, e.endless[role])
	}
	return best
}

// NaiveStopping returns, for each reachable state, the approximate payoff of
// role 0 in a constant-sum game with joint moves whose positions may repeat. It
// solves a modified game where play stops at each ply with a small
// probability and pays endless. The values are off by at most about a thirtieth
// of the range of payoffs.
func NaiveStopping[S games.State](g games.Game[S], endless float64) map[S]float64 {
	const stopProbability = 1e-3
	t := textOf(g)
	now := make([]float64, len(t.states))
	for i, x := range t.states {
		if now[i] = endless; len(x.children) == 0 {
			now[i] = float64(x.payoffs[0])
		}
	}
	for change := 1.; change > 1e-7; {
		change = 0
		for i, x := range t.states {
			if len(x.children) == 0 {
				continue
			}
			a := make([]float64, len(x.children))
			for k, to := range x.children {
				a[k] = now[to]
			}
			v := stopProbability*endless + (1-stopProbability)*naiveMatrix(x.sizes[0], a)
			change = max(change, math.Abs(v-now[i]))
			now[i] = v
		}
	}
	values := map[S]float64{}
	for i, s := range Reachable(g) {
		values[s] = now[i]
	}
	return values
}

// naiveMatrix returns the approximate value of a matrix game. It uses the
// theorem that some optimal strategy of the row player gets the same payoff
// against all columns of a square submatrix (Shapley and Snow, 1950).
func naiveMatrix(rows int, a []float64) float64 {
	cols := len(a) / rows
	best := math.Inf(-1)
	for chosen := 1; chosen < 1<<rows; chosen++ {
		for against := 1; against < 1<<cols; against++ {
			if bits.OnesCount(uint(chosen)) != bits.OnesCount(uint(against)) {
				continue
			}
			x := equalize(rows, cols, a, chosen, against)
			if x == nil {
				continue
			}
			low := math.Inf(1)
			for col := range cols {
				sum := 0.
				for row := range rows {
					sum += x[row] * a[row*cols+col]
				}
				low = min(low, sum)
			}
			best = max(best, low)
		}
	}
	return best
}

// equalize returns the strategy that plays the chosen rows and gets the same
// payoff against each of the given columns. It returns nil if this strategy
// does not exist or is not unique.
func equalize(rows, cols int, a []float64, chosen, against int) []float64 {
	// The unknowns are the probability of each chosen row and the payoff.
	var system [][]float64
	add := func(entry func(row int) float64, value, sum float64) {
		var line []float64
		for row := range rows {
			if chosen>>row&1 != 0 {
				line = append(line, entry(row))
			}
		}
		system = append(system, append(line, value, sum))
	}
	for col := range cols {
		if against>>col&1 != 0 {
			add(func(row int) float64 { return a[row*cols+col] }, -1, 0)
		}
	}
	add(func(int) float64 { return 1 }, 0, 1)
	n := len(system)
	for k := range n {
		for i := k + 1; i < n; i++ {
			if math.Abs(system[i][k]) > math.Abs(system[k][k]) {
				system[i], system[k] = system[k], system[i]
			}
		}
		if math.Abs(system[k][k]) < 1e-9 {
			return nil
		}
		for i := range n {
			if i == k {
				continue
			}
			factor := system[i][k] / system[k][k]
			for j := k; j <= n; j++ {
				system[i][j] -= factor * system[k][j]
			}
		}
	}
	x, at := make([]float64, rows), 0
	for row := range rows {
		if chosen>>row&1 == 0 {
			continue
		}
		if x[row] = system[at][n] / system[at][at]; x[row] < -1e-9 {
			return nil
		}
		at++
	}
	return x
}
