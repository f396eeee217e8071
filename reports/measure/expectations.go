package measure

// expectations are exact expected values of play from a position on, with two random
// or two greedy players.
//
// They follow from those of the children, so one sweep from the last layer back finds
// them. A sweep forward cannot tell when the value changes for the last time, and
// needs every number twice where a symmetry exchanges the roles.
type expectations struct {
	// gains are, in random play, the chance that a role gets more than half of the
	// total, or in a game that is no contest its average payoff.
	gains        [2]float64
	draws        float64    // random play: chance that both get half
	plies        float64    // random play: plies to the end
	fixed        float64    // random play: chance that the value never changes again
	decided      float64    // random play: plies up to the last change of the value
	errors       float64    // random play: errors to come
	comebacks    [2]float64 // random play: chance that a role wins that was lost from here on
	saves        float64    // random play: chance of a draw after someone was lost from here on
	greedyPlies  float64
	greedyErrors float64
}

// childView is a child with the roles of its parent.
type childView struct {
	grade int32
	over  bool
	swap  int // 1: the roles of the expectations are exchanged
	*expectations
}

// expect combines the expectations of the children of a position. grade is that of
// the position, and mover the role to move, or -1 where both are.
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
		p.greedyPlies += chance * (1 + c.greedyPlies)
		p.greedyErrors += chance * c.greedyErrors
		if c.grade != grade {
			p.greedyErrors += chance
		}
	}
}

// greedyRating is how a greedy player rates a child: by its grade if the game is over,
// else as a draw.
func greedyRating(mover int, c *childView) int32 {
	if !c.over {
		return 0
	}
	return int32(1-2*mover) * c.grade
}

// errorCounts counts errors at positions where one player is to move, by the
// number of moves, so that their sum does not depend on its order.
type errorCounts struct {
	positions      int64
	random, greedy []int64 // moves that are errors, by how many moves they are of
}

// count adds a position.
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

// grow makes room for counts of fewer than n moves.
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

// measure is what the counts come to; nil of no positions.
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

// average is the chance of an error at a position.
func (e *errorCounts) average(errors []int64) float64 {
	sum := 0.0
	for moves := 1; moves < len(errors); moves++ {
		sum += float64(errors[moves]) / float64(moves)
	}
	return sum / float64(e.positions)
}
