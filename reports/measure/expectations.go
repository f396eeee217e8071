package measure

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

// childView is a child as seen from its parent.
type childView struct {
	grade    int32
	terminal bool
	swap     int // 1 to exchange the roles in expectations, otherwise 0
	*expectations
}

// expect computes the expectations of a position from its children. mover is the role to move, or
// -1 if both roles have a choice.
func (g *grades) expect(grade int32, mover int, children []childView) expectations {
	var p expectations
	chance := 1 / float64(len(children))
	for i := range children {
		c := &children[i]
		for role := range p.gains {
			p.gains[role] += chance * c.gains[role^c.swap]
			p.comebacks[role] += chance * c.comebacks[role^c.swap]
		}
		p.draws += chance * c.draws
		p.saves += chance * c.saves
		p.plies += chance * (1 + c.plies)
		p.errors += chance * c.errors
		p.decided += chance * (c.decided + 1 - c.fixed)
		if c.grade == grade {
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
	if mover >= 0 {
		p.expectGreedy(grade, mover, children)
	}
	return p
}

func (p *expectations) expectGreedy(grade int32, mover int, children []childView) {
	best, n := greedyRating(mover, &children[0]), 0
	for i := range children {
		switch r := greedyRating(mover, &children[i]); {
		case r > best:
			best, n = r, 1
		case r == best:
			n++
		}
	}
	chance := 1 / float64(n)
	for i := range children {
		c := &children[i]
		if greedyRating(mover, c) != best {
			continue
		}
		for role := range p.greedyGains {
			p.greedyGains[role] += chance * c.greedyGains[role^c.swap]
		}
		p.greedyPlies += chance * (1 + c.greedyPlies)
		p.greedyErrors += chance * c.greedyErrors
		if c.grade != grade {
			p.greedyErrors += chance
		}
	}
}

// greedyRating returns a greedy player's rating of a child: its grade if it is terminal, else 0.
func greedyRating(mover int, c *childView) int32 {
	if !c.terminal {
		return 0
	}
	return int32(1-2*mover) * c.grade
}

// errorCounts counts errors at positions where one role has a choice. It groups integer counts
// by the number of moves, so that sums do not depend on the order of additions.
type errorCounts struct {
	positions      int64
	random, greedy []int64 // number of errors, by number of moves in the position
}

func (e *errorCounts) count(g *grades, grade int32, mover int, children []childView) {
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
		greedy := e.average(e.greedy)
		t.Greedy = &greedy
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
