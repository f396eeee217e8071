package verify

import (
	"fmt"
	"math"
	"math/big"

	"zermelo/games"
	"zermelo/solver/value"
)

// stage is a matrix of outcomes in row-major order.
type stage struct {
	rows, cols int
	children   []value.Outcome
}

func (s *stage) at(row, col int) *value.Outcome { return &s.children[row*s.cols+col] }

func verifySimultaneous(total, rows int, children []value.Outcome, o value.Outcome) string {
	s := &stage{rows, len(children) / rows, children}
	sum := new(big.Rat).Add(o.Payoff[0], o.Payoff[1])
	switch {
	case !equals(sum, int64(total)):
		return fmt.Sprintf("the payoffs add up to %s, expected %d", sum.RatString(), total)
	case o.Security[0].Cmp(o.Payoff[0]) != 0 || o.Security[1].Cmp(o.Payoff[1]) != 0:
		return "the security levels differ from the value"
	case o.Remoteness != -1:
		return fmt.Sprintf("the remoteness is %d, but a mixed value has none", o.Remoteness)
	}
	if o.Joint != (games.Payoff{}) {
		return fmt.Sprintf("the joint outcome is %v, but a constant-sum game has none", o.Joint[:2])
	}
	if finding := s.verifyPure(o); finding != "" {
		return finding
	}
	payoffs := func(c *value.Outcome) *big.Rat { return c.Payoff[0] }
	return s.verifyValue("value", payoffs, o.Payoff[0])
}

func (s *stage) verifyPure(o value.Outcome) string {
	pure := games.Payoff{s.pure(0, 0), s.pure(1, 1)}
	if pure != o.Pure {
		return fmt.Sprintf("pure strategies secure %v, but the table has %v", pure[:2], o.Pure[:2])
	}
	return ""
}

// pure returns the payoff that a role can secure with a pure strategy. side is 0 if the role
// chooses the row, and 1 if it chooses the column.
func (s *stage) pure(side, role int) int16 {
	moves, replies := s.rows, s.cols
	if side == 1 {
		moves, replies = replies, moves
	}
	best := int16(math.MinInt16)
	for move := range moves {
		low := int16(math.MaxInt16)
		for reply := range replies {
			row, col := move, reply
			if side == 1 {
				row, col = reply, move
			}
			low = min(low, s.at(row, col).Pure[role])
		}
		best = max(best, low)
	}
	return best
}

// verifyValue verifies that v is the value of the matrix game with the given payoffs for the row
// player. It computes optimal strategies with the solver's code, and checks that the row strategy
// secures at least v against each column, and that the column strategy concedes at most v.
func (s *stage) verifyValue(what string, payoff func(*value.Outcome) *big.Rat, v *big.Rat) string {
	game := make([]value.Outcome, len(s.children))
	for i := range s.children {
		x := payoff(&s.children[i])
		both := value.Payoffs{x, new(big.Rat).Neg(x)}
		game[i] = value.Outcome{Payoff: both, Security: both}
	}
	x, y := s.strategies(value.Analyze(value.Simultaneous, 0, []int32{int32(s.rows)}, game), func(role, a, b int) bool {
		return game[a].Payoff[role].Cmp(game[b].Payoff[role]) > 0
	})
	if !probabilities(x, s.rows) || !probabilities(y, s.cols) {
		return "the strategies are not probability distributions"
	}
	loss := func(c *value.Outcome) *big.Rat { return new(big.Rat).Neg(payoff(c)) }
	if col := s.gains(1, x, loss, new(big.Rat).Neg(v)); col >= 0 {
		return fmt.Sprintf("the %s %s is more than it secures against move %d", what, v.RatString(), col+1)
	}
	if row := s.gains(0, y, payoff, v); row >= 0 {
		return fmt.Sprintf("the %s %s is less than it gets with move %d", what, v.RatString(), row+1)
	}
	return ""
}

// gains returns a move with which role gets more than level against the strategy other, or -1.
func (s *stage) gains(role int, other []*big.Rat, payoff func(*value.Outcome) *big.Rat, level *big.Rat) int {
	moves := [...]int{s.rows, s.cols}[role]
	for move := range moves {
		x, y := pureStrategy(moves, move), other
		if role == 1 {
			x, y = y, x
		}
		if s.mean(x, y, payoff).Cmp(level) > 0 {
			return move
		}
	}
	return -1
}

// strategies returns the strategies of an analysis. If only one role has a choice, its strategy
// is its best move. better reports whether child a is better than child b for a role.
func (s *stage) strategies(a value.Stage, better func(role, a, b int) bool) (x, y []*big.Rat) {
	if s.rows > 1 && s.cols > 1 {
		return a.Strategies[0], a.Strategies[1]
	}
	role := 0
	if s.cols > 1 {
		role = 1
	}
	best := 0
	for i := range s.children {
		if better(role, i, best) {
			best = i
		}
	}
	return pureStrategy(s.rows, best/s.cols), pureStrategy(s.cols, best%s.cols)
}

func pureStrategy(n, move int) []*big.Rat {
	x := make([]*big.Rat, n)
	for i := range x {
		x[i] = new(big.Rat)
	}
	x[move].SetInt64(1)
	return x
}

func probabilities(x []*big.Rat, n int) bool {
	sum := new(big.Rat)
	for _, p := range x {
		if p.Sign() < 0 {
			return false
		}
		sum.Add(sum, p)
	}
	return len(x) == n && equals(sum, 1)
}

func (s *stage) mean(x, y []*big.Rat, payoff func(*value.Outcome) *big.Rat) *big.Rat {
	sum := new(big.Rat)
	for row, p := range x {
		if p.Sign() == 0 {
			continue
		}
		for col, q := range y {
			if q.Sign() == 0 {
				continue
			}
			term := new(big.Rat).Mul(p, q)
			sum.Add(sum, term.Mul(term, payoff(s.at(row, col))))
		}
	}
	return sum
}
