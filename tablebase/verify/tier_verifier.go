package verify

import (
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// tierVerifier holds the buffers of a worker.
type tierVerifier[S games.State] struct {
	v *tierVerification[S]

	indexes    []uint64
	states     []S
	used       []bool
	slots      []games.Slot
	cells      []value.Cell
	children   []S
	ends       []int32
	childSlots []games.Slot
	best       []value.Cell // best result among the children examined so far
	weights    []int32
	stats      job.TierStats
}

// check verifies the used positions among the given indexes of a tier. gather and conclude are
// normally both set. A tier that is verified in windows takes several calls for the same indexes:
// calls with gather combine the children in memory, and the last call, with conclude, compares
// the results with the stored cells.
func (w *tierVerifier[S]) check(number int, indexes []uint64, gather, conclude bool) error {
	v := w.v
	w.positions(number, indexes)
	w.stats = job.TierStats{}
	w.best = w.best[:0]
	for _, slot := range w.slots {
		best := noChild
		if v.best != nil {
			best = v.best[slot.Index()-v.first]
		}
		w.best = append(w.best, best)
	}
	if gather {
		if ok, err := w.gather(number); !ok || err != nil {
			return err
		}
	}
	if !conclude {
		for i, slot := range w.slots {
			v.best[slot.Index()-v.first] = w.best[i]
		}
	} else if err := w.conclude(number); err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	merge(&v.stats[number], &w.stats)
	if conclude {
		v.report.Checked += int64(len(w.states))
		if v.progress != nil {
			v.progress(v.report.Checked, v.total)
		}
	}
	return nil
}

// gather combines the cells of the children in memory into w.best. It returns false if expand
// returns false.
func (w *tierVerifier[S]) gather(number int) (bool, error) {
	var err error
	if !w.expand(number) {
		return false, nil
	}
	if w.cells, err = w.lookUp(w.cells[:0], w.children, w.childSlots); err != nil {
		return false, err
	}
	from := int32(0)
	for i := range w.states {
		for _, c := range w.cells[from:w.ends[i]] {
			if c != elsewhere {
				w.stats.Moves++
				w.best[i] = better(w.best[i], c)
			}
		}
		from = w.ends[i]
	}
	return true, nil
}

func (w *tierVerifier[S]) conclude(number int) error {
	w.checkRanks(number)
	var err error
	if w.cells, err = w.lookUp(w.cells[:0], w.states, w.slots); err != nil {
		return err
	}
	w.weights = w.v.r.Game.Weights(w.weights[:0], w.states)
	for i, s := range w.states {
		w.stats.Positions += int64(w.weights[i])
		w.tally(w.slots[i], w.cells[i])
		if finding := w.verifyCell(s, w.cells[i], w.best[i]); finding != "" {
			w.v.wrong(s, "%s", finding)
		}
	}
	return nil
}

// positions sets w.states and w.slots to the states and slots of the used indexes.
func (w *tierVerifier[S]) positions(tier int, indexes []uint64) {
	w.states, w.used = w.v.r.Game.Unrank(w.states[:0], w.used[:0], tier, indexes)
	w.slots = w.slots[:0]
	for i, ok := range w.used {
		if ok {
			w.states[len(w.slots)] = w.states[i]
			w.slots = append(w.slots, games.SlotOf(tier, indexes[i]))
		}
	}
	w.states = w.states[:len(w.slots)]
}

func (w *tierVerifier[S]) checkRanks(tier int) {
	w.childSlots = w.v.r.Game.Rank(w.childSlots[:0], w.states)
	for i, slot := range w.childSlots {
		if slot != w.slots[i] {
			w.v.wrong(w.states[i], "the position has index %d of tier %d, but was read from index %d of tier %d", slot.Index(), slot.Tier(), w.slots[i].Index(), tier)
		}
	}
}

// expand computes the children of w.states and their slots. It returns false if a child is in a
// tier that is not listed for the given tier.
func (w *tierVerifier[S]) expand(tier int) bool {
	g := w.v.r.Game
	w.children, w.ends = g.Expand(w.children[:0], w.ends[:0], w.states)
	w.childSlots = g.Rank(w.childSlots[:0], w.children)
	for i, slot := range w.childSlots {
		if other := slot.Tier(); other != tier && !slices.Contains(w.v.tiers[tier].Lower, other) {
			w.v.wrong(w.children[i], "tier %d leads to tier %d, which is not listed", tier, other)
			return false
		}
	}
	return true
}

// lookUp appends the cell of each state to dst. For a cell that is not in memory, it appends the
// constant elsewhere.
func (w *tierVerifier[S]) lookUp(dst []value.Cell, states []S, slots []games.Slot) ([]value.Cell, error) {
	if !w.v.report.Full {
		return w.v.r.Cells(dst, states, true)
	}
	for _, s := range slots {
		c, ok := w.v.cells.At(s)
		if !ok {
			c = elsewhere
		}
		dst = append(dst, c)
	}
	return dst, nil
}

// verifyCell compares have, the stored cell of s, with want, the best result among the children of
// s. It returns a description of the error, or "".
func (w *tierVerifier[S]) verifyCell(s S, have, want value.Cell) string {
	switch want {
	case noChild:
		w.stats.Terminals++
		want = w.end(s)
	case badChild:
		return "a child has an unused index"
	}
	if have == want {
		return ""
	}
	return fmt.Sprintf("the children give %s for the player to move, but the table has %s", showCell(want), showCell(have))
}

// end returns the cell of a terminal state according to the rules.
func (w *tierVerifier[S]) end(s S) value.Cell {
	g := w.v.r.Game
	mover := g.Movers(nil, []S{s})[0]
	switch p := g.Payoffs(nil, []S{s})[0]; {
	case p[mover] > p[1-mover]:
		return value.Win(0)
	case p[mover] < p[1-mover]:
		return value.Loss(0)
	}
	return value.Draw
}

func (w *tierVerifier[S]) tally(at games.Slot, c value.Cell) {
	s := &w.stats
	s.Used++
	s.Digest += value.CellHash(at, c)
	switch {
	case c.IsWin():
		s.Wins++
		s.WinsIn = add(s.WinsIn, c.Remoteness(), 1)
	case c.IsLoss():
		s.Losses++
		s.LossesIn = add(s.LossesIn, c.Remoteness(), 1)
	default:
		s.Draws++
	}
}

func merge(sum, part *job.TierStats) {
	sum.Used += part.Used
	sum.Terminals += part.Terminals
	sum.Wins += part.Wins
	sum.Losses += part.Losses
	sum.Draws += part.Draws
	sum.Positions += part.Positions
	sum.Moves += part.Moves
	sum.Digest += part.Digest
	for plies, n := range part.WinsIn {
		sum.WinsIn = add(sum.WinsIn, plies, n)
	}
	for plies, n := range part.LossesIn {
		sum.LossesIn = add(sum.LossesIn, plies, n)
	}
}

func add(counts []int64, at int, n int64) []int64 {
	if more := at + 1 - len(counts); more > 0 {
		counts = append(counts, make([]int64, more)...)
	}
	counts[at] += n
	return counts
}

func showCell(c value.Cell) string {
	switch {
	case c.IsWin():
		return fmt.Sprintf("a win in %d plies", c.Remoteness())
	case c.IsLoss():
		return fmt.Sprintf("a loss in %d plies", c.Remoteness())
	case c == value.Draw:
		return "a draw"
	}
	return "nothing"
}
