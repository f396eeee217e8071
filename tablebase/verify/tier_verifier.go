package verify

import (
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/tier"
)

// tierVerifier is one worker.
type tierVerifier[S games.State] struct {
	v *tierVerification[S]

	indexes  []uint64
	states   []S
	used     []bool
	slots    []games.Slot
	cells    []value.Cell
	children []S
	ends     []int32
	below    []games.Slot
	weights  []int32
	stats    job.TierStats
}

// check verifies the used ones of some indexes of a tier.
func (w *tierVerifier[S]) check(number int, indexes []uint64) error {
	w.positions(number, indexes)
	w.checkRanks(number)
	var err error
	if w.cells, err = w.look(w.cells[:0], w.states, w.slots); err != nil {
		return err
	}
	own := slices.Clone(w.cells)
	if !w.expand(number) {
		return nil
	}
	if w.cells, err = w.look(w.cells[:0], w.children, w.below); err != nil {
		return err
	}
	w.weights = w.v.r.Game.Weights(w.weights[:0], w.states)
	w.stats = job.TierStats{}
	from := int32(0)
	for i, s := range w.states {
		w.stats.Moves += int64(w.ends[i] - from)
		w.stats.Positions += int64(w.weights[i])
		w.tally(w.slots[i], own[i])
		best := badChild
		if c := tier.Derived(w.cells[from:w.ends[i]]); c != value.Unused {
			best = c
		}
		if finding := w.verifyCell(s, own[i], from == w.ends[i], best); finding != "" {
			w.v.wrong(s, "%s", finding)
		}
		from = w.ends[i]
	}
	w.done(number)
	return nil
}

// positions finds the states of the used ones of some indexes of a tier.
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

// checkRanks checks that the states have the indexes that they come from.
func (w *tierVerifier[S]) checkRanks(tier int) {
	w.below = w.v.r.Game.Rank(w.below[:0], w.states)
	for i, slot := range w.below {
		if slot != w.slots[i] {
			w.v.wrong(w.states[i], "it has index %d of tier %d and comes from index %d of tier %d", slot.Index(), slot.Tier(), w.slots[i].Index(), tier)
		}
	}
}

// expand finds the children of the states and their slots. It reports whether all are
// in tiers that the tier lists.
func (w *tierVerifier[S]) expand(tier int) bool {
	g := w.v.r.Game
	w.children, w.ends = g.Expand(w.children[:0], w.ends[:0], w.states)
	w.below = g.Rank(w.below[:0], w.children)
	for i, slot := range w.below {
		if other := slot.Tier(); other != tier && !slices.Contains(w.v.tiers[tier].Lower, other) {
			w.v.wrong(w.children[i], "tier %d leads to tier %d, which it does not list", tier, other)
			return false
		}
	}
	return true
}

// done adds what was counted in a strip to what all workers have.
func (w *tierVerifier[S]) done(tier int) {
	v := w.v
	v.mu.Lock()
	defer v.mu.Unlock()
	merge(&v.stats[tier], &w.stats)
	v.report.Checked += int64(len(w.states))
	if v.progress != nil {
		v.progress(v.report.Checked, v.total)
	}
}

// look appends the cells of states.
func (w *tierVerifier[S]) look(dst []value.Cell, states []S, slots []games.Slot) ([]value.Cell, error) {
	if !w.v.report.Full {
		return w.v.r.Cells(dst, states, true)
	}
	for _, s := range slots {
		dst = append(dst, w.v.cells[s.Tier()].cells[s.Index()])
	}
	return dst, nil
}

// verifyCell says what is wrong with the cell of a state, given the best that its
// children give, unless it is over: "" if nothing is.
func (w *tierVerifier[S]) verifyCell(s S, have value.Cell, over bool, want value.Cell) string {
	switch {
	case over:
		w.stats.Terminals++
		want = w.end(s)
	case want == badChild:
		return "a child has an index that is not used"
	}
	if have == want {
		return ""
	}
	return fmt.Sprintf("its children give %s for the player to move, stored is %s", showCell(want), showCell(have))
}

// end is the cell of a state where the game is over.
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

// tally counts a cell.
func (w *tierVerifier[S]) tally(at games.Slot, c value.Cell) {
	s := &w.stats
	s.Used++
	s.Digest += value.CellHash(at, c)
	switch {
	case c.IsWin():
		s.Wins++
		s.WinsIn = count(s.WinsIn, c.Remoteness(), 1)
	case c.IsLoss():
		s.Losses++
		s.LossesIn = count(s.LossesIn, c.Remoteness(), 1)
	default:
		s.Draws++
	}
}

// count adds n to counts[at], which grows as needed.
func count(counts []int64, at int, n int64) []int64 {
	for len(counts) <= at {
		counts = append(counts, 0)
	}
	counts[at] += n
	return counts
}

// merge adds what was counted in a part of a tier.
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
		sum.WinsIn = count(sum.WinsIn, plies, n)
	}
	for plies, n := range part.LossesIn {
		sum.LossesIn = count(sum.LossesIn, plies, n)
	}
}

// showCell writes a cell for messages.
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
