package search

import "zermelo/games"

// What orders the moves of a depth-limited search is the move that was best
// before, then those that refuted other positions at the same depth, then the
// game's order with what is known of a move in general; or an evaluation
// instead of the game's order if it has none.

// rank says when the children are to be searched.
func (w *diver[S]) rank(f *dive[S], hint int16, depth int) {
	f.rank, f.states = f.rank[:0], f.states[:0]
	judged := w.plain && depth > 1
	if judged {
		for i := range f.node.Children {
			f.states = append(f.states, f.node.Children[i].State)
		}
		w.values = w.evaluate.Evaluate(w.values[:0], f.states)
	}
	for i := range f.node.Children {
		c := &f.node.Children[i]
		r := int32(c.Rank)*rankUnit + w.history[c.Move&4095]
		if judged {
			r = int32(w.values[i] * judgeRank)
			if c.Plies&1 == 1 {
				r = -r
			}
			r += w.history[c.Move&4095]
		}
		if c.Move == f.killers[0] || c.Move == f.killers[1] {
			r += killerBonus
		}
		if c.Move == hint {
			r += tableRank
		}
		f.rank = append(f.rank, r)
	}
}

const (
	judgeRank   = 1 << 20 // of an evaluation
	killerBonus = 1 << 11
)

// next moves the best of the children from i on to place i.
func (f *dive[S]) next(i int) *games.Child[S] {
	c := f.node.Children
	best := i
	for j := i + 1; j < len(c); j++ {
		if f.rank[j] > f.rank[best] {
			best = j
		}
	}
	c[i], c[best] = c[best], c[i]
	f.rank[i], f.rank[best] = f.rank[best], f.rank[i]
	return &c[i]
}

// reward notes that child i refuted, and that those before it did not.
func (w *diver[S]) reward(f *dive[S], i, depth int) {
	share := min(int32(depth), 16)
	for j := range f.node.Children[:i] {
		p := &w.history[f.node.Children[j].Move&4095]
		*p -= (mostHistory + *p) * share / 64
	}
	m := f.node.Children[i].Move
	p := &w.history[m&4095]
	*p += (mostHistory - *p) * share / 64
	if f.killers[0] != m {
		f.killers = [2]int16{m, f.killers[0]}
	}
}
