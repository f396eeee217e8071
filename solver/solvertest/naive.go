// Package solvertest holds what the tests of the solvers share.
//
// Naive, SolveNaively and NaiveCyclic are slow reference solvers that use none of the
// solvers' code. Beside them there are random games, stores in memory, and games that
// count or interrupt calls.
package solvertest

import (
	"math/big"

	"zermelo/games"
	"zermelo/solver/value"
)

// Naive is the reference solver of the solvers: it returns a function that values any
// state of an acyclic game of any kind by plain recursion with a memo, as the
// state's own roles see it. It uses no symmetry, no layers and nothing of the
// solvers, with one exception: a state where both roles have a choice is left
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
		switch mover, rows := games.Stage(g, s, len(children)); {
		case len(children) == 0:
			o = naiveEnd(g.Payoffs(nil, []S{s})[0])
		case mover == 0 || rows == len(children):
			o = naiveChoice(info, 0, outcomes)
		case mover == 1 || rows == 1:
			o = naiveChoice(info, 1, outcomes)
		default:
			o = value.Analyze(value.KindOf(info), info.Total, rows, outcomes).Value
		}
		memo[s] = o
		return o
	}
	return valueOf
}

// naiveEnd is the outcome where the game is over.
func naiveEnd(p games.Payoff) value.Outcome {
	a, b := big.NewRat(int64(p[0]), 1), big.NewRat(int64(p[1]), 1)
	return value.Outcome{
		Payoff: [games.MaxRoles]*big.Rat{a, b}, Security: [games.MaxRoles]*big.Rat{a, b},
		Pure: p, Joint: p,
	}
}

// naiveChoice is the outcome where one role, the mover, has all the choice.
func naiveChoice(info *games.Info, mover int, children []value.Outcome) value.Outcome {
	kind, other := value.KindOf(info), 1-mover
	o := children[0]
	for _, c := range children[1:] {
		if naivePrefers(info, mover, c, o) {
			o.Payoff, o.Remoteness = c.Payoff, c.Remoteness
		}
		if c.Security[mover].Cmp(o.Security[mover]) > 0 {
			o.Security[mover] = c.Security[mover]
		}
		if c.Security[other].Cmp(o.Security[other]) < 0 {
			o.Security[other] = c.Security[other]
		}
		o.Pure[mover] = max(o.Pure[mover], c.Pure[mover])
		o.Pure[other] = min(o.Pure[other], c.Pure[other])
		if naiveJointBetter(c.Joint, o.Joint) {
			o.Joint = c.Joint
		}
	}
	switch {
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
	if c := a.Payoff[1-mover].Cmp(b.Payoff[1-mover]); c != 0 {
		return c > 0
	}
	return a.Remoteness >= 0 && (b.Remoteness < 0 || a.Remoteness < b.Remoteness)
}

// naiveJointBetter reports whether a is the better joint outcome.
func naiveJointBetter(a, b games.Payoff) bool {
	total := func(p games.Payoff) int { return int(p[0]) + int(p[1]) }
	apart := func(p games.Payoff) int { d := int(p[0]) - int(p[1]); return d * d }
	if total(a) != total(b) {
		return total(a) > total(b)
	}
	if apart(a) != apart(b) {
		return apart(a) < apart(b)
	}
	return a[0] > b[0]
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
