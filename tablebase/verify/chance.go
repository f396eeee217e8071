package verify

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"zermelo/games"
	solver "zermelo/solver/matrix"
	"zermelo/solver/value"
)

// stochastic verifies a state of a constant-sum game with chance. The bounds of the state must
// contain the bounds that follow from the children. If positions cannot repeat, they must also be
// rounded by less than one unit, and the expected number of plies must be that of the policy.
func (s *stateVerifier[S]) stochastic(o value.Outcome, mover int8, odds []uint32, shape []int32, children []value.Outcome) string {
	sum := new(big.Rat).Add(o.Payoff[0], o.Payoff[1])
	switch {
	case !equals(sum, int64(s.total)):
		return fmt.Sprintf("the payoffs add up to %s, expected %d", sum.RatString(), s.total)
	case o.Security[0].Cmp(o.Payoff[0]) != 0 || o.Security[1].Cmp(o.Payoff[1]) != 0:
		return "the security levels differ from the value"
	case o.Remoteness != -1 || o.Pure != games.Payoff{} || o.Joint != games.Payoff{}:
		return "a value that depends on chance has no remoteness, pure or joint payoff"
	}
	chooser := value.Chooser(mover, shape, len(children))
	for _, upper := range []bool{false, true} {
		if finding := s.bounded(bound(&o, upper), o.Error == nil, upper, mover, chooser, odds, int(shape[0]), children); finding != "" {
			return finding
		}
	}
	if s.repeats {
		return ""
	}
	plies := int64(-1)
	switch {
	case mover == games.Chance:
		plies = meanPlies(odds, children)
	case chooser >= 0:
		plies = slices.MinFunc(children, func(a, b value.Outcome) int { return s.policy(chooser, &a, &b) }).Plies
	}
	if plies >= 0 {
		plies += value.PlyUnit
	}
	if o.Plies != plies {
		return fmt.Sprintf("the expected number of plies is %d/%d, but the table has %d", plies, value.PlyUnit, o.Plies)
	}
	return ""
}

// bound returns the lower or upper bound on the payoff of role 0.
func bound(o *value.Outcome, upper bool) *big.Rat {
	switch {
	case o.Error == nil:
		return o.Payoff[0]
	case upper:
		return new(big.Rat).Add(o.Payoff[0], o.Error)
	}
	return new(big.Rat).Sub(o.Payoff[0], o.Error)
}

// bounded verifies one bound of a state against the same bounds of the children.
func (s *stateVerifier[S]) bounded(have *big.Rat, exact, upper bool, mover int8, chooser int, odds []uint32, rows int, children []value.Outcome) string {
	list := make([]*big.Rat, len(children))
	for i := range children {
		list[i] = bound(&children[i], upper)
	}
	unit := s.unit
	if exact {
		unit = new(big.Rat)
	}
	least, most := have, new(big.Rat).Add(have, unit) // the bound from the children must be in [least, most)
	if upper {
		least, most = new(big.Rat).Sub(have, unit), have
	}
	var follows *big.Rat
	switch {
	case mover == games.Chance:
		follows = weightedMean(odds, list)
	case chooser == 0:
		follows = slices.MaxFunc(list, (*big.Rat).Cmp)
	case chooser == 1:
		follows = slices.MinFunc(list, (*big.Rat).Cmp)
	default:
		at := &stage{rows, len(children) / rows, make([]value.Outcome, len(children))}
		for i, x := range list {
			at.children[i].Payoff[0] = x
		}
		if s.repeats { // only the bound itself must be certain
			if upper {
				return at.atMost(have, list)
			}
			return at.atLeast(have, list)
		}
		return cmp.Or(at.atLeast(least, list), at.atMost(most, list))
	}
	low, high := follows.Cmp(least), follows.Cmp(most)
	if s.repeats && (!upper && low >= 0 || upper && high <= 0) || !s.repeats && (low == 0 && !upper || high == 0 && upper || low > 0 && high < 0) {
		return ""
	}
	return fmt.Sprintf("the bound %s does not follow from the children, which give %s", have.RatString(), follows.RatString())
}

func weightedMean(odds []uint32, list []*big.Rat) *big.Rat {
	sum, total := new(big.Rat), int64(0)
	for i, n := range odds {
		total += int64(n)
		sum.Add(sum, new(big.Rat).Mul(list[i], big.NewRat(int64(n), 1)))
	}
	return sum.Quo(sum, big.NewRat(total, 1))
}

// meanPlies returns the weighted mean of the expected numbers of plies, rounded down, or -1.
func meanPlies(odds []uint32, children []value.Outcome) int64 {
	list := make([]*big.Rat, len(children))
	for i := range children {
		if children[i].Plies < 0 {
			return -1
		}
		list[i] = big.NewRat(children[i].Plies, 1)
	}
	mean := weightedMean(odds, list)
	return new(big.Int).Div(mean.Num(), mean.Denom()).Int64()
}

// policy compares children by the preference of a role: by the bound that the role is certain
// of, then by the other bound, and then by the expected number of plies. Fewer plies are better
// if the role is certain of half of the total.
func (s *stateVerifier[S]) policy(role int, a, b *value.Outcome) int {
	certain := func(o *value.Outcome, best bool) *big.Rat {
		if role == 0 {
			return bound(o, best)
		}
		return new(big.Rat).Neg(bound(o, !best))
	}
	half := big.NewRat(int64(s.total), 2)
	if role == 1 {
		half.Sub(half, big.NewRat(int64(s.total), 1)) // certain returns the negated payoff of role 0
	}
	order := cmp.Compare(uint64(a.Plies), uint64(b.Plies)) // unknown is the most
	if certain(a, false).Cmp(half) < 0 {
		order = -order
	}
	return cmp.Or(certain(b, false).Cmp(certain(a, false)), certain(b, true).Cmp(certain(a, true)), order)
}

// atLeast returns a finding unless the row player secures v.
func (s *stage) atLeast(v *big.Rat, list []*big.Rat) string {
	loss := func(c *value.Outcome) *big.Rat { return new(big.Rat).Neg(c.Payoff[0]) }
	if x, _ := s.optimal(list); s.gains(1, x, loss, new(big.Rat).Neg(v)) >= 0 {
		return fmt.Sprintf("the bound %s is more than the moves secure", v.RatString())
	}
	return ""
}

// atMost returns a finding unless the column player holds the row player to v.
func (s *stage) atMost(v *big.Rat, list []*big.Rat) string {
	payoff := func(c *value.Outcome) *big.Rat { return c.Payoff[0] }
	if _, y := s.optimal(list); s.gains(0, y, payoff, v) >= 0 {
		return fmt.Sprintf("the bound %s is less than the moves secure", v.RatString())
	}
	return ""
}

// optimal returns the solver's strategies for the matrix game with the given entries.
func (s *stage) optimal(list []*big.Rat) (x, y []*big.Rat) {
	_, x, y = solver.Solve(s.rows, s.cols, list)
	return x, y
}

// verifyMean verifies a state of a general-sum game in which chance moves.
func verifyMean(odds []uint32, children []value.Outcome, o value.Outcome) string {
	var want value.Outcome
	solved := true
	for i := range children {
		solved = solved && children[i].Solved()
	}
	of := func(role int, security bool) *big.Rat {
		list := make([]*big.Rat, len(children))
		for i := range children {
			if list[i] = children[i].Payoff[role]; security {
				list[i] = children[i].Security[role]
			}
		}
		return weightedMean(odds, list)
	}
	for role := range o.Roles() {
		if want.Security[role] = of(role, true); solved {
			want.Payoff[role] = of(role, false)
		}
	}
	want.Pure, want.Joint = children[0].Pure, children[0].Joint
	for i := range children {
		for role := range o.Roles() {
			want.Pure[role] = min(want.Pure[role], children[i].Pure[role])
		}
		if betterJoint(children[i].Joint[:o.Roles()], want.Joint[:o.Roles()]) {
			want.Joint = children[i].Joint
		}
	}
	want.Remoteness, want.Plies = -1, meanPlies(odds, children)
	if want.Plies >= 0 {
		want.Plies += value.PlyUnit
	}
	if o.Key() != want.Key() {
		return fmt.Sprintf("the children give %s, but the table has %s", show(want), show(o))
	}
	return ""
}
