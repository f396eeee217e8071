package verify

import (
	"cmp"
	"fmt"
	"math/big"

	"zermelo/solver/value"
)

// verifyGeneral verifies a state of a general-sum game by the definition of the
// solution: where one role has the choice, its greatest payoff, of these the
// greatest of the other role, of these the shortest way; where both have, the
// pure equilibrium with the greatest sum of payoffs, of these the most equal,
// of these the best for role 0, of these the shortest; without a pure one, a
// mixed equilibrium.
func verifyGeneral(rows int, children []value.Outcome, o value.Outcome) string {
	s := &stage{rows, len(children) / rows, children}
	if finding := cmp.Or(s.verifyPure(o), s.verifyBest(o)); finding != "" {
		return finding
	}
	for role := range o.Security {
		sign := int64(1 - 2*role)
		level := func(c *value.Outcome) *big.Rat { return new(big.Rat).Mul(big.NewRat(sign, 1), c.Security[role]) }
		if finding := s.verifyValue(fmt.Sprintf("security of role %d,", role), level, new(big.Rat).Mul(big.NewRat(sign, 1), o.Security[role])); finding != "" {
			return finding
		}
	}
	if s.rows == 1 || s.cols == 1 {
		role := 0
		if s.cols > 1 {
			role = 1
		}
		best := &children[0]
		for i := range children {
			if prefers(children[i], *best, children[i].Payoff[role].Cmp(best.Payoff[role]), children[i].Payoff[1-role].Cmp(best.Payoff[1-role])) {
				best = &children[i]
			}
		}
		return agrees("the best choice", *best, o)
	}
	var best *value.Outcome
	for row := range s.rows {
		for col := range s.cols {
			if c := s.at(row, col); s.isEquilibrium(row, col) && (best == nil || betterEquilibrium(c, best)) {
				best = c
			}
		}
	}
	if best != nil {
		return agrees("the best pure equilibrium", *best, o)
	}
	return s.verifyMixed(o)
}

// prefers reports whether a comes before b by the given comparisons, the first
// that is not 0 deciding, then by being shorter.
func prefers(a, b value.Outcome, comparisons ...int) bool {
	for _, c := range comparisons {
		if c != 0 {
			return c > 0
		}
	}
	return a.Remoteness != b.Remoteness && a.Remoteness >= 0 && (b.Remoteness < 0 || a.Remoteness < b.Remoteness)
}

// betterEquilibrium reports whether equilibrium a is chosen before b.
func betterEquilibrium(a, b *value.Outcome) bool {
	sum := func(o *value.Outcome) *big.Rat { return new(big.Rat).Add(o.Payoff[0], o.Payoff[1]) }
	gap := func(o *value.Outcome) *big.Rat {
		d := new(big.Rat).Sub(o.Payoff[0], o.Payoff[1])
		return d.Abs(d)
	}
	return prefers(*a, *b, sum(a).Cmp(sum(b)), gap(b).Cmp(gap(a)), a.Payoff[0].Cmp(b.Payoff[0]))
}

// isEquilibrium reports whether no role gains by leaving a joint move alone.
func (s *stage) isEquilibrium(row, col int) bool {
	here := s.at(row, col)
	for other := range s.rows {
		if s.at(other, col).Payoff[0].Cmp(here.Payoff[0]) > 0 {
			return false
		}
	}
	for other := range s.cols {
		if s.at(row, other).Payoff[1].Cmp(here.Payoff[1]) > 0 {
			return false
		}
	}
	return true
}
