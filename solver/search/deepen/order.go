package deepen

import (
	"zermelo/solver/search"
)

// rank orders the children of a node. The best move of an earlier search comes first.
// The other moves are ordered by the game's rank and the history. If the game does
// not rank moves, rank uses an evaluation instead.
func (w *depthWorker[S]) rank(f *depthFrame[S], hint int16, depth int) {
	f.order.Clear()
	f.states = f.states[:0]
	evaluated := w.plain && depth > 1
	if evaluated {
		for i := range f.node.Children {
			f.states = append(f.states, f.node.Children[i].State)
		}
		w.values = w.evaluate.Evaluate(w.values[:0], f.states)
	}
	for i := range f.node.Children {
		c := &f.node.Children[i]
		r := int32(c.Rank)*search.RankUnit + w.history.Of(c.Move)
		if evaluated {
			r = int32(w.values[i] * valueRank)
			if c.TurnChanges&1 == 1 {
				r = -r
			}
			r += w.history.Of(c.Move)
		}
		if f.node.Killers && f.order.IsKiller(c.Move) {
			r += killerBonus
		}
		if c.Move == hint {
			r += search.TableRank
		}
		f.order.Add(i, r)
	}
}

const (
	valueRank   = 1 << 20 // weight of an evaluation
	killerBonus = 1 << 13 // rank bonus of killer moves; see games.Node.Killers
)
