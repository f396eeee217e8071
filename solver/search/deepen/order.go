package deepen

import (
	"zermelo/solver/search"
)

// Moves are ordered by: the best move of an earlier search; the game's order
// with the history of the move; and killer moves if the game selects them. For
// a game without an order, an evaluation replaces the game's order.

// rank orders the children of a node.
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
	valueRank = 1 << 20 // weight of an evaluation
	// killerBonus is the weight of a killer move if the game selects killers.
	// With it, breakthrough reaches depth 10 in 0.60 million nodes, without it
	// in 0.73. Killers increase the nodes of skirmish by a factor of 1.5 and of
	// Connect Four by 1.2.
	killerBonus = 1 << 13
)
