// Package solvertest holds what the tests of the solvers share.
//
// Naive, SolveNaively and NaiveCyclic are slow reference solvers that use none of the
// solvers' code. Beside them there are random games, stores in memory, and games that
// count or interrupt calls.
package solvertest

import (
	"math"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// Naive is the reference solver of the solvers: it returns a function that values any
// state of an acyclic game of any kind by plain recursion with a memo, as the
// state's own roles see it. It uses no symmetry, no layers and nothing of the
// solvers, with one exception: a state where several roles have a choice is left
// to Analyze, whose matrix games have a reference of their own.
//
// Cost: microseconds and some hundred bytes a state. The function is not safe
// for concurrent use. Remoteness is not cut off at 65535 plies here.
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
			o = naiveEnd(g.Payoffs(nil, []S{s})[0], len(info.Roles))
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
		memo[s] = o
		return o
	}
	return valueOf
}

// naiveEnd is the outcome where the game is over.
func naiveEnd(p games.Payoff, roles int) value.Outcome {
	o := value.Outcome{Pure: p, Joint: p}
	for role := range max(2, roles) {
		o.Payoff[role] = big.NewRat(int64(p[role]), 1)
	}
	o.Security = o.Payoff
	return o
}

// naiveChoice is the outcome where one role, the mover, has all the choice.
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
	case kind == value.Alternating: // where the joint outcome is not kept: it is the value
		joint := games.Payoff{int16(o.Payoff[0].Num().Int64()), int16(o.Payoff[1].Num().Int64())}
		o.Pure, o.Joint = joint, joint
		o.Remoteness++
	case kind == value.Simultaneous: // where only the end has a remoteness and a joint outcome
		o.Joint, o.Remoteness = games.Payoff{}, -1
	case o.Remoteness >= 0:
		o.Remoteness++
	}
	return o
}

// naivePrefers reports whether a mover takes a rather than b.
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

// naiveShares reports whether a is better for all together than b: greater sum, smaller
// range, better for the first role, shorter.
func naiveShares(a, b value.Outcome, roles int) bool {
	total := func(o value.Outcome) *big.Rat {
		sum := new(big.Rat)
		for role := range roles {
			sum.Add(sum, o.Payoff[role])
		}
		return sum
	}
	apart := func(o value.Outcome) *big.Rat { // the greatest difference of two roles
		most := new(big.Rat)
		for one := range roles {
			for two := range roles {
				if d := new(big.Rat).Sub(o.Payoff[one], o.Payoff[two]); d.Cmp(most) > 0 {
					most = d
				}
			}
		}
		return most
	}
	if c := total(a).Cmp(total(b)); c != 0 {
		return c > 0
	}
	if c := apart(a).Cmp(apart(b)); c != 0 {
		return c < 0
	}
	for role := range roles {
		if c := a.Payoff[role].Cmp(b.Payoff[role]); c != 0 {
			return c > 0
		}
	}
	return a.Remoteness >= 0 && (b.Remoteness < 0 || a.Remoteness < b.Remoteness)
}

// naiveJointBetter reports whether a is the better joint outcome.
func naiveJointBetter(a, b games.Payoff, roles int) bool {
	return naiveShares(value.Outcome{Payoff: naiveEnd(a, roles).Payoff}, value.Outcome{Payoff: naiveEnd(b, roles).Payoff}, roles)
}

// naiveJoint puts into the outcome of a state of more than two roles, where several choose
// at once, what pure strategies and pure equilibria give by their definitions.
func naiveJoint(o *value.Outcome, moves []int, choosers int, children []value.Outcome) {
	roles := len(moves)
	// joint lists the moves of all roles at a child.
	joint := func(at int) []int {
		list := make([]int, roles)
		for role := roles - 1; role >= 0; role-- {
			list[role] = at % moves[role]
			at /= moves[role]
		}
		return list
	}
	// differ reports whether two children differ in moves of other roles than one.
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

// Reachable lists the states that can be reached from the start.
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
