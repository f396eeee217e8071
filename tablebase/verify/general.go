package verify

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// verifyGeneral verifies a state of a general-sum game against the definition of its outcome.
//
// If only one role has a choice, the outcome is that of the best child. The best child gives this
// role the greatest payoff; betterShares breaks ties. If several roles have a choice, the outcome
// is that of the pure equilibrium preferred by betterShares. If there is no pure equilibrium and
// two roles have a choice, it is the outcome of a mixed equilibrium. The state is unsolved if a
// child is unsolved, or if three or more roles have a choice and there is no pure equilibrium.
func verifyGeneral(shape []int32, children []value.Outcome, o value.Outcome) string {
	s := newJoint(shape, children)
	if finding := cmp.Or(s.verifyJoint(o), s.verifySecured(o)); finding != "" {
		return finding
	}
	var choosers []int
	for role, n := range s.sizes {
		if n > 1 {
			choosers = append(choosers, role)
		}
	}
	if slices.ContainsFunc(children, func(c value.Outcome) bool { return !c.Solved() }) {
		return notSolved("a child is unsolved", o)
	}
	if len(choosers) < 2 {
		role := 0
		if len(choosers) == 1 {
			role = choosers[0]
		}
		best := &children[0]
		for i := range children {
			if order := children[i].Payoff[role].Cmp(best.Payoff[role]); order > 0 || order == 0 && betterShares(&children[i], best) {
				best = &children[i]
			}
		}
		return agrees("the best move", *best, o)
	}
	stable := s.stable()
	var best *value.Outcome
	for at := range children {
		if stable[at] && (best == nil || betterShares(&children[at], best)) {
			best = &children[at]
		}
	}
	switch {
	case best != nil:
		return agrees("the best pure equilibrium", *best, o)
	case len(choosers) > 2:
		return notSolved("there is no pure equilibrium", o)
	}
	return s.verifyMixed(shape, choosers[0], choosers[1], o)
}

// joint is a state of a general-sum game. It is a matrix with one dimension per role; the last
// role's move varies fastest.
type joint struct {
	sizes    []int
	children []value.Outcome
}

func newJoint(shape []int32, children []value.Outcome) *joint {
	return &joint{games.Sizes(nil, shape, len(children)), children}
}

// verifySecured checks each role's security levels in mixed and in pure strategies.
func (s *joint) verifySecured(o value.Outcome) string {
	pure := games.Payoff{}
	for role := range s.sizes {
		v := s.view(role)
		pure[role] = v.pure(0, role)
		level := func(c *value.Outcome) *big.Rat { return c.Security[role] }
		if finding := v.verifyValue(fmt.Sprintf("security of role %d,", role), level, o.Security[role]); finding != "" {
			return finding
		}
	}
	if pure != o.Pure {
		return fmt.Sprintf("pure strategies secure %v, but the table has %v", pure[:len(s.sizes)], o.Pure[:len(s.sizes)])
	}
	return ""
}

// view returns the state as a matrix game in which the given role chooses the row and all other
// roles jointly choose the column.
func (s *joint) view(role int) *stage {
	v := &stage{s.sizes[role], len(s.children) / s.sizes[role], nil}
	for _, list := range s.places(role) {
		for _, at := range list {
			v.children = append(v.children, s.children[at])
		}
	}
	return v
}

// places returns, for each move of a role, the indexes of all joint moves that include it.
func (s *joint) places(role int) [][]int {
	lists, after := make([][]int, s.sizes[role]), 1
	for _, n := range s.sizes[role+1:] {
		after *= n
	}
	for at := range s.children {
		move := at / after % s.sizes[role]
		lists[move] = append(lists[move], at)
	}
	return lists
}

// stable reports for each joint move whether it is a pure equilibrium.
func (s *joint) stable() []bool {
	stable := slices.Repeat([]bool{true}, len(s.children))
	for role := range s.sizes {
		lists := s.places(role)
		for _, list := range lists {
			for others, at := range list {
				for _, other := range lists {
					if s.children[other[others]].Payoff[role].Cmp(s.children[at].Payoff[role]) > 0 {
						stable[at] = false
					}
				}
			}
		}
	}
	return stable
}

func (s *joint) verifyJoint(o value.Outcome) string {
	found, n := false, len(s.sizes)
	for i := range s.children {
		j := s.children[i].Joint
		found = found || j == o.Joint
		if betterJoint(j[:n], o.Joint[:n]) {
			return fmt.Sprintf("the joint outcome %v can be reached, but the table has %v as the best", j[:n], o.Joint[:n])
		}
	}
	if !found {
		return fmt.Sprintf("the joint outcome %v cannot be reached", o.Joint[:n])
	}
	return ""
}

// betterJoint reports whether joint outcome a is preferred to b. It prefers the greater sum, then
// the smaller spread, then the greater payoffs of role 0, role 1 and so on.
func betterJoint(a, b []int16) bool {
	var sums, gaps [2]int
	for i, p := range [][]int16{a, b} {
		for _, x := range p {
			sums[i] += int(x)
		}
		gaps[i] = int(slices.Max(p)) - int(slices.Min(p))
	}
	return cmp.Or(sums[0]-sums[1], gaps[1]-gaps[0], slices.Compare(a, b)) > 0
}

// betterShares reports whether a is better than b. It compares, in this order, the sum of the
// payoffs, their spread, the payoff of each role, and the remoteness. A greater sum or payoff is
// better, as is a smaller spread or remoteness.
func betterShares(a, b *value.Outcome) bool {
	var sums, gaps [2]*big.Rat
	order := 0
	for i, o := range []*value.Outcome{a, b} {
		list := o.Payoff[:o.Roles()]
		sums[i] = new(big.Rat)
		for _, p := range list {
			sums[i].Add(sums[i], p)
		}
		gaps[i] = new(big.Rat).Sub(slices.MaxFunc(list, (*big.Rat).Cmp), slices.MinFunc(list, (*big.Rat).Cmp))
	}
	for role := range a.Roles() {
		order = cmp.Or(order, a.Payoff[role].Cmp(b.Payoff[role]))
	}
	if order := cmp.Or(sums[0].Cmp(sums[1]), gaps[1].Cmp(gaps[0]), order); order != 0 {
		return order > 0
	}
	return a.Remoteness != b.Remoteness && a.Remoteness >= 0 && (b.Remoteness < 0 || a.Remoteness < b.Remoteness)
}

func agrees(what string, child, o value.Outcome) string {
	want := child
	if want.Remoteness >= 0 {
		want.Remoteness++
	}
	same := func(p, q *big.Rat) bool { return p.Cmp(q) == 0 }
	if n := want.Roles(); o.Solved() && slices.EqualFunc(o.Payoff[:n], want.Payoff[:n], same) && o.Remoteness == want.Remoteness {
		return ""
	}
	return fmt.Sprintf("%s gives %s, but the table has %s", what, show(want), show(o))
}

func notSolved(reason string, o value.Outcome) string {
	if !o.Solved() && o.Remoteness == -1 {
		return ""
	}
	return fmt.Sprintf("the position is unsolvable because %s, but the table has %s", reason, show(o))
}

func (s *joint) verifyMixed(shape []int32, one, two int, o value.Outcome) string {
	a := value.Analyze(value.General, 0, shape, s.children)
	return s.verifyStrategies(a.Strategies[one], a.Strategies[two], one, two, o)
}

// verifyStrategies verifies that strategy x of role one and strategy y of role two form an
// equilibrium with the stored payoffs.
func (s *joint) verifyStrategies(x, y []*big.Rat, one, two int, o value.Outcome) string {
	m := &stage{s.sizes[one], s.sizes[two], s.children} // other roles have only one move
	if !probabilities(x, m.rows) || !probabilities(y, m.cols) {
		return "the strategies are not probability distributions"
	}
	payoff := func(role int) func(*value.Outcome) *big.Rat {
		return func(c *value.Outcome) *big.Rat { return c.Payoff[role] }
	}
	for role := range s.sizes {
		if !o.Solved() || m.mean(x, y, payoff(role)).Cmp(o.Payoff[role]) != 0 || o.Remoteness != -1 {
			return fmt.Sprintf("the mixed equilibrium does not give the stored %s", show(o))
		}
	}
	if row := m.gains(0, y, payoff(one), o.Payoff[one]); row >= 0 {
		return fmt.Sprintf("role %d gains with move %d against the mixed equilibrium", one, row+1)
	}
	if col := m.gains(1, x, payoff(two), o.Payoff[two]); col >= 0 {
		return fmt.Sprintf("role %d gains with move %d against the mixed equilibrium", two, col+1)
	}
	return ""
}
