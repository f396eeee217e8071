package search

import (
	"sync/atomic"

	"zermelo/games"
)

// worker is one thread of a search: fail-soft alpha-beta with a transposition
// table, enhanced transposition cut-offs (all children are looked up before
// any is searched), history ordering and, where the game says so, killer moves.
type worker[S games.State] struct {
	search *AlphaBeta[S]
	nodes  atomic.Uint64
	count  uint64 // nodes, added to the public counter now and then
	frames []*frame[S]
	score  [4096]int32 // history by move number
}

// frame is what a worker keeps of a node on the current line.
type frame[S games.State] struct {
	node   games.Node[S]
	places []place // in the table, of the children
	// order has the children that are worth searching, packed as rank and
	// number, those that have been searched first.
	order []int64
	nodes int64 // of the last visits, about average of them
	// killers are the last two moves that refuted a position at this depth.
	killers [2]int16
}

// What orders moves, in history points. Measured in nodes, thousands:
//
//	                      Test_L2_R2   captures 5x5   breakthrough-holes
//	rank unit 4096            6.45         411               976
//	rank unit 1024            6.49         404               486
//	rank unit 256                          755               576
//	1024 and killers          6.77       1,015               146
//
// (the last with unit 4096 for the Connect Four set). So the game says whether
// killers are worth trying.
const (
	rankUnit    = 1 << 10  // of a game's rank
	mostHistory = 1 << 11  // on either side of 0
	killerRank  = 1 << 24  // what a killer is worth
	tableRank   = 1 << 28  // what the best move of an earlier search is worth
	deferred    = -1 << 29 // moves that another thread is searching rank below
)

// shareNodes is how many nodes a search has to take, judging by the last ones of
// the same depth, for threads to tell each other what they search there. On
// Test_L2_R2 two threads took, by this number, 8: 1.13 times the nodes of one and
// 1/1.62 of its time, 16: 1.14 and 1/1.66, 24: 1.15 and 1/1.67, 32: 1.16 and
// 1/1.64, 48: 1.18 and 1/1.63 (half of the processor time, on a busy machine).
const shareNodes = 24

// average is over how many visits the nodes of a depth are averaged.
const average = 16

// publishEvery is how often a worker publishes its count of nodes and looks
// whether they are used up.
const publishEvery = 1 << 10

// root searches a position. It returns false if it was stopped.
func (w *worker[S]) root(s S, alpha, beta int) (int, bool) {
	states, swaps := []S{s}, []bool{false}
	games.CanonizerOf(games.Game[S](w.search.game)).Canonize(states, swaps)
	score, ok := w.visit(&states[0], w.search.table.find(&states[0]), alpha, beta, 0)
	w.nodes.Store(w.count)
	return score, ok
}

// join searches the window that all threads search, and ends it when done.
func (w *worker[S]) join() {
	j := &w.search.job
	if score, ok := w.root(j.state, j.alpha, j.beta); ok && j.answered.CompareAndSwap(false, true) {
		j.score = score
		w.search.halt.Store(true)
	}
}

// frame returns the frame of a depth.
func (w *worker[S]) frame(depth int) *frame[S] {
	if depth == len(w.frames) {
		w.frames = append(w.frames, &frame[S]{killers: [2]int16{-1, -1}})
	}
	return w.frames[depth]
}

// stopped counts a node and reports whether the search is to end.
func (w *worker[S]) stopped() bool {
	w.count++
	return w.count%publishEvery == 0 && w.spent() || w.search.halt.Load()
}

// spent publishes the count of nodes and reports whether they are used up.
func (w *worker[S]) spent() bool {
	w.nodes.Store(w.count)
	return w.search.limit > 0 && w.search.Nodes() >= w.search.limit
}

// visit returns a bound on the score of s that decides about the window, or
// false if the search was stopped.
func (w *worker[S]) visit(s *S, at place, alpha, beta, depth int) (int, bool) {
	if w.stopped() {
		return 0, false
	}
	f := w.frame(depth)
	n := &f.node
	w.search.game.Look(n, *s, alpha, beta)
	if n.Low >= beta || n.Low == n.High {
		return n.Low, true
	}
	if n.High <= alpha {
		return n.High, true
	}
	w.find(f)
	low, high := n.Low, n.High
	table := w.search.table
	known, found := table.probe(at, s)
	if found {
		low, high = max(low, known.Low), min(high, known.High)
		if low >= beta || low == high {
			return low, true
		}
		if high <= alpha {
			return high, true
		}
	} else {
		known.Move = -1
	}
	alpha, beta = max(alpha, low), min(beta, high)
	before := w.count
	score, move, ok := w.children(f, alpha, beta, depth, known.Move)
	if !ok {
		return 0, false
	}
	switch {
	case score <= alpha:
		score = w.search.scores.floor(alpha)
		high = score
	case score >= beta:
		low = score
	default:
		low, high = score, score
	}
	f.nodes += int64(w.count-before) - f.nodes/average
	table.store(at, s, Bounds{Low: low, High: max(low, high), Move: move}, w.count-before+1)
	return score, true
}

// find finds the places of the children.
func (w *worker[S]) find(f *frame[S]) {
	table := w.search.table
	f.places = f.places[:0]
	for i := range f.node.Children {
		f.places = append(f.places, table.find(&f.node.Children[i].State))
	}
}

// children searches the children of a node and returns the best score, at least
// alpha, and the number of the move that decided, or false if the search was
// stopped.
func (w *worker[S]) children(f *frame[S], alpha, beta, depth int, hint int16) (int, int16, bool) {
	best := int16(-1)
	children := f.node.Children
	f.order = f.order[:0]
	for i := range children {
		c := &children[i]
		if !f.node.Late {
			if known, ok := w.search.table.probe(f.places[i], &c.State); ok {
				low, high := known.Low, known.High
				if c.Plies&1 == 1 {
					low, high = -high, -low
				}
				if low > alpha {
					alpha, best = low, c.Move
					if alpha >= beta {
						return alpha, best, true
					}
				}
				if high <= alpha {
					continue
				}
			}
		}
		f.order = append(f.order, ranked(w.rank(f, c, hint), i))
	}
	share := w.search.busy != nil && !f.node.Late && f.nodes >= shareNodes*average
	for i := 0; i < len(f.order); i++ {
		number := f.next(i)
		c := &children[number]
		var at *atomic.Int32
		if share {
			at = w.search.busy.at(f.places[number])
			if i > 0 && f.order[i] > deferred<<32 && at.Load() > 0 {
				f.order[i] -= 2 * -deferred << 32
				i--
				continue
			}
			at.Add(1)
		}
		var score int
		var ok bool
		if c.Plies&1 == 1 {
			score, ok = w.visit(&c.State, f.places[number], -beta, -alpha, depth+1)
			score = -score
		} else {
			score, ok = w.visit(&c.State, f.places[number], alpha, beta, depth+1)
		}
		if share {
			at.Add(-1)
		}
		if !ok {
			return 0, 0, false
		}
		if score > alpha {
			alpha, best = score, c.Move
			if alpha >= beta {
				w.reward(f, i)
				break
			}
		}
	}
	return alpha, best, true
}

// ranked packs the rank and the number of a child, so that children of one rank
// stay in the game's order.
func ranked(rank int32, number int) int64 { return int64(rank)<<32 | int64(^uint32(number)) }

// number is the number of a child.
func number(ranked int64) int { return int(^uint32(ranked)) }

// rank says when a child is to be searched.
func (w *worker[S]) rank(f *frame[S], c *games.Child[S], hint int16) int32 {
	r := int32(c.Rank)*rankUnit + w.score[c.Move&4095]
	if f.node.Killers && (c.Move == f.killers[0] || c.Move == f.killers[1]) {
		r += killerRank
	}
	if hint >= 0 && c.Move&(1<<moveBits-1) == hint {
		r += tableRank
	}
	return r
}

// next moves the best of the children from i on to place i, and returns its
// number.
func (f *frame[S]) next(i int) int {
	order := f.order[i:]
	best := 0
	for j, e := range order {
		if e > order[best] {
			best = j
		}
	}
	order[0], order[best] = order[best], order[0]
	return number(order[0])
}

// reward notes that child i refuted, and that those before it did not.
func (w *worker[S]) reward(f *frame[S], i int) {
	children := f.node.Children
	for _, e := range f.order[:i] {
		p := &w.score[children[number(e)].Move&4095]
		*p -= (mostHistory + *p) / 32
	}
	m := children[number(f.order[i])].Move
	p := &w.score[m&4095]
	*p += (mostHistory - *p) / 32
	if f.killers[0] != m {
		f.killers = [2]int16{m, f.killers[0]}
	}
}
