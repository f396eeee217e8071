package search

import "zermelo/games"

// What orders moves, in history points. Measured in nodes, thousands:
//
//	                      Test_L2_R2   captures 5x5   breakthrough-holes
//	rank unit 4096            6.38         411               976
//	rank unit 1024            6.38         404               486
//	rank unit 256                          755               576
//	1024 and killers         15.00       1,015               146
//
// (the last with unit 4096 for the Connect Four set). So the game says whether
// killers are worth trying.
const (
	rankUnit    = 1 << 10  // of a game's rank
	mostHistory = 1 << 11  // on either side of 0
	killerRank  = 1 << 24  // what a killer is worth
	tableRank   = 1 << 28  // what the best move of an earlier search is worth
	leastRank   = -1 << 29 // moves that another thread is searching rank below
)

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
