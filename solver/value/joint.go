package value

import (
	"math"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/matrix"
)

// stage is a state with the outcomes of its children. They form a matrix with
// one dimension per role, in which the move of the last role varies fastest.
// Thousands of joint moves often have few distinct outcomes, so most results
// are computed once per distinct outcome.
type stage struct {
	sizes       []int // number of moves of each role
	children    []*Outcome
	unique      []*Outcome // distinct outcomes; may contain duplicates beyond maxUnique
	uniqueIndex []int32    // for each child, the index of its outcome in unique

	game      matrix.Game // the remaining fields are buffers
	fractions []matrix.Fraction
	entries   []matrix.Fraction
	line      []int32
	seen      []int32
}

func stageOf(shape []int32, children []*Outcome) *stage {
	s := &stage{sizes: games.Sizes(nil, shape, len(children)), children: children}
	s.findUnique()
	return s
}

// maxUnique limits the number of comparisons per outcome in findUnique.
const maxUnique = 32

// findUnique sets unique and uniqueIndex. It compares pointers, because equal
// outcomes of an interner share one pointer.
func (s *stage) findUnique() {
	s.unique, s.uniqueIndex = s.unique[:0], s.uniqueIndex[:0]
	for _, c := range s.children {
		at := slices.Index(s.unique[:min(maxUnique, len(s.unique))], c)
		if at < 0 {
			at = len(s.unique)
			s.unique = append(s.unique, c)
		}
		s.uniqueIndex = append(s.uniqueIndex, int32(at))
	}
}

// step returns the index difference between joint moves in which a role makes
// consecutive moves.
func (s *stage) step(role int) int {
	step := 1
	for _, n := range s.sizes[role+1:] {
		step *= n
	}
	return step
}

func (s *stage) moveOf(role, at int) int { return at / s.step(role) % s.sizes[role] }

// byMove returns uniqueIndex, grouped by the move of a role. The result is valid
// until the next call.
func (s *stage) byMove(role int) []int32 {
	n, step := s.sizes[role], s.step(role)
	s.line = s.line[:0]
	for move := range n {
		for block := move * step; block < len(s.uniqueIndex); block += n * step {
			s.line = append(s.line, s.uniqueIndex[block:block+step]...)
		}
	}
	return s.line
}

// pureEquilibria returns the pure equilibria as indexes of joint moves.
func (s *stage) pureEquilibria() []int {
	order := make([][]int64, len(s.sizes))
	for role := range order {
		payoffs := make([]*big.Rat, len(s.unique))
		for i, o := range s.unique {
			payoffs[i] = o.Payoff[role]
		}
		ranks := matrix.Ranks(payoffs)
		order[role] = make([]int64, len(s.uniqueIndex))
		for at, n := range s.uniqueIndex {
			order[role][at] = ranks[n]
		}
	}
	return matrix.PureEquilibria(s.sizes, order)
}

// mixedSecurity returns the payoff that each role can secure with mixed
// strategies, given the security levels of the children.
func (s *stage) mixedSecurity() (security Payoffs) {
	sole := len(s.choosers()) < 2
	for role, n := range s.sizes {
		if n > 1 && !sole {
			security[role] = s.gameValue(role)
			continue
		}
		// Either only this role chooses, or only other roles do.
		best := s.unique[0].Security[role]
		for _, c := range s.unique[1:] {
			if order := compareRats(c.Security[role], best); n == 1 && order < 0 || n > 1 && order > 0 {
				best = c.Security[role]
			}
		}
		security[role] = best
	}
	return security
}

// gameValue returns the value of the matrix game that a role plays against all
// others. The entries are the role's security levels in the children.
func (s *stage) gameValue(role int) *big.Rat {
	rows, line := s.sizes[role], s.byMove(role)
	cols := len(line) / rows
	s.fractions, s.entries = s.fractions[:0], s.entries[:0]
	for _, o := range s.unique {
		s.fractions = append(s.fractions, fractionOf(o.Security[role]))
	}
	for _, n := range line {
		s.entries = append(s.entries, s.fractions[n])
	}
	v, ok := s.game.SolveFractions(rows, cols, s.entries)
	if !ok {
		entries := make([]*big.Rat, len(line))
		for i, n := range line {
			entries[i] = s.unique[n].Security[role]
		}
		return s.game.Solve(rows, cols, entries)
	}
	if row, col, ok := s.game.Saddle(); ok {
		return s.unique[line[row*cols+col]].Security[role]
	}
	return v
}

// fractionOf returns r, or the zero Fraction if r is nil or does not fit.
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

// pureSecurity returns the payoff that each role can secure with a single move,
// given the pure security levels of the children.
func (s *stage) pureSecurity() games.Payoff {
	var p games.Payoff
	var secured [maxUnique]int16
	for role, n := range s.sizes {
		line := s.byMove(role)
		for i, o := range s.unique[:min(maxUnique, len(s.unique))] {
			secured[i] = o.Pure[role]
		}
		for move := range n {
			low := int16(math.MaxInt16)
			for _, n := range line[move*len(line)/n : (move+1)*len(line)/n] {
				if n < maxUnique {
					low = min(low, secured[n])
				} else {
					low = min(low, s.unique[n].Pure[role])
				}
			}
			if move == 0 || low > p[role] {
				p[role] = low
			}
		}
	}
	return p
}
