package alphabeta

import (
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/table"
)

// worker is one thread of a search. It implements fail-soft alpha-beta search with a
// transposition table, history ordering and, if the game selects them, killer moves.
// It uses enhanced transposition cutoffs: all children are looked up before any of
// them is searched.
type worker[S games.State] struct {
	search    *Search[S]
	others    []*worker[S]
	finished  atomic.Uint64 // name of a position finished by another thread; 0 if none
	published published
	search.Counter
	frames  []*frame[S]
	restart int // depth of the node to restart; -1 if none
	history search.History
	places  []table.Place // buffer of Below
	path    *search.Path[S]
}

// frame holds the data of one node on the current line.
type frame[S games.State] struct {
	node     games.Node[S]
	at       table.Place // place of the node in the table
	kind     kind
	restarts int           // number of times that another thread has finished the node
	places   []table.Place // places of the children; unused if the node is Late
	order    search.Order  // moves to search
	nodes    int64         // total number of nodes in about averageVisits recent visits
}

const averageVisits = 16 // number of visits over which node counts are averaged

// root searches s as a node of kind k. It returns false if the search was stopped.
func (w *worker[S]) root(s S, alpha, beta int, k kind) (int, bool) {
	states, swaps := []S{s}, []bool{false}
	games.CanonizerOf(games.Game[S](w.search.game)).Canonize(states, swaps)
	w.finished.Store(0)
	w.restart = -1
	score, ok := w.visit(&games.Child[S]{State: states[0]}, w.search.table.Find(&states[0]), alpha, beta, 0, k)
	w.Publish()
	return score, ok
}

// join searches the current window. If it is the first thread to finish, it sets the
// score and halts the others.
func (w *worker[S]) join() {
	j := &w.search.job
	if score, ok := w.root(j.state, j.alpha, j.beta, j.kind); ok && j.answered.CompareAndSwap(false, true) {
		j.score = score
		w.search.control.Halt()
	}
}

func (w *worker[S]) frame(depth int) *frame[S] {
	if depth == len(w.frames) {
		// Keep frames and their slices in separate cache lines.
		f := &struct {
			_ [64]byte
			frame[S]
			_ [64]byte
		}{frame: frame[S]{order: search.NewOrder()}}
		f.node.Children = make([]games.Child[S], 0, 32)
		f.places = make([]table.Place, 0, 32)
		w.frames = append(w.frames, &f.frame)
	}
	return w.frames[depth]
}

func (w *worker[S]) stopped(depth int) bool {
	w.Count++
	if w.finished.Load() != 0 && w.takeFinished(depth) {
		return true
	}
	control := &w.search.control
	return w.Count%search.PublishInterval == 0 && control.LimitReached(&w.Counter) || control.Halted()
}

// visit searches a child as a node of kind k. It returns the exact score or a bound
// outside the window, or false if the search was stopped.
func (w *worker[S]) visit(c *games.Child[S], at table.Place, alpha, beta, depth int, k kind) (int, bool) {
	if w.stopped(depth) {
		return 0, false
	}
	f, s := w.frame(depth), &c.State
	n := &f.node
	n.Hint = c.Hint
	w.search.table.Prefetch(at)
	w.search.game.Look(n, *s, alpha, beta)
	if n.Low >= beta || n.Low == n.High {
		return n.Low, true
	}
	if n.High <= alpha {
		return n.High, true
	}
	if err := w.path.Enter(*s, depth); err != nil {
		w.search.control.Fail(err)
		return 0, false
	}
	if !n.NearEnd { // otherwise children are looked up when they are searched
		w.findChildren(f)
	}
	f.at, f.kind, f.restarts = at, k, 0
	before := w.Count
	for {
		low, high := n.Low, n.High
		known, found := w.search.table.ProbeAt(at, s)
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
		alpha, beta := max(alpha, low), min(beta, high)
		score, move, ok := w.children(f, alpha, beta, depth, known.Move)
		if ok {
			switch {
			case score <= alpha:
				score = w.search.scores.Floor(alpha)
				high = score
			case score >= beta:
				low = score
			default:
				low, high = score, score
			}
			f.nodes += int64(w.Count-before) - f.nodes/averageVisits
			w.search.table.StoreAt(at, s, search.Bounds{Low: low, High: max(low, high), Move: move}, w.Count-before+1)
			return score, true
		}
		if w.restart != depth {
			return 0, false
		}
		// Another thread has finished this node. Its bounds may have been replaced
		// in the table, or may not settle the window.
		w.restart = -1
		f.restarts++
	}
}

func (w *worker[S]) findChildren(f *frame[S]) {
	table := w.search.table
	f.places = f.places[:0]
	for i := range f.node.Children {
		f.places = append(f.places, table.Find(&f.node.Children[i].State))
	}
}

const (
	killerRank   = 1 << 24 // rank bonus of killer moves, in units of History scores; see games.Node.Killers
	historyShare = 2       // share passed to search.Reward
)

func (w *worker[S]) rank(f *frame[S], c *games.Child[S], hint int16) int32 {
	r := int32(c.Rank)*search.RankUnit + w.history.Of(c.Move)
	if f.node.Killers && f.order.IsKiller(c.Move) {
		r += killerRank
	}
	if hint >= 0 && c.Move&(1<<search.MoveBits-1) == hint {
		r += search.TableRank
	}
	return r
}

// children searches the children of a node. It returns the best score and the best
// move's number, or alpha and -1 if no move exceeds alpha. It returns false if the
// search was stopped.
func (w *worker[S]) children(f *frame[S], alpha, beta, depth int, hint int16) (int, int16, bool) {
	best := int16(-1)
	children := f.node.Children
	f.order.Clear()
	for i := range children {
		c := &children[i]
		if !f.node.NearEnd {
			if known, ok := w.search.table.ProbeAt(f.places[i], &c.State); ok {
				known = known.Before(c.TurnChanges)
				if known.Low > alpha {
					alpha, best = known.Low, c.Move
					if alpha >= beta {
						return alpha, best, true
					}
				}
				if known.High <= alpha {
					continue
				}
			}
		}
		f.order.Add(i, w.rank(f, c, hint))
	}
	share := w.sharesChildren(f, depth)
	for i := 0; i < f.order.Len(); i++ {
		number := f.order.Next(i)
		c := &children[number]
		if share {
			if w.shared(f, depth) {
				if w.deferMove(f, i, depth) {
					i--
					continue
				}
				if known, ok := w.search.table.ProbeAt(f.places[number], &c.State); ok {
					known = known.Before(c.TurnChanges)
					if known.Low > alpha {
						alpha, best = known.Low, c.Move
					}
					if alpha >= beta {
						break
					}
					if known.High <= alpha {
						continue
					}
				}
			}
			w.publish(f.places[number], depth)
		}
		var score int
		var ok bool
		var at table.Place
		if f.node.NearEnd {
			at = w.search.table.Find(&c.State)
		} else {
			at = f.places[number]
		}
		if c.TurnChanges&1 == 1 {
			score, ok = w.visit(c, at, -beta, -alpha, depth+1, f.kind.other())
			score = -score
		} else {
			score, ok = w.visit(c, at, alpha, beta, depth+1, f.kind)
		}
		if !ok {
			return 0, 0, false
		}
		if share && w.shared(f, depth) {
			w.notify(f.places[number], depth)
		}
		if score > alpha {
			alpha, best = score, c.Move
			if alpha >= beta {
				search.Reward(&f.order, &w.history, children, i, historyShare)
				break
			}
		}
		f.kind = allNode
	}
	return alpha, best, true
}
