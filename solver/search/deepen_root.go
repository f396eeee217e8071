package search

import (
	"slices"
	"time"

	"zermelo/games"
)

// root is the position that is analyzed. Its moves are those of the rules, so
// that there is always one to name, also where the game decides at sight.
type root[S games.State] struct {
	d         *Deepener[S]
	canonical S
	mover     int
	moves     []rootMove[S] // by index
	order     []int         // of moves, best first
	low, high int           // proven
	depth     int           // of the last search that finished
}

// rootMove is a move of the root.
type rootMove[S games.State] struct {
	index int
	name  string
	child S // as the rules have it
	state S // canonical
	over  bool
	score int   // of the player to move after it, if the game is over there
	seen  guess // by the player to move at the root
	line  []stride[S]
}

func (d *Deepener[S]) newRoot(s S) (*root[S], error) {
	children, _ := d.rules.Expand(nil, nil, []S{s})
	r := &root[S]{d: d, mover: moverAt(d.rules, s, len(children)), low: -d.game.Scores(), high: d.game.Scores()}
	if len(children) == 0 {
		return nil, games.BadInput("the game is over at %s: there is nothing to search", games.NotationOf(d.rules).FormatState(s))
	}
	r.canonical, _ = games.Canonical(d.rules, s)
	names := games.NotationOf(d.rules).Moves(s)[r.mover]
	_, ends := d.rules.Expand(nil, nil, children)
	from := int32(0)
	for i, end := range ends {
		m := rootMove[S]{index: i, child: children[i], over: end == from, seen: guess{low: r.low, high: r.high}}
		if i < len(names) {
			m.name = names[i]
		}
		m.state, _ = games.Canonical(d.rules, m.child)
		if m.over {
			own := ScoreOf(d.rules.Info().Total, d.rules.Payoffs(nil, children[i:i+1])[0][r.mover])
			m.score = -own
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
		if c.Plies == 1 {
			ranks[c.State] = int(c.Rank) + 1<<16
		}
	}
	slices.SortStableFunc(r.order, func(i, j int) int { return ranks[r.moves[j].state] - ranks[r.moves[i].state] })
	return r, nil
}

// deepen searches all moves to a depth. It returns false if it was stopped.
func (r *root[S]) deepen(depth int) bool {
	alpha, beta := r.low*unit-1, r.high*unit+1
	best := -1
	low, high := -r.d.game.Scores(), -r.d.game.Scores()
	w := r.d.diver
	w.first = depth == 1
	finished := true
	for i, at := range r.order {
		m := &r.moves[at]
		if m.seen.low < m.seen.high {
			g, ok := w.child(m.state, alpha, beta, i > 0 && best >= 0, depth-1)
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
			high = r.high // nothing is better
			break
		}
	}
	w.nodes.Store(w.count)
	r.low = max(r.low, low)
	if finished {
		r.high, r.depth = max(r.low, min(r.high, high)), depth
	}
	if best > 0 {
		at := r.order[best]
		copy(r.order[1:best+1], r.order[:best])
		r.order[0] = at
	}
	return finished
}

// settled says that the score is proven, and that the best move gets it.
func (r *root[S]) settled() bool {
	return r.low == r.high && r.moves[r.order[0]].seen.low >= r.low
}

// publish makes what is known public.
func (r *root[S]) publish() *Analysis {
	d := r.d
	d.mutex.Lock()
	r.low, r.high = max(r.low, d.low), min(r.high, d.high)
	provider := d.provider
	d.mutex.Unlock()
	if i := slices.Index(r.order, provider); i > 0 && r.moves[r.order[0]].seen.low < r.low {
		copy(r.order[1:i+1], r.order[:i])
		r.order[0] = provider
		m := &r.moves[provider]
		m.seen.low = max(m.seen.low, r.low)
		m.seen = m.seen.clamped()
	}
	best := &r.moves[r.order[0]]
	a := &Analysis{Mover: r.mover, Low: r.low, High: r.high, Depth: r.depth, Nodes: d.Nodes(), Fill: d.table.fill(), Elapsed: time.Since(d.began)}
	value := max(r.low*unit, min(best.seen.value, r.high*unit))
	a.Estimate = float64(value) / float64(d.game.Scores()*unit)
	a.Line = append([]string{best.name}, d.names(best.child, best.line)...)
	d.latest.Store(a)
	return a
}

// searchSteps is how many positions names looks at for one forced line.
const searchSteps = 2000

// names writes a line of canonical positions as moves from s. It ends where no
// play of the rules from one position to the next is found soon.
func (d *Deepener[S]) names(s S, line []stride[S]) []string {
	var names []string
	for _, step := range line {
		left := searchSteps
		play, end, ok := d.play(s, step.state, int(step.plies), &left)
		if !ok {
			break
		}
		s = end
		names = append(names, play...)
	}
	return names
}

// play finds moves of so many plies from s to a position whose canonical one is
// to.
func (d *Deepener[S]) play(s, to S, plies int, left *int) (moves []string, end S, ok bool) {
	children, _ := d.rules.Expand(nil, nil, []S{s})
	*left -= len(children)
	if len(children) == 0 || *left < 0 {
		return nil, s, false
	}
	names := games.NotationOf(d.rules).Moves(s)[moverAt(d.rules, s, len(children))]
	for i, c := range children {
		if plies == 1 {
			if canonical, _ := games.Canonical(d.rules, c); canonical == to {
				return []string{names[i]}, c, true
			}
			continue
		}
		if rest, end, ok := d.play(c, to, plies-1, left); ok {
			return append([]string{names[i]}, rest...), end, true
		}
	}
	return nil, s, false
}
