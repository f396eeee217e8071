package value

import (
	"cmp"
	"math/big"

	"zermelo/games"
	"zermelo/solver/matrix"
)

// A general-sum game is solved by backward induction to one subgame-perfect
// equilibrium. Which one, where there are several:
//
//   - Where one role has the choice, it takes a child with its greatest payoff;
//     of these one with the greatest payoff of the other role; of these the
//     nearest to the end (a way that depends on chance counts as the farthest);
//     of these the first in move order.
//   - Where both choose at once, the pure equilibrium of the stage (the payoffs
//     of the children being what the children are worth) with the greatest sum
//     of payoffs; of these the one with the most equal payoffs; of these the
//     best for role 0; of these the nearest to the end; of these the first, row
//     by row. So the payoff does not depend on the order of moves.
//   - Without a pure equilibrium, the mixed one that the method of Lemke and
//     Howson finds; its payoffs are the exact expected ones.

// newGeneralRule returns a rule for states of general-sum games, for one worker.
func newGeneralRule(in *interner) *ruleMemo {
	var outcomes []*Outcome
	return newRuleMemo(in, func(rows int, children []*internEntry) Outcome {
		outcomes = outcomes[:0]
		for _, c := range children {
			outcomes = append(outcomes, &c.Outcome)
		}
		o, _ := generalOutcome(rows, outcomes)
		return o
	})
}

// generalOutcome works out a stage of a general-sum game. The strategies are
// nil where at most one role has a choice.
func generalOutcome(rows int, children []*Outcome) (o Outcome, strategies [games.MaxRoles][]*big.Rat) {
	if rows == 1 || rows == len(children) {
		return soleChoice(MoverOf(rows, len(children)), rows, children), strategies
	}
	cols := len(children) / rows
	o.Pure, o.Joint = pureSecurity(rows, children), bestJoint(children)
	o.Security = mixedSecurity(rows, children)
	a, b := payoffsOf(children, 0), payoffsOf(children, 1)
	if equilibria := matrix.PureEquilibria(rows, cols, a, b); len(equilibria) > 0 {
		best := equilibria[0]
		for _, e := range equilibria[1:] {
			if compareEquilibria(children[e[0]*cols+e[1]], children[best[0]*cols+best[1]]) < 0 {
				best = e
			}
		}
		child := children[best[0]*cols+best[1]]
		o.Payoff, o.Remoteness = child.Payoff, oneMore(child.Remoteness)
		for role, n := range [games.MaxRoles]int{rows, cols} {
			strategies[role] = matrix.Pure(n, best[role])
		}
		return o, strategies
	}
	x, y := matrix.MixedEquilibrium(rows, cols, a, b)
	o.Payoff = [games.MaxRoles]*big.Rat{expected(x, y, a), expected(x, y, b)}
	o.Remoteness = -1
	strategies = [games.MaxRoles][]*big.Rat{x, y}
	return o, strategies
}

// soleChoice is the outcome where only mover has a choice.
func soleChoice(mover, rows int, children []*Outcome) Outcome {
	best := children[0]
	security := best.Security
	for _, c := range children[1:] {
		if prefer(mover, c, best) < 0 {
			best = c
		}
		if c.Security[mover].Cmp(security[mover]) > 0 {
			security[mover] = c.Security[mover]
		}
		if c.Security[1-mover].Cmp(security[1-mover]) < 0 {
			security[1-mover] = c.Security[1-mover]
		}
	}
	return Outcome{
		Payoff: best.Payoff, Security: security,
		Pure: pureSecurity(rows, children), Joint: bestJoint(children),
		Remoteness: oneMore(best.Remoteness),
	}
}

// compareEquilibria orders pure equilibria, the one to choose first.
func compareEquilibria(a, b *Outcome) int {
	sum := func(o *Outcome) *big.Rat { return new(big.Rat).Add(o.Payoff[0], o.Payoff[1]) }
	spread := func(o *Outcome) *big.Rat {
		d := new(big.Rat).Sub(o.Payoff[0], o.Payoff[1])
		return d.Abs(d)
	}
	return cmp.Or(
		sum(b).Cmp(sum(a)),
		spread(a).Cmp(spread(b)),
		b.Payoff[0].Cmp(a.Payoff[0]),
		compareRemoteness(a.Remoteness, b.Remoteness),
	)
}

// mixedSecurity is what each role can secure in a stage with a mixed strategy,
// given what it can secure later: the value of the game in which the other role
// does nothing but keep it down.
func mixedSecurity(rows int, children []*Outcome) (security [games.MaxRoles]*big.Rat) {
	cols := len(children) / rows
	own := make([]*big.Rat, len(children))
	for n, c := range children {
		own[n] = c.Security[0]
	}
	security[0], _, _ = matrix.Solve(rows, cols, own)
	for n, c := range children {
		own[n%cols*rows+n/cols] = c.Security[1]
	}
	security[1], _, _ = matrix.Solve(cols, rows, own)
	return security
}

// payoffsOf lists one role's payoffs.
func payoffsOf(children []*Outcome, role int) []*big.Rat {
	p := make([]*big.Rat, len(children))
	for i, c := range children {
		p[i] = c.Payoff[role]
	}
	return p
}

// expected is the mean of a where rows and columns are drawn from x and y.
func expected(x, y, a []*big.Rat) *big.Rat {
	mean, term := new(big.Rat), new(big.Rat)
	for i, p := range x {
		for j, q := range y {
			mean.Add(mean, term.Mul(term.Mul(p, q), a[i*len(y)+j]))
		}
	}
	return mean
}
