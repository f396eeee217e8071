package search

import "zermelo/games"

// Order determines the order in which the moves of a node are searched: by rank, and
// among equal ranks in the game's order. Clear prepares an Order for the next visit,
// but keeps the killer moves: the last two moves that refuted a position at this
// depth.
type Order struct {
	killers [2]int16 // values of games.Child.Move; -1 if unused
	list    []int64  // packed rank and number of each move; searched moves come first
}

// Weights for ordering moves, in units of History scores.
const (
	RankUnit  = 1 << 10  // weight of one unit of games.Child.Rank
	TableRank = 1 << 28  // rank bonus of the best move of an earlier search
	minRank   = -1 << 29 // minimum rank of a move that is not deferred
)

// NewOrder returns an empty Order.
func NewOrder() Order { return Order{killers: [2]int16{-1, -1}, list: make([]int64, 0, 32)} }

// Clear removes the listed moves but keeps the killer moves.
func (o *Order) Clear() { o.list = o.list[:0] }

// Add adds a move, given its number in the game's list of children.
func (o *Order) Add(number int, rank int32) {
	o.list = append(o.list, int64(rank)<<32|int64(^uint32(number)))
}

// Len returns the number of moves.
func (o *Order) Len() int { return len(o.list) }

// At returns the number of the move at index i.
func (o *Order) At(i int) int { return int(^uint32(o.list[i])) }

// Next moves the best of the moves from index i on to index i and returns its
// number.
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

// Defer moves the move at index i to the end. A move can be deferred only once.
func (o *Order) Defer(i int) { o.list[i] += 2 * minRank << 32 }

// Deferred reports whether the move at index i has been deferred.
func (o *Order) Deferred(i int) bool { return o.list[i] <= minRank<<32 }

func (o *Order) IsKiller(move int16) bool { return move == o.killers[0] || move == o.killers[1] }

// Reward records that the i'th move refuted the position and that the moves before it
// did not. It changes their history scores by share/64 of the distance to the maximum
// or minimum.
func Reward[S games.State](o *Order, h *History, children []games.Child[S], i int, share int32) {
	for place := range i {
		h.lower(children[o.At(place)].Move, share)
	}
	m := children[o.At(i)].Move
	h.raise(m, share)
	if o.killers[0] != m {
		o.killers = [2]int16{m, o.killers[0]}
	}
}

// History scores moves by how often they refute positions. Moves are identified
// by games.Child.Move. Scores are between -maxHistory and maxHistory.
type History [1 << 12]int32

const maxHistory = 1 << 11

// Of returns the score of a move.
func (h *History) Of(move int16) int32 { return h[move&(1<<12-1)] }

func (h *History) raise(move int16, share int32) {
	p := &h[move&(1<<12-1)]
	*p += (maxHistory - *p) * share / 64
}

func (h *History) lower(move int16, share int32) {
	p := &h[move&(1<<12-1)]
	*p -= (maxHistory + *p) * share / 64
}
