package mcts

import (
	"math"
	"math/rand/v2"

	"zermelo/games"
	"zermelo/solver/search"
)

const (
	// exploration is the constant of UCB1 for payoffs in [0, 1].
	exploration = 0.5
	// batch is the number of leaves that a thread selects together.
	batch = 8
	// maxPlies is the maximum length of a random play in a game whose positions can repeat.
	maxPlies = 256
	// maxPath limits the depth of the tree in games whose positions can repeat.
	maxPath = 1000
)

type worker[S games.State] struct {
	search.Counter
	search *Search[S]
	random *rand.Rand

	leaves   []leaf
	states   []S     // states of the leaves whose payoffs are not exact
	owners   []int32 // index in leaves of each state
	children []S
	ends     []int32
	stages   games.Stages[S]
	known    []Known
	drawn    games.Stages[S] // of the positions of the random plays, in a game with chance

	current, next []S // positions of the random plays
	plays, rest   []int32
	over          []S // terminal positions
	overOf        []int32
	payoffs       []games.Payoff
}

// leaf is a selected leaf and its path from the root. Bounds and payoffs are set after the
// random play.
type leaf struct {
	path    []int32
	moves   []int32 // index of the next node of the path among its siblings
	expand  bool    // the worker has claimed the node
	over    bool    // the payoffs are exact
	payoffs [games.MaxRoles]float64
}

func newWorker[S games.State](d *Search[S], seed, number uint64) *worker[S] {
	return &worker[S]{search: d, random: rand.New(rand.NewPCG(seed, number)), leaves: make([]leaf, batch)}
}

// run iterates until the root is solved or the search is stopped.
func (w *worker[S]) run() {
	for w.step() && !w.search.control.LimitReached(&w.Counter) && !w.search.control.Halted() {
	}
}

// step processes a batch of leaves. It returns false if the root is solved.
func (w *worker[S]) step() bool {
	d := w.search
	d.mu.Lock()
	if n := &d.nodes[0]; n.solved() && n.visits > 0 {
		d.mu.Unlock()
		return false
	}
	w.selectLeaves()
	d.mu.Unlock()
	w.expand()
	d.mu.Lock()
	defer d.mu.Unlock()
	w.attach()
	for i := range w.leaves {
		d.backUp(&w.leaves[i])
	}
	return true
}

// selectLeaves selects a batch of leaves.
func (w *worker[S]) selectLeaves() {
	w.states, w.owners = w.states[:0], w.owners[:0]
	for i := range w.leaves {
		l := &w.leaves[i]
		l.path, l.moves, l.expand, l.over = l.path[:0], l.moves[:0], false, false
		if s := w.descend(l); !l.over {
			w.states, w.owners = append(w.states, s), append(w.owners, int32(i))
		} else {
			w.Count++ // the limit of nodes must end a search of solved leaves
		}
	}
}

// descend selects a path from the root to a leaf and returns the leaf's state.
func (w *worker[S]) descend(l *leaf) S {
	d, i := w.search, int32(0)
	for {
		n := &d.nodes[i]
		n.pending++
		l.path = append(l.path, i)
		if n.solved() || n.children == 0 {
			break
		}
		move := int32(0)
		switch n.mover {
		case games.Both:
			move = w.choose(&d.joint[n.more])
		case games.Chance:
			move = w.draw(n)
		default:
			move = w.selectMove(n)
		}
		l.moves = append(l.moves, move)
		i = n.first + move
	}
	d.depth = max(d.depth, len(l.path)-1)
	n := &d.nodes[i]
	switch {
	case n.stage == final && n.visits == 0: // a repetition that this batch has found
		l.over, l.payoffs = true, d.endless
	case n.solved() && (i > 0 || n.children > 0): // the root needs moves
		l.over = true
		for role := range d.info.Roles {
			l.payoffs[role] = d.payoff(i, role)
		}
	case !d.layered && len(l.path) > maxPath:
		l.over, l.payoffs = true, d.endless // an estimate
	case d.cuts && n.stage == unvisited && d.repeats(l.path):
		n.stage, l.over, l.payoffs = final, true, d.endless
		d.settle(n, d.endless[0])
	case n.stage == unvisited && len(d.nodes) < d.maxNodes:
		n.stage, l.expand = claimed, true
	}
	return n.state
}

// settle sets the bounds of a node whose payoffs are exact.
func (d *Search[S]) settle(n *node[S], payoff float64) {
	if d.bounded {
		n.low, n.high = payoff, payoff
	}
}

// repeats reports whether the last state of a path occurs earlier on it.
func (d *Search[S]) repeats(path []int32) bool {
	last := d.nodes[path[len(path)-1]].state
	for _, i := range path[:len(path)-1] {
		if d.nodes[i].state == last {
			return true
		}
	}
	return false
}

// draw draws an outcome of a chance node that is not solved.
func (w *worker[S]) draw(n *node[S]) (drawn int32) {
	d, total := w.search, 0.0
	for i, p := range d.odds[n.more : n.more+n.children] {
		if d.nodes[n.first+int32(i)].solved() {
			continue
		}
		if total += p; w.random.Float64()*total < p {
			drawn = int32(i)
		}
	}
	return drawn
}

// average replaces the payoffs of a play through a child of a chance node by an estimate for the
// node. It has the same mean and a smaller variance, as the solved children contribute their values.
func (d *Search[S]) average(n *node[S], child int32, payoffs *[games.MaxRoles]float64) {
	rest, sums := 1.0, [games.MaxRoles]float64{}
	for i, p := range d.odds[n.more : n.more+n.children] {
		if at := n.first + int32(i); int32(i) != child && d.nodes[at].solved() && (d.bounded || d.nodes[at].visits > 0) {
			rest -= p
			for role := range d.info.Roles {
				sums[role] += p * d.payoff(at, role)
			}
		}
	}
	for role := range d.info.Roles {
		payoffs[role] = sums[role] + rest*payoffs[role]
	}
}

// randomChild returns a random child of state i of stages, which has the given number of children.
func (w *worker[S]) randomChild(stages *games.Stages[S], i int, children int32) (drawn int32) {
	if !w.search.info.Stochastic || stages.Movers[i] != games.Chance {
		return w.random.Int32N(children)
	}
	total := uint64(0)
	for k, odds := range stages.Odds(i, int(children)) {
		if total += uint64(odds); w.random.Uint64N(total) < uint64(odds) {
			drawn = int32(k)
		}
	}
	return drawn
}

// selectMove selects a child of a node where one role moves. It skips children that are solved
// or cannot improve the proven bound of the node.
func (w *worker[S]) selectMove(n *node[S]) int32 {
	d, role := w.search, int(n.mover)
	least, _ := d.boundsFor(n, role)
	log := math.Log(float64(n.visits + int32(n.pending)))
	offset := w.random.Int32N(n.children)
	best, key := offset, math.Inf(-1)
	for k := range n.children {
		i := k + offset
		if i >= n.children {
			i -= n.children
		}
		c := &d.nodes[n.first+i]
		if d.bounded {
			if _, high := d.boundsFor(c, role); c.low == c.high || high <= least {
				continue
			}
		}
		visits := c.visits + int32(c.pending)
		if visits == 0 {
			return i
		}
		mean := 0.0
		if c.visits > 0 {
			mean = d.scaled(d.payoff(n.first+i, role), role) * float64(c.visits) / float64(visits)
		}
		if v := mean + exploration*math.Sqrt(log/float64(visits)); v > key {
			best, key = i, v
		}
	}
	return best
}

// expand expands the leaves and plays at random from them, in batches.
func (w *worker[S]) expand() {
	d := w.search
	if len(w.states) == 0 {
		return
	}
	w.children, w.ends = d.game.Expand(w.children[:0], w.ends[:0], w.states)
	w.Count += uint64(len(w.states))
	w.stages.Find(d.game, w.states, w.ends)
	w.known = w.known[:0]
	w.current, w.plays, w.over, w.overOf = w.current[:0], w.plays[:0], w.over[:0], w.overOf[:0]
	from := int32(0)
	for k, i := range w.owners {
		l, end, known := &w.leaves[i], w.ends[k], Known{}
		if d.options.Known != nil && end > from && len(l.path) > 1 { // the root needs moves
			known = d.options.Known(w.states[k])
		}
		w.known = append(w.known, known)
		switch {
		case end == from:
			l.over = true
			w.over, w.overOf = append(w.over, w.states[k]), append(w.overOf, i)
		case known.Exact:
			l.over, l.payoffs = true, known.Payoffs
		default:
			w.current, w.plays = append(w.current, w.children[from+w.randomChild(&w.stages, k, end-from)]), append(w.plays, i)
		}
		from = end
	}
	w.finish()
	w.play()
}

// play makes random moves in all current positions until each is terminal.
func (w *worker[S]) play() {
	d := w.search
	for plies := 0; len(w.current) > 0; plies++ {
		if plies >= maxPlies && (!d.layered || d.control.Halted()) {
			for _, i := range w.plays {
				w.leaves[i].payoffs = d.endless
			}
			return
		}
		w.next, w.rest = d.game.Expand(w.next[:0], w.rest[:0], w.current)
		w.Count += uint64(len(w.current))
		if d.info.Stochastic {
			w.drawn.Find(d.game, w.current, w.rest)
		}
		kept, from := 0, int32(0)
		for k, end := range w.rest {
			if end == from {
				w.over, w.overOf = append(w.over, w.current[k]), append(w.overOf, w.plays[k])
				continue
			}
			w.current[kept], w.plays[kept] = w.next[from+w.randomChild(&w.drawn, k, end-from)], w.plays[k]
			kept, from = kept+1, end
		}
		w.current, w.plays = w.current[:kept], w.plays[:kept]
		w.finish()
	}
}

// finish sets the payoffs of the plays that are over.
func (w *worker[S]) finish() {
	if len(w.over) == 0 {
		return
	}
	w.payoffs = w.search.game.Payoffs(w.payoffs[:0], w.over)
	for k, i := range w.overOf {
		for role := range w.search.info.Roles {
			w.leaves[i].payoffs[role] = float64(w.payoffs[k][role])
		}
	}
	w.over, w.overOf = w.over[:0], w.overOf[:0]
}

// attach adds the children of the claimed leaves to the tree and sets the bounds of the leaves.
func (w *worker[S]) attach() {
	d, from := w.search, int32(0)
	for k, i := range w.owners {
		l, end := &w.leaves[i], w.ends[k]
		at := l.path[len(l.path)-1]
		if n := &d.nodes[at]; l.over {
			n.stage = final
			d.settle(n, l.payoffs[0])
		} else if l.expand {
			if known := &w.known[k]; known.Bounded {
				n.low, n.high = max(n.low, known.Low), min(n.high, known.High)
			}
			first := d.add(w.children[from:end])
			n = &d.nodes[at] // add moves the nodes
			n.first, n.children, n.mover, n.stage = first, end-from, w.stages.Movers[k], open
			if found, ok := d.solved[n.state]; ok && at > 0 {
				d.settle(n, found.payoff)
				n.plies = found.plies
			}
			switch n.mover {
			case games.Both:
				w.attachJoint(n, w.stages.Shape(k))
			case games.Chance:
				n.more = int32(len(d.odds))
				d.odds = games.AppendProbabilities(d.odds, w.stages.Odds(k, int(n.children)))
			}
		}
		from = end
	}
}

func (w *worker[S]) attachJoint(n *node[S], shape []int32) {
	d := w.search
	j := jointNode{sizes: games.Sizes(nil, shape, int(n.children)), arms: int32(len(d.arms))}
	for _, size := range j.sizes {
		d.arms = append(d.arms, make([]arm, size)...)
	}
	n.more = int32(len(d.joint))
	d.joint = append(d.joint, j)
}

// backUp adds the payoffs of a play to the nodes of its path and updates their bounds.
func (d *Search[S]) backUp(l *leaf) {
	d.playouts++
	if !d.listed {
		for role := range d.info.Roles {
			d.low[role], d.high[role] = min(d.low[role], l.payoffs[role]), max(d.high[role], l.payoffs[role])
		}
	}
	changed := true
	for k := len(l.path) - 1; k >= 0; k-- {
		i := l.path[k]
		n := &d.nodes[i]
		if changed && k < len(l.path)-1 && d.bounded {
			changed = d.updateBounds(n)
		}
		if n.mover == games.Chance && k < len(l.moves) {
			d.average(n, l.moves[k], &l.payoffs)
		}
		if d.bounded { // proven bounds replace the result of a play outside them
			l.payoffs[0] = max(n.low, min(l.payoffs[0], n.high))
			l.payoffs[1] = float64(d.info.Total) - l.payoffs[0]
		}
		n.visits++
		n.pending--
		for role := range d.stride {
			d.sums[int(i)*d.stride+role] += l.payoffs[role]
		}
		if n.mover == games.Both && k < len(l.moves) {
			d.record(n, l.moves[k], &l.payoffs)
		}
	}
}

// updateBounds computes the bounds of an expanded node from those of its children, and reports
// whether they have changed.
func (d *Search[S]) updateBounds(n *node[S]) bool {
	if n.low == n.high {
		return false
	}
	var low, high float64
	children := d.nodes[n.first : n.first+n.children]
	switch n.mover {
	case games.Both:
		low, high, _ = d.jointBounds(n)
	case games.Chance:
		for i, p := range d.odds[n.more : n.more+n.children] {
			low, high = low+p*children[i].low, high+p*children[i].high
		}
		if d.listed {
			low, high = search.Snap(low, d.low[0], d.high[0]), search.Snap(high, d.low[0], d.high[0])
		}
	default:
		low, high = children[0].low, children[0].high
		for i := range children {
			if c := &children[i]; n.mover == 0 {
				low, high = max(low, c.low), max(high, c.high)
			} else {
				low, high = min(low, c.low), min(high, c.high)
			}
		}
	}
	low, high = max(low, n.low), min(high, n.high)
	if low == n.low && high == n.high {
		return false
	}
	if n.low, n.high = low, high; low == high {
		n.plies = d.length(n)
		if !d.cuts {
			d.solved[n.state] = solution{low, n.plies}
		}
	}
	return true
}

// length returns an upper bound on the plies to the end of a solved node whose winner plays the
// solved moves.
func (d *Search[S]) length(n *node[S]) int16 {
	shortest, longest := int16(math.MaxInt16-1), int16(0)
	for i := range n.children {
		if c := &d.nodes[n.first+i]; n.mover == games.Chance || c.low == c.high && c.low == n.low {
			shortest, longest = min(shortest, c.plies), max(longest, c.plies)
		}
	}
	if role := int(n.mover); role >= 0 && 2*d.scaled(d.forRole(n.low, role), role) >= 1 {
		return shortest + 1
	}
	return min(longest, math.MaxInt16-1) + 1
}
