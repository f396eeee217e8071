package measure

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
