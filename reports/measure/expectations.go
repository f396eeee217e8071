package measure

import (
	"cmp"
	"math"
)

// expectations holds exact expected values for play from a position between two random or two
// greedy players. A single backward sweep over the layers computes them.
type expectations struct {
	// gains holds the results of random play for each role: the probability of more than half of
	// the total if two roles share a constant total, and otherwise the mean payoff.
	gains        [2]float64
	draws        float64    // random play: probability of a draw
	plies        float64    // random play: expected number of plies to the end
	fixed        float64    // random play: probability that the value does not change again
	decided      float64    // random play: expected number of plies up to the last change of the value
	errors       float64    // random play: expected number of errors
	comebacks    [2]float64 // random play: probability that each role wins after a lost position
	saves        float64    // random play: probability of a draw after a lost position
	greedyGains  [2]float64 // greedy play: probability that each role wins
	greedyPlies  float64
	greedyErrors float64
}

// luck extends expectations for games where moves can be random.
type luck struct {
	leads          float64    // random play: expected number of plies that change the sign of the grade
	rolls          spread     // perfect play: sum over random moves
	choices        spread     // perfect play: sum over choices
	scores, greedy [2]float64 // expected score of each role in perfect and greedy play against a random player
}

// spread holds sums over positions of the spread of the children's values.
type spread struct{ positions, deviation, variance float64 }

func (p *spread) add(weight float64, s spread) {
	p.positions += weight * s.positions
	p.deviation += weight * s.deviation
	p.variance += weight * s.variance
}

// mean returns the mean standard deviation, or 0 if there are no positions.
func (p *spread) mean() float64 { return p.deviation / max(p.positions, math.SmallestNonzeroFloat64) }

// childView is a child as seen from its parent.
type childView struct {
	grade    int64
	terminal bool
	swap     int // 1 to exchange the roles in expectations, otherwise 0
	*expectations
	*luck // nil unless grades.chance is set
}

// weights holds the probabilities of moves: the unit and, unless all are equal, the multiples.
type weights struct {
	unit float64
	odds []uint32
}

// weightsOf returns the weights of n moves. odds is nil if all are equally likely.
func weightsOf(odds []uint32, n int) weights {
	sum := 0.0
	for _, weight := range odds {
		sum += float64(weight)
	}
	if odds == nil {
		sum = float64(n)
	}
	return weights{1 / sum, odds}
}

func (w *weights) of(move int) float64 {
	if w.odds == nil {
		return w.unit
	}
	return w.unit * float64(w.odds[move])
}

// expect computes the expectations of a position from its children. mover is the role to move, or
// -1 if both roles have a choice or the move is random. odds holds the weights of random moves and
// is otherwise nil.
func (g *grades) expect(grade int64, mover int, odds []uint32, children []childView) expectations {
	var p expectations
	random := weightsOf(odds, len(children))
	for i := range children {
		c, chance := &children[i], random.of(i)
		for role := range p.gains {
			p.gains[role] += chance * c.gains[role^c.swap]
			p.comebacks[role] += chance * c.comebacks[role^c.swap]
		}
		p.draws += chance * c.draws
		p.saves += chance * c.saves
		p.plies += chance * (1 + c.plies)
		p.errors += chance * c.errors
		p.decided += chance * (c.decided + 1 - c.fixed)
		if !g.changes(grade, c.grade) {
			p.fixed += chance * c.fixed
			continue
		}
		p.decided += chance * c.fixed
		if mover >= 0 && g.loses(mover, grade, c.grade) {
			p.errors += chance
		}
	}
	if !g.contest {
		return p
	}
	if grade != 0 {
		loser := 0
		if grade > 0 {
			loser = 1
		}
		p.comebacks[loser] = p.gains[loser]
		p.saves = p.draws
	}
	if mover >= 0 || odds != nil {
		g.expectGreedy(&p, grade, mover, odds, children)
	}
	return p
}

// greedyBest returns the best rating of the children and the number of children with this rating.
// It is the rating of all children if the move is random.
func greedyBest(mover int, children []childView) (best int64, n int) {
	best = greedyRating(mover, &children[0])
	for i := range children {
		switch r := greedyRating(mover, &children[i]); {
		case r > best:
			best, n = r, 1
		case r == best:
			n++
		}
	}
	return best, n
}

func (g *grades) expectGreedy(p *expectations, grade int64, mover int, odds []uint32, children []childView) {
	best, n := greedyBest(mover, children)
	greedy := weightsOf(odds, n)
	for i := range children {
		c, chance := &children[i], greedy.of(i)
		if greedyRating(mover, c) != best {
			continue
		}
		for role := range p.greedyGains {
			p.greedyGains[role] += chance * c.greedyGains[role^c.swap]
		}
		p.greedyPlies += chance * (1 + c.greedyPlies)
		p.greedyErrors += chance * c.greedyErrors
		if mover >= 0 && g.loses(mover, grade, c.grade) {
			p.greedyErrors += chance
		}
	}
}

// greedyRating returns a greedy player's rating of a child: its grade if it is terminal, else 0.
func greedyRating(mover int, c *childView) int64 {
	if !c.terminal || mover < 0 {
		return 0
	}
	return int64(1-2*mover) * c.grade
}

// expectLuck computes the luck of a position from its children. The arguments are as in expect, but
// mover is -1 only if the move is random.
func (g *grades) expectLuck(grade int64, mover int, odds []uint32, children []childView) (p luck) {
	best, n := greedyBest(mover, children)
	keep := 0
	for i := range children {
		if mover < 0 || !g.loses(mover, grade, children[i].grade) {
			keep++
		}
	}
	all, keeping, looking := weightsOf(odds, len(children)), weightsOf(odds, keep), weightsOf(odds, n)
	for i := range children {
		c := &children[i]
		random, perfect, greedy := all.of(i), keeping.of(i), looking.of(i) // probabilities of the move
		if mover >= 0 && g.loses(mover, grade, c.grade) {
			perfect = 0
		}
		if greedyRating(mover, c) != best {
			greedy = 0
		}
		p.leads += random * c.leads
		if cmp.Compare(grade, 0) != cmp.Compare(c.grade, 0) {
			p.leads += random
		}
		p.rolls.add(perfect, c.rolls)
		p.choices.add(perfect, c.choices)
		for role := range p.scores {
			chances := [2]float64{perfect, greedy}
			if mover == 1-role { // the opponent moves at random
				chances = [2]float64{random, random}
			}
			p.scores[role] += chances[0] * c.scores[role^c.swap]
			p.greedy[role] += chances[1] * c.luck.greedy[role^c.swap]
		}
	}
	if odds != nil {
		p.rolls.add(1, g.spreadOf(odds, children))
	} else {
		p.choices.add(1, g.spreadOf(odds, children))
	}
	return p
}

// spreadOf returns the spread of the children's values. It is zero if there is a single child.
func (g *grades) spreadOf(odds []uint32, children []childView) spread {
	if len(children) == 1 || g.scale == 0 {
		return spread{}
	}
	random, mean, variance := weightsOf(odds, len(children)), 0.0, 0.0
	for i := range children {
		mean += random.of(i) * float64(children[i].grade)
	}
	for i := range children {
		x := g.scale * (float64(children[i].grade) - mean)
		variance += random.of(i) * x * x
	}
	return spread{1, math.Sqrt(variance), variance}
}

// errorCounts counts errors at positions where one role has a choice. It groups integer counts
// by the number of moves, so that sums do not depend on the order of additions.
type errorCounts struct {
	positions      int64
	random, greedy []int64 // number of errors, by number of moves in the position
}

func (e *errorCounts) count(g *grades, grade int64, mover int, children []childView) {
	wrong, greedyWrong, greedy := 0, 0, 0
	best := greedyRating(mover, &children[0])
	for i := range children {
		c := &children[i]
		errs := g.loses(mover, grade, c.grade)
		if errs {
			wrong++
		}
		if !g.contest {
			continue
		}
		if r := greedyRating(mover, c); r > best {
			best, greedy, greedyWrong = r, 0, 0
		} else if r < best {
			continue
		}
		greedy++
		if errs {
			greedyWrong++
		}
	}
	e.positions++
	e.grow(len(children) + 1)
	e.random[len(children)] += int64(wrong)
	e.greedy[greedy] += int64(greedyWrong)
}

func (e *errorCounts) grow(n int) {
	for len(e.random) < n {
		e.random, e.greedy = append(e.random, 0), append(e.greedy, 0)
	}
}

func (e *errorCounts) add(o *errorCounts) {
	e.positions += o.positions
	e.grow(len(o.random))
	for moves := range o.random {
		e.random[moves] += o.random[moves]
		e.greedy[moves] += o.greedy[moves]
	}
}

// measure returns the mean error rates, or nil if no position has been counted.
func (e *errorCounts) measure(contest bool) *TableErrors {
	if e.positions == 0 {
		return nil
	}
	t := &TableErrors{Positions: e.positions, Random: e.average(e.random)}
	if contest {
		t.Greedy = new(e.average(e.greedy))
	}
	return t
}

// average returns the mean probability of an error over all positions.
func (e *errorCounts) average(errors []int64) float64 {
	sum := 0.0
	for moves := 1; moves < len(errors); moves++ {
		sum += float64(errors[moves]) / float64(moves)
	}
	return sum / float64(e.positions)
}
