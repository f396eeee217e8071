package measure

import "zermelo/games"

// prospects are what to expect from a position on: exact expectations over play
// in which both players are random, or both greedy.
//
// All follow from those of the children, so one sweep from the last layer back
// finds them. A forward sweep of chances would do for most, but needs as many
// numbers, each twice where a symmetry exchanges the roles; and when the value is
// fixed is only known from the end.
type prospects struct {
	// gains are, in random play, the chance that a role gets more than half of the
	// total; where the game is no contest, what it gets on average.
	gains        [games.MaxRoles]float64
	draws        float64                 // random play: chance that both get half
	plies        float64                 // random play: plies to the end
	fixed        float64                 // random play: chance that the value never changes again
	decided      float64                 // random play: plies up to the last change of the value
	errors       float64                 // random play: errors to come
	comebacks    [games.MaxRoles]float64 // random play: chance that a role wins that was lost from here on
	saves        float64                 // random play: chance of a draw after someone was lost from here on
	greedyPlies  float64
	greedyErrors float64
}

// outlook is a child as its parent's roles see it.
type outlook struct {
	grade int32
	over  bool
	swap  int // 1: the roles of the prospects are exchanged
	*prospects
}

// expect combines the prospects of the children of a position that is not over.
// Grade is the position's own, mover the role to move, -1 where both are.
func (g *grades) expect(grade int32, mover int, children []outlook) prospects {
	var p prospects
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

// expectGreedy fills in what greedy play brings in a contest.
func (p *prospects) expectGreedy(grade int32, mover int, children []outlook) {
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

// greedyRating is what a greedy player takes a child for: the mover's grade if
// the game is over, else that of a draw.
func greedyRating(mover int, c *outlook) int32 {
	if !c.over {
		return 0
	}
	return int32(1-2*mover) * c.grade
}
