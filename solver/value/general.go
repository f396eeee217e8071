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
		o, _ := s.general()
		return o
	})
}

// stage is a state with the outcomes of its children: a matrix with a dimension for each
// role, the last role's move changing fastest.
type stage struct {
	sizes    []int // how many moves each role has
	children []*Outcome

	game      matrix.Game // what follows is room
	fractions []matrix.Fraction
	own       []*big.Rat
}

func stageOf(shape []int32, children []*Outcome) *stage {
	return &stage{sizes: games.Sizes(nil, shape, len(children)), children: children}
}

// line is the place of a role's first move at the joint move number at, and how far its
// moves are apart.
func (s *stage) line(role, at int) (first, step int) {
	step = 1
	for _, n := range s.sizes[role+1:] {
		step *= n
	}
	return at - at/step%s.sizes[role]*step, step
}

// moveOf is the move of a role in a joint move.
func (s *stage) moveOf(role, at int) int {
	first, step := s.line(role, at)
	return (at - first) / step
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
	if slices.ContainsFunc(s.children, func(c *Outcome) bool { return !c.Solved() }) {
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
		for _, e := range equilibria[1:] {
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

// pureEquilibria lists the joint moves that no role gains by leaving alone, in order.
func (s *stage) pureEquilibria() (list []int) {
	if len(s.sizes) == 2 {
		for _, e := range matrix.PureEquilibria(s.sizes[0], s.sizes[1], s.payoffsOf(0), s.payoffsOf(1)) {
			list = append(list, e[0]*s.sizes[1]+e[1])
		}
		return list
	}
joint:
	for at, here := range s.children {
		for role, n := range s.sizes {
			for first, step := s.line(role, at); n > 0; n-- {
				if compareRats(s.children[first].Payoff[role], here.Payoff[role]) > 0 {
					continue joint
				}
				first += step
			}
		}
		list = append(list, at)
	}
	return list
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

// mixedSecurity is what each role can secure in a stage with a mixed strategy, given what
// it can secure later: the value of the game in which the others do nothing but keep it
// down.
func (s *stage) mixedSecurity() (security Payoffs) {
	sole := len(s.choosers()) < 2
	for role, n := range s.sizes {
		others := len(s.children) / n
		if n == 1 || sole { // the others choose, or nobody else
			best := s.children[0].Security[role]
			for _, c := range s.children[1:] {
				if order := compareRats(c.Security[role], best); n == 1 && order < 0 || n > 1 && order > 0 {
					best = c.Security[role]
				}
			}
			security[role] = best
			continue
		}
		_, step := s.line(role, 0)
		s.own = s.own[:0]
		for move := range n {
			for block := move * step; block < len(s.children); block += n * step {
				for _, c := range s.children[block : block+step] {
					s.own = append(s.own, c.Security[role])
				}
			}
		}
		security[role] = s.worth(n, others, s.own)
	}
	return security
}

// worth is the value of a matrix game, which may be one of the entries.
func (s *stage) worth(rows, cols int, a []*big.Rat) *big.Rat {
	s.fractions = s.fractions[:0]
	for _, r := range a {
		s.fractions = append(s.fractions, fractionOf(r))
	}
	v, ok := s.game.SolveFractions(rows, cols, s.fractions)
	if !ok {
		return s.game.Solve(rows, cols, a)
	}
	if row, col, ok := s.game.Saddle(); ok {
		return a[row*cols+col]
	}
	return v
}

// fractionOf is r where it fits.
func fractionOf(r *big.Rat) matrix.Fraction {
	switch {
	case r == nil || !r.Num().IsInt64():
		return matrix.Fraction{}
	case r.IsInt():
		return matrix.Fraction{Num: r.Num().Int64(), Den: 1}
	case !r.Denom().IsInt64():
		return matrix.Fraction{}
	}
	return matrix.Fraction{Num: r.Num().Int64(), Den: r.Denom().Int64()}
}

// pureSecurity is what each role can secure in a stage by a single move, given
// what it can secure with pure strategies later.
func (s *stage) pureSecurity() games.Payoff {
	var p games.Payoff
	for role, n := range s.sizes {
		_, step := s.line(role, 0)
		for move := range n {
			low := s.children[move*step].Pure[role]
			for block := move * step; block < len(s.children); block += n * step {
				for _, o := range s.children[block : block+step] {
					low = min(low, o.Pure[role])
				}
			}
			if move == 0 || low > p[role] {
				p[role] = low
			}
		}
	}
	return p
}

// bestJoint is the best joint outcome among those of the children.
func (s *stage) bestJoint() games.Payoff {
	best := s.children[0].Joint
	for _, o := range s.children[1:] {
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
