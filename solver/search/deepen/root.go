package deepen

import (
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/search"
)

// root is one thread's view of the analyzed position. The list of moves comes from the
// rules, so that a move is available even if Look decides the position.
type root[S games.State] struct {
	d         *Search[S]
	canonical S
	mover     int
	moves     []rootMove[S]
	order     []int // indexes into moves, best first
	low, high int   // proven bounds
	depth     int   // last completed depth
}

type rootMove[S games.State] struct {
	name     string
	child    S // child according to the rules
	state    S // canonical form of child
	turns    int16
	terminal bool
	seen     guess // value for the player to move at the root
	line     []lineStep[S]
}

func (d *Search[S]) newRoot(s S) (*root[S], error) {
	children, _ := d.rules.Expand(nil, nil, []S{s})
	r := &root[S]{d: d, mover: games.Mover(d.rules, s), low: -d.game.Scores(), high: d.game.Scores()}
	if len(children) == 0 {
		return nil, games.BadInput("the game is over at %s; search a position with moves", games.NotationOf(d.rules).FormatState(s))
	}
	r.canonical, _ = games.Canonical(d.rules, s)
	names := games.NotationOf(d.rules).Moves(s)[r.mover]
	movers := d.rules.Movers(nil, children)
	_, ends := d.rules.Expand(nil, nil, children)
	from := int32(0)
	for i, end := range ends {
		m := rootMove[S]{child: children[i], turns: 1, terminal: end == from, seen: guess{low: r.low, high: r.high}}
		if int(movers[i]) == r.mover && d.rules.Info().ExtraMoves {
			m.turns = 0
		}
		if i < len(names) {
			m.name = names[i]
		}
		m.state, _ = games.Canonical(d.rules, m.child)
		if m.terminal {
			own := search.ScoreOf(d.rules.Info().Total, d.rules.Payoffs(nil, children[i:i+1])[0][r.mover])
			m.seen = guess{own * unit, own, own}
		}
		r.moves, r.order = append(r.moves, m), append(r.order, i)
		from = end
	}
	var n games.Node[S]
	d.game.Look(&n, r.canonical, r.low, r.high)
	r.low, r.high = max(r.low, n.Low), min(r.high, n.High)
	ranks := map[S]int{}
	for _, c := range n.Children {
		if c.TurnChanges <= 1 {
			ranks[c.State] = int(c.Rank) + 1<<16
		}
	}
	slices.SortStableFunc(r.order, func(i, j int) int { return ranks[r.moves[j].state] - ranks[r.moves[i].state] })
	r.loadBounds()
	return r, nil
}

// loadBounds narrows the bounds on the root and its moves, using the table of proven
// bounds. If a move is proven to be best, it becomes the first move.
func (r *root[S]) loadBounds() {
	if b, ok := r.d.proofs.Probe(r.canonical); ok {
		r.low, r.high = max(r.low, b.Low), min(r.high, b.High)
	}
	best := -r.d.game.Scores()
	for i := range r.moves {
		m := &r.moves[i]
		if b, ok := r.d.proofs.Probe(m.state); ok && !m.terminal {
			b = b.Before(m.turns)
			m.seen.low, m.seen.high = max(m.seen.low, b.Low), min(m.seen.high, b.High)
			m.seen = m.seen.clamped()
		}
		r.low = max(r.low, m.seen.low)
		best = max(best, m.seen.high)
	}
	r.high = max(r.low, min(r.high, best))
	r.moveToFront(slices.IndexFunc(r.order, func(at int) bool { return r.moves[at].seen.low >= r.high }))
}

// storeBounds stores the bounds on the root and on the position after the best move.
// The recorded cost is the number of nodes in the whole run.
func (r *root[S]) storeBounds(nodes uint64) {
	top := r.d.game.Scores()
	store := func(s S, low, high int) {
		if low > -top || high < top {
			r.d.proofs.Store(s, search.Bounds{Low: low, High: high, Move: -1}, nodes)
		}
	}
	store(r.canonical, r.low, r.high)
	if m := &r.moves[r.order[0]]; !m.terminal {
		b := search.Bounds{Low: m.seen.low, High: m.seen.high}.Before(m.turns)
		store(m.state, b.Low, b.High)
	}
}

// moveToFront makes r.order[place] the first move, unless place is -1.
func (r *root[S]) moveToFront(place int) {
	if place > 0 {
		at := r.order[place]
		copy(r.order[1:place+1], r.order[:place])
		r.order[0] = at
	}
}

func (r *root[S]) clone() *root[S] {
	c := *r
	c.moves, c.order = slices.Clone(r.moves), slices.Clone(r.order)
	for i := range c.moves {
		c.moves[i].line = nil
	}
	return &c
}

// deepen searches all moves to the given depth with one thread. It returns false if
// the search was stopped.
func (r *root[S]) deepen(w *depthWorker[S], depth int) bool {
	alpha, beta := r.low*unit-1, r.high*unit+1
	best := -1
	low, high := -r.d.game.Scores(), -r.d.game.Scores()
	finished := true
	for i, at := range r.order {
		m := &r.moves[at]
		if m.seen.low < m.seen.high {
			g, ok := w.follow(lineStep[S]{m.state, m.turns}, alpha, beta, i > 0 && best >= 0, depth-1, 0)
			if !ok {
				finished = false
				break
			}
			m.seen = guess{g.value, max(g.low, m.seen.low), min(g.high, m.seen.high)}
			if g.value > alpha || best < 0 {
				m.line = append(m.line[:0], w.frame(0).line...)
			}
		}
		low, high = max(low, m.seen.low), max(high, m.seen.high)
		if best < 0 || m.seen.value > alpha {
			best = i
			alpha = max(alpha, m.seen.value)
		}
		if m.seen.low >= r.high {
			high = r.high // no other move can be better
			break
		}
	}
	w.Publish()
	r.low = max(r.low, low)
	if finished {
		r.high, r.depth = max(r.low, min(r.high, high)), depth
	}
	r.moveToFront(best)
	return finished
}

// isProven reports whether the score and a first move that achieves it are proven.
func (r *root[S]) isProven() bool {
	return r.low == r.high && r.moves[r.order[0]].seen.low >= r.low
}

// publish returns the current result and makes it available to Latest.
func (r *root[S]) publish() *Analysis {
	d := r.d
	best := &r.moves[r.order[0]]
	now := d.run.Load()
	a := &Analysis{Mover: r.mover, Low: r.low, High: r.high, Depth: r.depth, Nodes: d.nodesOf(now), Fill: d.table.fill(), Elapsed: time.Since(now.started)}
	value := max(r.low*unit, min(best.seen.value, r.high*unit))
	a.Estimate = float64(value) / float64(d.game.Scores()*unit)
	a.Line = append([]string{best.name}, d.formatLine(best.child, best.line)...)
	now.latest.Store(a)
	return a
}
