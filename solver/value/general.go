package value

import (
	"cmp"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/matrix"
)

// A general-sum game is solved by backward induction to one subgame-perfect
// equilibrium. Which one, where there are several:
//
//   - Where one role has the choice, it takes a child with its greatest payoff;
//     of these one with the greatest sum of payoffs, which with two roles is the
//     greatest payoff of the other one; with more roles, of these the most equal
//     payoffs (the least difference between the greatest and the least), and of
//     these the best for role 0, then for role 1 and so on; of these the nearest to
//     the end (a way that depends on chance counts as the farthest); of these the
//     first in move order.
//   - Where several choose at once, the pure equilibrium of the stage (the payoffs
//     of the children being what the children are worth) with the greatest sum
//     of payoffs; of these the one with the most equal payoffs; of these the
//     best for role 0, then for role 1 and so on; of these the nearest to the end; of
//     these the first, in the order of Expand. So the payoff does not depend on the
//     order of moves.
//   - Without a pure equilibrium, where two roles choose, the mixed one that the method
//     of Lemke and Howson finds; its payoffs are the exact expected ones. Where more
//     choose, mixed equilibria need not be fractions: the state is not solved, and no
//     state is that leads to it.
//
// What a role secures alone is the value of the game in which all others together keep
// it down, with a common plan.

// newGeneralRule returns a rule for states of general-sum games, for one worker.
func newGeneralRule(in *interner) *ruleMemo {
	var s stage
	return newRuleMemo(in, func(shape []int32, children []*internEntry) Outcome {
		s.children = s.children[:0]
		for _, c := range children {
			s.children = append(s.children, &c.Outcome)
		}
		s.sizes = games.Sizes(s.sizes[:0], shape, len(children))
		s.count()
		o, _ := s.general()
		return o
	})
}

// choosers are the roles that have several moves.
func (s *stage) choosers() (roles []int) {
	for role, n := range s.sizes {
		if n > 1 {
			roles = append(roles, role)
		}
	}
	return roles
}

// general works out a stage of a general-sum game. The strategies are nil where at most
// one role has a choice, and where it is not solved.
func (s *stage) general() (o Outcome, strategies [games.MaxRoles][]*big.Rat) {
	o = Outcome{Security: s.mixedSecurity(), Pure: s.pureSecurity(), Joint: s.bestJoint(), Remoteness: -1}
	if slices.ContainsFunc(s.different, func(c *Outcome) bool { return !c.Solved() }) {
		return o, strategies
	}
	choosers := s.choosers()
	if len(choosers) < 2 {
		mover, best := 0, s.children[0]
		if len(choosers) == 1 {
			mover = choosers[0]
		}
		for _, c := range s.children[1:] {
			if prefer(mover, c, best) < 0 {
				best = c
			}
		}
		o.Payoff, o.Remoteness = best.Payoff, oneMore(best.Remoteness)
		return o, strategies
	}
	if equilibria := s.pureEquilibria(); len(equilibria) > 0 {
		best := equilibria[0]
		s.seen = append(s.seen[:0], s.number[best])
		for _, e := range equilibria[1:] {
			if slices.Contains(s.seen, s.number[e]) {
				continue
			}
			s.seen = append(s.seen, s.number[e])
			if compareEquilibria(s.children[e], s.children[best]) < 0 {
				best = e
			}
		}
		o.Payoff, o.Remoteness = s.children[best].Payoff, oneMore(s.children[best].Remoteness)
		for role, n := range s.sizes {
			strategies[role] = matrix.Pure(n, s.moveOf(role, best))
		}
		return o, strategies
	}
	if len(choosers) > 2 {
		return o, strategies
	}
	first, second := choosers[0], choosers[1]
	x, y := matrix.MixedEquilibrium(s.sizes[first], s.sizes[second], s.payoffsOf(first), s.payoffsOf(second))
	for role, n := range s.sizes {
		strategies[role] = matrix.Pure(n, 0)
	}
	strategies[first], strategies[second] = x, y
	for role := range s.sizes {
		o.Payoff[role] = expected(x, y, s.payoffsOf(role))
	}
	return o, strategies
}

// compareEquilibria orders pure equilibria, the one to choose first.
func compareEquilibria(a, b *Outcome) int {
	return cmp.Or(comparePayoffs(a, b), compareRemoteness(a.Remoteness, b.Remoteness))
}

// comparePayoffs puts the greater sum first, then the more equal payoffs, then those that
// are better for role 0, for role 1 and so on.
func comparePayoffs(a, b *Outcome) int {
	sum := func(o *Outcome) *big.Rat {
		total := new(big.Rat)
		for _, p := range o.Payoff.list() {
			total.Add(total, p)
		}
		return total
	}
	spread := func(o *Outcome) *big.Rat {
		list := o.Payoff.list()
		return new(big.Rat).Sub(slices.MaxFunc(list, compareRats), slices.MinFunc(list, compareRats))
	}
	return cmp.Or(
		sum(b).Cmp(sum(a)),
		spread(a).Cmp(spread(b)),
		slices.CompareFunc(b.Payoff.list(), a.Payoff.list(), compareRats),
	)
}

// bestJoint is the best joint outcome among those of the children.
func (s *stage) bestJoint() games.Payoff {
	best := s.different[0].Joint
	for _, o := range s.different[1:] {
		if CompareJoint(o.Joint[:len(s.sizes)], best[:len(s.sizes)]) < 0 {
			best = o.Joint
		}
	}
	return best
}

// CompareJoint orders joint payoffs, the best first: the greater sum, then the more equal
// payoffs, then the greater payoff of role 0, of role 1 and so on.
func CompareJoint(a, b []int16) int {
	sum := func(p []int16) (total int) {
		for _, x := range p {
			total += int(x)
		}
		return total
	}
	spread := func(p []int16) int { return int(slices.Max(p)) - int(slices.Min(p)) }
	return cmp.Or(cmp.Compare(sum(b), sum(a)), cmp.Compare(spread(a), spread(b)), slices.Compare(b, a))
}

// payoffsOf lists one role's payoffs.
func (s *stage) payoffsOf(role int) []*big.Rat {
	p := make([]*big.Rat, len(s.children))
	for i, c := range s.children {
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
