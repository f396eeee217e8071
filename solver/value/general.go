package value

import (
	"cmp"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/matrix"
)

// A general-sum game is solved by backward induction. The result is one
// subgame-perfect equilibrium, which is selected as follows:
//
//   - If one role has a choice, it takes a child with the greatest payoff for itself. Ties
//     are broken by the greatest sum of payoffs. With two roles, this is the greatest payoff
//     of the other role. With more roles, further ties are broken by the most equal payoffs
//     (the least difference between the greatest and the least), then by the payoffs of role
//     0, role 1 and so on. The remaining ties are broken by the least remoteness, then by the
//     order of moves. A result that depends on chance counts as the most remote.
//   - If several roles choose simultaneously, the result is the pure equilibrium of the stage
//     game with the greatest sum of payoffs. Ties are broken by the most equal payoffs, then by
//     the payoffs of role 0, role 1 and so on, then by the least remoteness, then by the order
//     of Expand. The payoffs therefore do not depend on the order of moves.
//   - If no pure equilibrium exists and two roles choose, the result is the mixed equilibrium
//     found by the algorithm of Lemke and Howson, with exact expected payoffs. If more roles
//     choose, mixed equilibria may be irrational. In this case, the state and all states that
//     lead to it are not solved.
//
// The security level of a role is the value of the game where all other
// roles cooperate to minimize its payoff.

func newGeneralRule(in *interner) *ruleMemo {
	var s stage
	return newRuleMemo(in, func(shape []int32, children []*internEntry) Outcome {
		s.children = s.children[:0]
		for _, c := range children {
			s.children = append(s.children, &c.Outcome)
		}
		s.sizes = games.Sizes(s.sizes[:0], shape, len(children))
		s.findUnique()
		o, _ := s.general()
		if in.stochastic {
			o.Plies = -1
		}
		return o
	})
}

func (s *stage) choosers() (roles []int) {
	for role, n := range s.sizes {
		if n > 1 {
			roles = append(roles, role)
		}
	}
	return roles
}

// general solves a stage. The strategies are nil if fewer than two roles have a
// choice or the stage is not solved.
func (s *stage) general() (o Outcome, strategies [games.MaxRoles][]*big.Rat) {
	o = Outcome{Security: s.mixedSecurity(), Pure: s.pureSecurity(), Joint: s.bestJoint(), Remoteness: -1}
	if slices.ContainsFunc(s.unique, func(c *Outcome) bool { return !c.Solved() }) {
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
		o.Payoff, o.Remoteness = best.Payoff, addPly(best.Remoteness)
		return o, strategies
	}
	if equilibria := s.pureEquilibria(); len(equilibria) > 0 {
		best := equilibria[0]
		s.seen = append(s.seen[:0], s.uniqueIndex[best])
		for _, e := range equilibria[1:] {
			if slices.Contains(s.seen, s.uniqueIndex[e]) {
				continue
			}
			s.seen = append(s.seen, s.uniqueIndex[e])
			if compareEquilibria(s.children[e], s.children[best]) < 0 {
				best = e
			}
		}
		o.Payoff, o.Remoteness = s.children[best].Payoff, addPly(s.children[best].Remoteness)
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

// compareEquilibria returns a negative number if pure equilibrium a is preferred to
// b.
func compareEquilibria(a, b *Outcome) int {
	return cmp.Or(comparePayoffs(a, b), compareRemoteness(a.Remoteness, b.Remoteness))
}

// comparePayoffs compares outcomes by descending sum of payoffs, then by
// ascending spread, then by descending payoff of role 0, role 1 and so on.
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

func (s *stage) bestJoint() games.Payoff {
	best := s.unique[0].Joint
	for _, o := range s.unique[1:] {
		if CompareJoint(o.Joint[:len(s.sizes)], best[:len(s.sizes)]) < 0 {
			best = o.Joint
		}
	}
	return best
}

// CompareJoint compares joint payoffs by sum, then by spread, then by the payoffs of
// role 0, role 1 and so on. A greater sum, a smaller spread or a greater payoff is
// better. The result is negative if a is better.
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

func (s *stage) payoffsOf(role int) []*big.Rat {
	p := make([]*big.Rat, len(s.children))
	for i, c := range s.children {
		p[i] = c.Payoff[role]
	}
	return p
}

// expected returns the mean entry of matrix a if the row is drawn from x and the
// column from y.
func expected(x, y, a []*big.Rat) *big.Rat {
	mean, term := new(big.Rat), new(big.Rat)
	for i, p := range x {
		for j, q := range y {
			mean.Add(mean, term.Mul(term.Mul(p, q), a[i*len(y)+j]))
		}
	}
	return mean
}
