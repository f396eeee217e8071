package measure

import (
	"math"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// grades maps values to integers, so that sweeps need not compare rationals. If two roles share a
// constant total, half of the total has grade 0, higher payoffs of role 0 have higher grades, and
// exchanging the roles negates the grade. In general-sum games and in games of one player without
// chance, grades are arbitrary nonnegative integers.
type grades struct {
	contest bool
	// of returns the grade of a value and whether it belongs to a terminal position.
	of func(value.Value) (grade int64, terminal bool)
	// ends holds the expectations of terminal positions. If contest is set, they are indexed by
	// the result for role 0 (loss, draw, win), otherwise by grade.
	ends []expectations
	// payoffs holds the payoff of each role, indexed by grade. It is empty if contest is set.
	payoffs [2][]*big.Rat

	chance bool // moves can be random
	// With chance and a constant sum, a grade is proportional to the payoff of role 0, in contests
	// less half of the total. scale is its unit in points, and
	// tolerance the maximum difference between the grades of equal values.
	scale     float64
	tolerance int64
	endOf     map[int64]int // index in ends by grade, in single-role games with chance
}

// chanceGrades returns the grades for a constant-sum game with chance. Grades are computed from bounds.
func chanceGrades(info *games.Info, outcomes *value.Outcomes) *grades {
	g := &grades{endOf: map[int64]int{}}
	all, places := *outcomes, value.UnitBits(info)
	all.Bits = places
	sum := int64(0)
	if len(info.Roles) == 2 {
		g, sum = contestGrades(), int64(info.Total)<<places
	}
	point, _ := info.ExactPoints(big.NewRat(1, 1)).Float64()
	g.chance, g.scale = true, math.Ldexp(point, -places-1)
	grade := make([]int64, all.Len())
	for v := range grade {
		x := all.Bounds(value.Value(v))
		grade[v] = x.Low + x.High - sum
		g.tolerance = max(g.tolerance, 2*(x.High-x.Low))
		if _, ok := g.endOf[grade[v]]; !ok && !g.contest && isTerminal(outcomes, value.Value(v)) {
			g.endOf[grade[v]] = len(g.ends)
			g.ends = append(g.ends, expectations{fixed: 1, gains: [2]float64{g.scale * float64(grade[v])}})
		}
	}
	g.of = func(v value.Value) (int64, bool) { return grade[v], isTerminal(outcomes, v) }
	return g
}

func isTerminal(outcomes *value.Outcomes, v value.Value) bool {
	if outcomes.Bounded(v) {
		x := outcomes.Bounds(v)
		return x.Low == x.High && x.Plies == 0
	}
	return outcomes.List[v].Remoteness == 0
}

func gradesOf(info *games.Info, solution *job.Solution) *grades {
	switch outcomes := &solution.Outcomes; {
	case info.Stochastic && !info.GeneralSum:
		return chanceGrades(info, outcomes)
	case !isContest(info):
		return payoffGrades(info, solution)
	case outcomes.Kind == value.Alternating:
		g := contestGrades()
		g.of = func(v value.Value) (int64, bool) { return int64(2*v.Payoff() - info.Total), v.Plies() == 0 }
		return g
	default:
		g := contestGrades()
		g.of = byOutcome(outcomes.List, margins(info.Total, outcomes.List))
		return g
	}
}

func contestGrades() *grades {
	g := &grades{contest: true, ends: make([]expectations, 3)}
	g.ends[0].gains[1], g.ends[1].draws, g.ends[2].gains[0] = 1, 1, 1
	for i := range g.ends {
		g.ends[i].fixed, g.ends[i].greedyGains = 1, g.ends[i].gains
	}
	return g
}

// byOutcome returns an implementation of grades.of for values that are indexes into list.
func byOutcome(list []value.Outcome, grade []int64) func(value.Value) (int64, bool) {
	return func(v value.Value) (int64, bool) { return grade[v], list[v].Remoteness == 0 }
}

// margins ranks outcomes by role 0's margin of victory. Opposite margins have opposite ranks.
func margins(total int, list []value.Outcome) []int64 {
	margin := make([]*big.Rat, len(list))
	var sizes []*big.Rat
	for i, o := range list {
		margin[i] = new(big.Rat).Sub(new(big.Rat).Add(o.Payoff[0], o.Payoff[0]), big.NewRat(int64(total), 1))
		if margin[i].Sign() != 0 {
			sizes = append(sizes, new(big.Rat).Abs(margin[i]))
		}
	}
	sizes = sortedRats(sizes)
	grade := make([]int64, len(list))
	for i, m := range margin {
		if m.Sign() != 0 {
			at, _ := slices.BinarySearchFunc(sizes, new(big.Rat).Abs(m), (*big.Rat).Cmp)
			grade[i] = int64(m.Sign() * (at + 1))
		}
	}
	return grade
}

func sortedRats(list []*big.Rat) []*big.Rat {
	slices.SortFunc(list, (*big.Rat).Cmp)
	return slices.CompactFunc(list, func(a, b *big.Rat) bool { return a.Cmp(b) == 0 })
}

// payoffGrades returns the grades for a game where roles do not share a constant total.
func payoffGrades(info *games.Info, solution *job.Solution) *grades {
	g := &grades{chance: info.Stochastic}
	numbers := map[string]int64{}
	number := func(payoff value.Payoffs) int64 {
		key := payoff[0].RatString() + " " + payoff[1].RatString()
		n, ok := numbers[key]
		if !ok {
			n = int64(len(numbers))
			numbers[key] = n
			end := expectations{fixed: 1}
			for role, x := range payoff[:2] {
				g.payoffs[role] = append(g.payoffs[role], x)
				end.gains[role], _ = info.ExactPoints(x).Float64()
			}
			g.ends = append(g.ends, end)
		}
		return n
	}
	outcomes := &solution.Outcomes
	if outcomes.Kind != value.Alternating {
		grade := make([]int64, len(outcomes.List))
		for i, o := range outcomes.List {
			grade[i] = number(o.Payoff)
		}
		g.of = byOutcome(outcomes.List, grade)
		return g
	}
	grade := map[int]int64{}
	for i := range solution.Layers {
		for payoff := range solution.Layers[i].Values {
			x, ok := new(big.Rat).SetString(payoff)
			if ok && x.IsInt() {
				grade[int(x.Num().Int64())] = number(value.Payoffs{x, new(big.Rat)})
			}
		}
	}
	g.of = func(v value.Value) (int64, bool) { return grade[v.Payoff()], v.Plies() == 0 }
	return g
}

// end returns the index into g.ends for a terminal position with the given grade.
func (g *grades) end(grade int64) int {
	switch {
	case g.endOf != nil:
		return g.endOf[grade]
	case !g.contest:
		return int(grade)
	case grade < 0:
		return 0
	case grade > 0:
		return 2
	}
	return 1
}

// loses reports whether a move lowers the role's payoff, given the grades before and after the
// move.
func (g *grades) loses(role int, before, after int64) bool {
	switch {
	case g.scale > 0:
		return (after-before)*int64(1-2*role) < -g.tolerance
	case g.contest:
		return before != after // with a constant total, no move can increase the mover's payoff
	}
	return g.payoffs[role][after].Cmp(g.payoffs[role][before]) < 0
}

// changes reports whether the values before and after a move differ.
func (g *grades) changes(before, after int64) bool {
	return max(before-after, after-before) > g.tolerance
}
