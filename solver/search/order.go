package search

import "zermelo/games"

// Order is the order in which the moves of a node are searched: by their ranks, and
// moves of one rank as the game lists them. It is made anew for each visit; the last
// two moves that refuted a position at this depth stay (killer moves).
type Order struct {
	killers [2]int16 // games.Child.Move; -1 is none
	// list has the moves, packed as rank and number, those that have been searched
	// first.
	list []int64
}

// How far something moves a move ahead, in the points of a History. Measured in
// nodes, thousands:
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
	RankUnit  = 1 << 10  // of a game's rank
	TableRank = 1 << 28  // the best move of an earlier search
	leastRank = -1 << 29 // moves that were put off rank below
)

// NewOrder is an order with room for some moves.
func NewOrder() Order { return Order{killers: [2]int16{-1, -1}, list: make([]int64, 0, 32)} }

// Clear forgets the moves, but for the killers.
func (o *Order) Clear() { o.list = o.list[:0] }

// Add adds a move by its number in the game's list.
func (o *Order) Add(number int, rank int32) {
	o.list = append(o.list, int64(rank)<<32|int64(^uint32(number)))
}

// Len is how many moves there are.
func (o *Order) Len() int { return len(o.list) }

// At is the number of the move at a place.
func (o *Order) At(i int) int { return int(^uint32(o.list[i])) }

// Next moves the best of the moves from place i on to place i, and returns its number.
func (o *Order) Next(i int) int {
	rest := o.list[i:]
	best := 0
	for j, e := range rest {
		if e > rest[best] {
			best = j
		}
	}
	rest[0], rest[best] = rest[best], rest[0]
	return int(^uint32(rest[0]))
}

// PutOff lets the move at place i be searched after all others. A move can be put off
// once.
func (o *Order) PutOff(i int) { o.list[i] += 2 * leastRank << 32 }

// WasPutOff reports whether the move at place i was put off.
func (o *Order) WasPutOff(i int) bool { return o.list[i] <= leastRank<<32 }

// IsKiller reports whether a move is one of the killers.
func (o *Order) IsKiller(move int16) bool { return move == o.killers[0] || move == o.killers[1] }

// Reward notes that the move at place i refuted the position and that those before it
// did not, with share/64 as the weight in the history.
func Reward[S games.State](o *Order, h *History, children []games.Child[S], i int, share int32) {
	for place := range i {
		h.failed(children[o.At(place)].Move, share)
	}
	m := children[o.At(i)].Move
	h.refuted(m, share)
	if o.killers[0] != m {
		o.killers = [2]int16{m, o.killers[0]}
	}
}

// History scores moves by how often they have refuted positions in a search, between
// -mostHistory and mostHistory. A move is known by its number, games.Child.Move.
type History [1 << 12]int32

const mostHistory = 1 << 11

// Of is the score of a move.
func (h *History) Of(move int16) int32 { return h[move&(1<<12-1)] }

// refuted raises a move's score by share/64 of the way to the greatest.
func (h *History) refuted(move int16, share int32) {
	p := &h[move&(1<<12-1)]
	*p += (mostHistory - *p) * share / 64
}

// failed lowers a move's score by share/64 of the way to the least.
func (h *History) failed(move int16, share int32) {
	p := &h[move&(1<<12-1)]
	*p -= (mostHistory + *p) * share / 64
}
