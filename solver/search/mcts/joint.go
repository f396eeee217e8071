package mcts

import (
	"math"

	"zermelo/games"
)

const (
	// jointExploration is the probability of a uniformly random move where several roles move.
	jointExploration = 0.2
	// minProbability is the probability below which a move does not belong to a strategy. Such
	// weights are left from the beginning of the search.
	minProbability = 0.02
)

// choose selects a move for each role at a node where several roles move, and returns the
// index of the child. The probabilities of a role's moves are proportional to their positive
// regrets (Hart and Mas-Colell 2000), apart from exploration.
func (w *worker[S]) choose(j *jointNode) (child int32) {
	arms := w.search.arms[j.arms:]
	for _, size := range j.sizes {
		total := 0.0
		for i := range size {
			total += max(0, arms[i].regret)
		}
		draw, chosen := w.random.Float64(), size-1
		for i := range size {
			p := 1 / float64(size)
			if total > 0 {
				p = max(0, arms[i].regret) / total
			}
			arms[i].weight += p
			draw -= jointExploration/float64(size) + (1-jointExploration)*p
			if draw < 0 {
				draw, chosen = math.Inf(1), i
			}
		}
		child = child*int32(size) + int32(chosen)
		arms = arms[size:]
	}
	return child
}

// record updates the moves that led to a child of a node where several roles move. The regret
// of a move grows by the difference between the mean payoff of the child that it would have
// led to and the payoff of the play.
func (d *Search[S]) record(n *node[S], child int32, payoffs *[games.MaxRoles]float64) {
	j := &d.joint[n.more]
	at, stride := j.arms, int32(1)
	for _, size := range j.sizes {
		at += int32(size)
	}
	for role := len(j.sizes) - 1; role >= 0; role-- {
		size := int32(j.sizes[role])
		at -= size
		own, payoff := child/stride%size, d.scaled(payoffs[role], role)
		for i := range size {
			other := n.first + child + (i-own)*stride
			if i == own {
				d.arms[at+i].visits++
				d.arms[at+i].sum += payoffs[role]
			} else if c := &d.nodes[other]; c.visits > 0 || c.solved() {
				d.arms[at+i].regret += d.scaled(d.payoff(other, role), role) - payoff
			} else {
				d.arms[at+i].regret += 0.5 - payoff
			}
		}
		stride *= size
	}
}

// strategies calls each with the moves of each role and their probabilities.
func (d *Search[S]) strategies(n *node[S], each func(role int, arms []arm, p []float64)) {
	j := &d.joint[n.more]
	at := int(j.arms)
	for role, size := range j.sizes {
		arms := d.arms[at : at+size]
		at += size
		p, total := make([]float64, size), 0.0
		if n.solved() && d.bounded { // by pure strategies
			_, _, pure := d.jointBounds(n)
			p[pure[role]] = 1
			each(role, arms, p)
			continue
		}
		for i := range arms {
			total += arms[i].weight
		}
		kept := 0.0
		for i := range arms {
			if p[i] = arms[i].weight / total; p[i] < minProbability {
				p[i] = 0
			}
			kept += p[i]
		}
		for i := range p {
			p[i] /= kept
		}
		each(role, arms, p)
	}
}

func (d *Search[S]) jointMoves(a *Analysis, n *node[S], names [games.MaxRoles][]string) {
	d.strategies(n, func(role int, arms []arm, p []float64) {
		for i, name := range names[min(role, len(names)-1)] { // none if the role has no choice
			m := Move{Name: name, Visits: int64(arms[i].visits), Probability: p[i], Low: math.Inf(-1), High: math.Inf(1)}
			if m.Visits > 0 {
				m.Payoff = arms[i].sum / float64(arms[i].visits)
				m.Estimate = 2*d.scaled(m.Payoff, role) - 1
			}
			a.Moves[role] = append(a.Moves[role], m)
		}
	})
}

// frequent returns the child after the most probable move of each role.
func (d *Search[S]) frequent(n *node[S]) (child int32) {
	d.strategies(n, func(_ int, arms []arm, p []float64) {
		best := 0
		for i := range p {
			if p[i] > p[best] {
				best = i
			}
		}
		child = child*int32(len(arms)) + int32(best)
	})
	return child
}

// jointBounds computes the bounds of a node where two roles move from those of its children:
// the payoffs that each role can secure with pure strategies. It also returns these strategies.
func (d *Search[S]) jointBounds(n *node[S]) (low, high float64, pure [2]int) {
	sizes := d.joint[n.more].sizes
	low, high = math.Inf(-1), math.Inf(1)
	child := func(row, column int) *node[S] { return &d.nodes[int(n.first)+row*sizes[1]+column] }
	for row := range sizes[0] {
		worst := math.Inf(1)
		for column := range sizes[1] {
			worst = min(worst, child(row, column).low)
		}
		if worst > low {
			low, pure[0] = worst, row
		}
	}
	for column := range sizes[1] {
		worst := math.Inf(-1)
		for row := range sizes[0] {
			worst = max(worst, child(row, column).high)
		}
		if worst < high {
			high, pure[1] = worst, column
		}
	}
	return low, high, pure
}
