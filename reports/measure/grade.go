package measure

import (
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// grades maps values to integers, so that sweeps need not compare rationals. If two roles share a
// constant total, half of the total has grade 0, higher payoffs of role 0 have higher grades, and
// exchanging the roles negates the grade. In all other games, grades are arbitrary nonnegative
// integers.
type grades struct {
	contest bool
	// of returns the grade of a value and whether it belongs to a terminal position.
	of func(value.Value) (grade int32, terminal bool)
	// ends holds the expectations of terminal positions. If contest is set, they are indexed by
	// the result for role 0 (loss, draw, win), otherwise by grade.
	ends []expectations
	// payoffs holds the payoff of each role, indexed by grade. It is empty if contest is set.
	payoffs [2][]*big.Rat
}

func gradesOf(info *games.Info, solution *job.Solution) *grades {
	switch outcomes := &solution.Outcomes; {
	case !isContest(info):
		return payoffGrades(info, solution)
	case outcomes.Kind == value.Alternating:
		g := contestGrades()
		g.of = func(v value.Value) (int32, bool) { return int32(2*v.Payoff() - info.Total), v.Plies() == 0 }
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
func byOutcome(list []value.Outcome, grade []int32) func(value.Value) (int32, bool) {
	return func(v value.Value) (int32, bool) { return grade[v], list[v].Remoteness == 0 }
}

// margins ranks outcomes by role 0's margin of victory. Opposite margins have opposite ranks.
func margins(total int, list []value.Outcome) []int32 {
	margin := make([]*big.Rat, len(list))
	var sizes []*big.Rat
	for i, o := range list {
		margin[i] = new(big.Rat).Sub(new(big.Rat).Add(o.Payoff[0], o.Payoff[0]), big.NewRat(int64(total), 1))
		if margin[i].Sign() != 0 {
			sizes = append(sizes, new(big.Rat).Abs(margin[i]))
		}
	}
	sizes = sortedRats(sizes)
	grade := make([]int32, len(list))
	for i, m := range margin {
		if m.Sign() != 0 {
			at, _ := slices.BinarySearchFunc(sizes, new(big.Rat).Abs(m), (*big.Rat).Cmp)
			grade[i] = int32(m.Sign() * (at + 1))
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
	g := &grades{}
	numbers := map[string]int32{}
	number := func(payoff value.Payoffs) int32 {
		key := payoff[0].RatString() + " " + payoff[1].RatString()
		n, ok := numbers[key]
		if !ok {
			n = int32(len(numbers))
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
		grade := make([]int32, len(outcomes.List))
		for i, o := range outcomes.List {
			grade[i] = number(o.Payoff)
		}
		g.of = byOutcome(outcomes.List, grade)
		return g
	}
	grade := map[int]int32{}
	for i := range solution.Layers {
		for payoff := range solution.Layers[i].Values {
			x, ok := new(big.Rat).SetString(payoff)
			if ok && x.IsInt() {
				grade[int(x.Num().Int64())] = number(value.Payoffs{x, new(big.Rat)})
			}
		}
	}
	g.of = func(v value.Value) (int32, bool) { return grade[v.Payoff()], v.Plies() == 0 }
	return g
}

// end returns the index into g.ends for a terminal position with the given grade.
func (g *grades) end(grade int32) int {
	switch {
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
func (g *grades) loses(role int, before, after int32) bool {
	if g.contest {
		return before != after // with a constant total, no move can increase the mover's payoff
	}
	return g.payoffs[role][after].Cmp(g.payoffs[role][before]) < 0
}
