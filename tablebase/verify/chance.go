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

// stochastic verifies an exact outcome in a constant-sum game with chance.
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
	list := make([]*big.Rat, len(children))
	for i := range children {
		list[i] = children[i].Payoff[0]
	}
	chooser, follows := value.Chooser(mover, shape, len(children)), (*big.Rat)(nil)
	switch {
	case mover == games.Chance:
		follows = weightedMean(odds, list)
	case chooser == 0:
		follows = slices.MaxFunc(list, (*big.Rat).Cmp)
	case chooser == 1:
		follows = slices.MinFunc(list, (*big.Rat).Cmp)
	default:
		at := &stage{int(shape[0]), len(children) / int(shape[0]), children}
		if finding := at.verifyValue("value", func(c *value.Outcome) *big.Rat { return c.Payoff[0] }, o.Payoff[0]); finding != "" {
			return finding
		}
		follows = o.Payoff[0]
	}
	if follows.Cmp(o.Payoff[0]) != 0 {
		return fmt.Sprintf("the children give %s, but the table has %s", follows.RatString(), show(o))
	}
	if s.repeats { // the expected number of plies is not verified
		return ""
	}
	plies := int64(-1)
	switch {
	case mover == games.Chance:
		plies = meanPlies(odds, children)
	case chooser >= 0:
		plies = slices.MinFunc(children, func(a, b value.Outcome) int { return s.policy(chooser, &a, &b) }).Plies
	}
	return wrongPlies(o.Plies, plies)
}

// wrongPlies returns a finding unless the expected number of plies is one more than after the move.
func wrongPlies(have, after int64) string {
	if after >= 0 {
		after += value.PlyUnit
	}
	if have != after {
		return fmt.Sprintf("the expected number of plies is %d/%d, but the table has %d", after, value.PlyUnit, have)
	}
	return ""
}

// policy compares children by the preference of a role: by its payoff, and then by the expected
// number of plies. Fewer plies are better if the role gets at least half of the total.
func (s *stateVerifier[S]) policy(role int, a, b *value.Outcome) int {
	order := cmp.Compare(uint64(a.Plies), uint64(b.Plies)) // unknown is the most
	if new(big.Rat).Add(a.Payoff[role], a.Payoff[role]).Cmp(big.NewRat(int64(s.total), 1)) < 0 {
		order = -order
	}
	return cmp.Or(b.Payoff[role].Cmp(a.Payoff[role]), order)
}

// bounded verifies an interval. It must contain the interval that follows from those of the
// children. If positions cannot repeat, it must be that interval, rounded outward, and the
// expected number of plies must be that of the policy. The arithmetic is exact.
func (s *stateVerifier[S]) bounded(x value.Interval, mover int8, odds []uint32, shape []int32, values []value.Value, swaps []bool) string {
	outcomes := &s.t.Solution().Outcomes
	total := int64(s.total) << outcomes.Bits
	s.intervals = s.intervals[:0]
	for i, v := range values {
		child := outcomes.Bounds(v)
		if swaps[i] {
			child.Low, child.High = total-child.High, total-child.Low
		}
		s.intervals = append(s.intervals, child)
	}
	var low, high int64
	plies := int64(-1)
	switch chooser := value.Chooser(mover, shape, len(values)); {
	case mover == games.Chance:
		low = meanOf(odds, func(i int) int64 { return s.intervals[i].Low }, false)
		high = meanOf(odds, func(i int) int64 { return s.intervals[i].High }, true)
		if !slices.ContainsFunc(s.intervals, func(c value.Interval) bool { return c.Plies < 0 }) {
			plies = meanOf(odds, func(i int) int64 { return s.intervals[i].Plies }, false)
		}
	case chooser >= 0:
		if chooser == 1 {
			for i, c := range s.intervals {
				s.intervals[i].Low, s.intervals[i].High = total-c.High, total-c.Low
			}
		}
		best := s.intervals[0]
		for _, c := range s.intervals {
			order := cmp.Compare(uint64(c.Plies), uint64(best.Plies))
			if 2*c.Low >= total {
				order = -order
			}
			if cmp.Or(cmp.Compare(c.Low, best.Low), cmp.Compare(c.High, best.High), order) > 0 {
				best = c
			}
		}
		low, high = best.Low, slices.MaxFunc(s.intervals, func(a, b value.Interval) int { return cmp.Compare(a.High, b.High) }).High
		if plies = best.Plies; chooser == 1 {
			low, high = total-high, total-low
		}
	default:
		at := &stage{int(shape[0]), len(values) / int(shape[0]), make([]value.Outcome, len(values))}
		return cmp.Or(at.boundary(s.intervals, x, false), at.boundary(s.intervals, x, true), s.plies(x.Plies, plies))
	}
	if x.Low > low || x.High < high || !s.repeats && (x.Low != low || x.High != high) {
		return fmt.Sprintf("the children give [%d, %d], but the table has [%d, %d], in units of 2^-%d", low, high, x.Low, x.High, outcomes.Bits)
	}
	return s.plies(x.Plies, plies)
}

func (s *stateVerifier[S]) plies(have, after int64) string {
	if s.repeats {
		return ""
	}
	return wrongPlies(have, after)
}

// meanOf returns the weighted mean of numbers, rounded up or down.
func meanOf(odds []uint32, number func(i int) int64, up bool) int64 {
	var sum, term, total big.Int
	for i, n := range odds {
		total.Add(&total, term.SetUint64(uint64(n)))
		sum.Add(&sum, term.Mul(big.NewInt(number(i)), big.NewInt(int64(n))))
	}
	quotient, rest := sum.DivMod(&sum, &total, &term) // the rest is not negative
	if up && rest.Sign() > 0 {
		return quotient.Int64() + 1
	}
	return quotient.Int64()
}

// boundary verifies one bound of a position with simultaneous moves, which is the value of the
// matrix of the children's bounds, rounded outward.
func (s *stage) boundary(children []value.Interval, x value.Interval, upper bool) string {
	list, least, most := make([]*big.Rat, len(children)), x.Low, x.Low+1
	if upper {
		least, most = x.High-1, x.High
	}
	for i, c := range children {
		n := c.Low
		if upper {
			n = c.High
		}
		list[i] = big.NewRat(n, 1)
		s.children[i].Payoff[0] = list[i]
	}
	_, row, column := solver.Solve(s.rows, s.cols, list)
	payoff := func(c *value.Outcome) *big.Rat { return c.Payoff[0] }
	loss := func(c *value.Outcome) *big.Rat { return new(big.Rat).Neg(c.Payoff[0]) }
	if s.gains(1, row, loss, big.NewRat(-least, 1)) >= 0 || s.gains(0, column, payoff, big.NewRat(most, 1)) >= 0 {
		return fmt.Sprintf("the moves secure less than %d or more than %d units", least, most)
	}
	return ""
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
