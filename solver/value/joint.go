package value

import (
	"math"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/matrix"
)

// stage is a state with the outcomes of its children: a matrix with a dimension for each
// role, the last role's move changing fastest. Thousands of joint moves often have few
// different outcomes, so that most is worked out for these.
type stage struct {
	sizes     []int // how many moves each role has
	children  []*Outcome
	different []*Outcome // all children, most of them once
	number    []int32    // of each child among these

	game      matrix.Game // what follows is room
	fractions []matrix.Fraction
	entries   []matrix.Fraction
	line      []int32
	seen      []int32
}

func stageOf(shape []int32, children []*Outcome) *stage {
	s := &stage{sizes: games.Sizes(nil, shape, len(children)), children: children}
	s.count()
	return s
}

// fewDifferent is among how many outcomes each child is looked for.
const fewDifferent = 32

// count finds the different children. They are those of an interner: equal ones are the same.
func (s *stage) count() {
	s.different, s.number = s.different[:0], s.number[:0]
	for _, c := range s.children {
		at := slices.Index(s.different[:min(fewDifferent, len(s.different))], c)
		if at < 0 {
			at = len(s.different)
			s.different = append(s.different, c)
		}
		s.number = append(s.number, int32(at))
	}
}

// step is how far the moves of a role are apart among the joint moves.
func (s *stage) step(role int) int {
	step := 1
	for _, n := range s.sizes[role+1:] {
		step *= n
	}
	return step
}

// moveOf is the move of a role in a joint move.
func (s *stage) moveOf(role, at int) int { return at / s.step(role) % s.sizes[role] }

// byMove are the numbers of all children, those of a role's first move first.
func (s *stage) byMove(role int) []int32 {
	n, step := s.sizes[role], s.step(role)
	s.line = s.line[:0]
	for move := range n {
		for block := move * step; block < len(s.number); block += n * step {
			s.line = append(s.line, s.number[block:block+step]...)
		}
	}
	return s.line
}

// pureEquilibria lists the joint moves that no role gains by leaving alone, in order.
func (s *stage) pureEquilibria() []int {
	order := make([][]int64, len(s.sizes))
	for role := range order {
		payoffs := make([]*big.Rat, len(s.different))
		for i, o := range s.different {
			payoffs[i] = o.Payoff[role]
		}
		ranks := matrix.Ranks(payoffs)
		order[role] = make([]int64, len(s.number))
		for at, n := range s.number {
			order[role][at] = ranks[n]
		}
	}
	return matrix.PureEquilibria(s.sizes, order)
}

// mixedSecurity is what each role can secure in a stage with a mixed strategy, given what
// it can secure later: the value of the game in which the others do nothing but keep it
// down.
func (s *stage) mixedSecurity() (security Payoffs) {
	sole := len(s.choosers()) < 2
	for role, n := range s.sizes {
		if n > 1 && !sole {
			security[role] = s.worth(role)
			continue
		}
		// The others choose, or nobody else.
		best := s.different[0].Security[role]
		for _, c := range s.different[1:] {
			if order := compareRats(c.Security[role], best); n == 1 && order < 0 || n > 1 && order > 0 {
				best = c.Security[role]
			}
		}
		security[role] = best
	}
	return security
}

// worth is the value of the game of a role against all others, over what it can secure later.
func (s *stage) worth(role int) *big.Rat {
	rows, line := s.sizes[role], s.byMove(role)
	cols := len(line) / rows
	s.fractions, s.entries = s.fractions[:0], s.entries[:0]
	for _, o := range s.different {
		s.fractions = append(s.fractions, fractionOf(o.Security[role]))
	}
	for _, n := range line {
		s.entries = append(s.entries, s.fractions[n])
	}
	v, ok := s.game.SolveFractions(rows, cols, s.entries)
	if !ok {
		entries := make([]*big.Rat, len(line))
		for i, n := range line {
			entries[i] = s.different[n].Security[role]
		}
		return s.game.Solve(rows, cols, entries)
	}
	if row, col, ok := s.game.Saddle(); ok {
		return s.different[line[row*cols+col]].Security[role]
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
	var secured [fewDifferent]int16
	for role, n := range s.sizes {
		line := s.byMove(role)
		for i, o := range s.different[:min(fewDifferent, len(s.different))] {
			secured[i] = o.Pure[role]
		}
		for move := range n {
			low := int16(math.MaxInt16)
			for _, n := range line[move*len(line)/n : (move+1)*len(line)/n] {
				if n < fewDifferent {
					low = min(low, secured[n])
				} else {
					low = min(low, s.different[n].Pure[role])
				}
			}
			if move == 0 || low > p[role] {
				p[role] = low
			}
		}
	}
	return p
}
