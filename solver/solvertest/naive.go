// Package solvertest provides reference solvers, random games and stores for
// tests of solvers.
//
// The reference solvers, whose names start with Naive, are slow and share no
// code with the solvers that they test. Random games are reproducible from
// their seeds. Hooked and Called games count or interrupt calls.
package solvertest

import (
	"math"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// Naive returns a function that computes the value of a state of any acyclic
// game by memoized recursion. The outcome is from the viewpoint of the state's
// roles. Neither symmetries nor layers are used. States in which several roles
// have a choice are passed to value.Analyze; its matrix games are tested
// against a reference solver of their own.
//
// The function takes microseconds and a few hundred bytes per state, and is not
// safe for concurrent use. The remoteness may exceed value.MaxRemoteness.
func Naive[S games.State](g games.Game[S]) func(S) value.Outcome {
	info, memo := g.Info(), map[S]value.Outcome{}
	var valueOf func(s S) value.Outcome
	valueOf = func(s S) value.Outcome {
		o, known := memo[s]
		if known {
			return o
		}
		children, _ := g.Expand(nil, nil, []S{s})
		var outcomes []value.Outcome
		for _, c := range children {
			outcomes = append(outcomes, valueOf(c))
		}
		mover, moves := games.Stage(g, s, len(children))
		var choosers []int
		for role, n := range moves {
			if n > 1 {
				choosers = append(choosers, role)
			}
		}
		switch {
		case len(children) == 0:
			o = naiveTerminal(g.Payoffs(nil, []S{s})[0], len(info.Roles))
		case mover == games.Chance:
			o = naiveMean(games.Odds(g, s, len(children)), outcomes, max(2, len(info.Roles)))
			all := naiveChoice(info, 0, outcomes)
			o.Joint, o.Pure = all.Joint, all.Pure
			for _, c := range outcomes {
				o.Pure[0] = min(o.Pure[0], c.Pure[0])
			}
		case mover != games.Both:
			o = naiveChoice(info, int(mover), outcomes)
		case len(choosers) == 0:
			o = naiveChoice(info, 0, outcomes)
		case len(choosers) == 1:
			o = naiveChoice(info, choosers[0], outcomes)
		default:
			shape := make([]int32, len(moves)-1)
			for role := range shape {
				shape[role] = int32(moves[role])
			}
			o = value.Analyze(value.KindOf(info), info.Total, shape, outcomes).Value
			if len(moves) > 2 {
				naiveJoint(&o, moves, len(choosers), outcomes)
			}
		}
		if info.Stochastic && len(children) > 0 {
			if !info.GeneralSum {
				o.Pure, o.Joint = games.Payoff{}, games.Payoff{}
			}
			switch {
			case mover == games.Chance:
			case len(choosers) > 1 || info.GeneralSum:
				o.Plies = -1
			default:
				chooser := max(0, int(mover))
				if mover == games.Both && len(choosers) == 1 {
					chooser = choosers[0]
				}
				o.Plies = naivePlies(info, chooser, o, outcomes)
			}
		}
		memo[s] = o
		return o
	}
	return valueOf
}

// naiveMean returns the outcome of a state where chance moves.
func naiveMean(odds []uint32, children []value.Outcome, roles int) value.Outcome {
	o := value.Outcome{Remoteness: -1}
	total := new(big.Rat)
	for _, n := range odds {
		total.Add(total, big.NewRat(int64(n), 1))
	}
	plies := new(big.Rat)
	solved := true
	for i, c := range children {
		p := new(big.Rat).Quo(big.NewRat(int64(odds[i]), 1), total)
		if solved = solved && c.Payoff[0] != nil; c.Plies < 0 {
			plies = nil
		}
		if plies != nil {
			plies.Add(plies, new(big.Rat).Mul(p, big.NewRat(c.Plies, 1)))
		}
		for role := range roles {
			if o.Security[role] == nil {
				o.Security[role], o.Payoff[role] = new(big.Rat), new(big.Rat)
			}
			o.Security[role].Add(o.Security[role], new(big.Rat).Mul(p, c.Security[role]))
			if solved {
				o.Payoff[role].Add(o.Payoff[role], new(big.Rat).Mul(p, c.Payoff[role]))
			}
		}
	}
	if !solved {
		o.Payoff = value.Payoffs{}
	}
	o.Plies = -1
	if plies != nil {
		o.Plies = new(big.Int).Div(plies.Num(), plies.Denom()).Int64() + value.PlyUnit
	}
	return o
}

// naivePlies returns the expected number of plies of a state where chooser takes one of its
// best moves: the shortest play if it gains, and the longest otherwise.
func naivePlies(info *games.Info, chooser int, o value.Outcome, children []value.Outcome) int64 {
	gains := new(big.Rat).Add(o.Payoff[chooser], o.Payoff[chooser]).Cmp(big.NewRat(int64(info.Total), 1)) >= 0
	plies, found := int64(0), false
	for _, c := range children {
		if c.Payoff[chooser].Cmp(o.Payoff[chooser]) != 0 {
			continue
		}
		better := c.Plies < plies && c.Plies >= 0 || plies < 0
		if !gains {
			better = plies >= 0 && (c.Plies < 0 || c.Plies > plies)
		}
		if !found || better {
			plies, found = c.Plies, true
		}
	}
	if plies < 0 {
		return -1
	}
	return plies + value.PlyUnit
}

// naiveTerminal returns the outcome of a terminal state.
func naiveTerminal(p games.Payoff, roles int) value.Outcome {
	o := value.Outcome{Pure: p, Joint: p}
	for role := range max(2, roles) {
		o.Payoff[role] = big.NewRat(int64(p[role]), 1)
	}
	o.Security = o.Payoff
	return o
}

// naiveChoice returns the outcome of a state where only mover has a choice.
func naiveChoice(info *games.Info, mover int, children []value.Outcome) value.Outcome {
	kind, roles := value.KindOf(info), max(2, len(info.Roles))
	o := children[0]
	unsolved := false
	for i, c := range children {
		if unsolved = unsolved || c.Payoff[0] == nil; i == 0 {
			continue
		}
		if !unsolved && naivePrefers(info, mover, c, o) {
			o.Payoff, o.Remoteness = c.Payoff, c.Remoteness
		}
		for role := range roles {
			order := c.Security[role].Cmp(o.Security[role])
			if role == mover {
				o.Pure[role] = max(o.Pure[role], c.Pure[role])
				order = -order
			} else {
				o.Pure[role] = min(o.Pure[role], c.Pure[role])
			}
			if order < 0 {
				o.Security[role] = c.Security[role]
			}
		}
		if naiveJointBetter(c.Joint, o.Joint, roles) {
			o.Joint = c.Joint
		}
	}
	switch {
	case unsolved:
		o.Payoff, o.Remoteness = value.Payoffs{}, -1
	case kind == value.Alternating: // the joint payoff equals the value
		joint := games.Payoff{int16(o.Payoff[0].Num().Int64()), int16(o.Payoff[1].Num().Int64())}
		o.Pure, o.Joint = joint, joint
		o.Remoteness++
	case kind == value.Simultaneous: // only terminal states have a remoteness and a joint payoff
		o.Joint, o.Remoteness = games.Payoff{}, -1
	case o.Remoteness >= 0:
		o.Remoteness++
	}
	return o
}

// naivePrefers reports whether mover prefers a to b.
func naivePrefers(info *games.Info, mover int, a, b value.Outcome) bool {
	if c := a.Payoff[mover].Cmp(b.Payoff[mover]); c != 0 {
		return c > 0
	}
	if value.KindOf(info) == value.Alternating {
		twice := new(big.Rat).Add(a.Payoff[mover], a.Payoff[mover])
		if twice.Cmp(big.NewRat(int64(info.Total), 1)) >= 0 {
			return a.Remoteness < b.Remoteness
		}
		return a.Remoteness > b.Remoteness
	}
	return naiveShares(a, b, max(2, len(info.Roles)))
}

// naiveShares reports whether a is jointly better than b. It compares the sums
// (greater is better), the spreads (smaller is better), the payoffs of role 0,
// role 1 and so on, and the lengths (shorter is better).
func naiveShares(a, b value.Outcome, roles int) bool {
	total := func(o value.Outcome) *big.Rat {
		sum := new(big.Rat)
		for role := range roles {
			sum.Add(sum, o.Payoff[role])
		}
		return sum
	}
	spread := func(o value.Outcome) *big.Rat { // greatest difference between two roles
		widest := new(big.Rat)
		for i := range roles {
			for j := range roles {
				if d := new(big.Rat).Sub(o.Payoff[i], o.Payoff[j]); d.Cmp(widest) > 0 {
					widest = d
				}
			}
		}
		return widest
	}
	if c := total(a).Cmp(total(b)); c != 0 {
		return c > 0
	}
	if c := spread(a).Cmp(spread(b)); c != 0 {
		return c < 0
	}
	for role := range roles {
		if c := a.Payoff[role].Cmp(b.Payoff[role]); c != 0 {
			return c > 0
		}
	}
	return a.Remoteness >= 0 && (b.Remoteness < 0 || a.Remoteness < b.Remoteness)
}

// naiveJointBetter reports whether a is a better joint payoff than b.
func naiveJointBetter(a, b games.Payoff, roles int) bool {
	return naiveShares(value.Outcome{Payoff: naiveTerminal(a, roles).Payoff}, value.Outcome{Payoff: naiveTerminal(b, roles).Payoff}, roles)
}

// naiveJoint sets the fields of an outcome that depend on pure strategies and
// pure equilibria, using their definitions. The state has more than two roles,
// and several of them have a choice at the same time.
func naiveJoint(o *value.Outcome, moves []int, choosers int, children []value.Outcome) {
	roles := len(moves)
	// joint returns the moves of all roles that lead to a child.
	joint := func(at int) []int {
		list := make([]int, roles)
		for role := roles - 1; role >= 0; role-- {
			list[role] = at % moves[role]
			at /= moves[role]
		}
		return list
	}
	// differ reports whether the joint moves to children a and b differ in the
	// move of a role other than except.
	differ := func(a, b, except int) bool {
		x, y := joint(a), joint(b)
		x[except], y[except] = 0, 0
		return !slices.Equal(x, y)
	}
	o.Joint = children[0].Joint
	solved := true
	for _, c := range children {
		if solved = solved && c.Payoff[0] != nil; naiveJointBetter(c.Joint, o.Joint, roles) {
			o.Joint = c.Joint
		}
	}
	for role := range roles {
		lows := make([]int16, moves[role])
		for i := range lows {
			lows[i] = math.MaxInt16
		}
		for at, c := range children {
			move := joint(at)[role]
			lows[move] = min(lows[move], c.Pure[role])
		}
		o.Pure[role] = slices.Max(lows)
	}
	var best *value.Outcome
	for at := range children {
		stable := solved
		for other := range children {
			for role := range roles {
				if stable && !differ(at, other, role) && children[other].Payoff[role].Cmp(children[at].Payoff[role]) > 0 {
					stable = false
				}
			}
		}
		if stable && (best == nil || naiveShares(children[at], *best, roles)) {
			best = &children[at]
		}
	}
	switch {
	case best != nil:
		o.Payoff, o.Remoteness = best.Payoff, best.Remoteness
		if o.Remoteness >= 0 {
			o.Remoteness++
		}
	case choosers > 2 || !solved:
		o.Payoff, o.Remoteness = value.Payoffs{}, -1
	}
}

// Reachable returns the start and all states that are reachable from it.
func Reachable[S games.State](g games.Game[S]) []S {
	seen := map[S]bool{g.Start(): true}
	queue := []S{g.Start()}
	for i := 0; i < len(queue); i++ {
		children, _ := g.Expand(nil, nil, queue[i:i+1])
		for _, c := range children {
			if !seen[c] {
				seen[c] = true
				queue = append(queue, c)
			}
		}
	}
	return queue
}
