package measure

import (
	"context"
	"runtime"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// maxMeasuredIndexes is how many indexes the tiers within reach of one ply may
// have together for errors to be counted: a byte each.
const maxMeasuredIndexes = 1 << 30

// tierTable is a table whose outcomes can be read tier by tier.
type tierTable interface {
	TierCells(ctx context.Context, tier int, plies bool, workers int) ([]value.Cell, error)
}

// measureTiers counts the errors at all positions that have a number, tier by
// tier. What is decided at sight has none of its own.
func (b *subject[S]) measureTiers(ctx context.Context, m *Measures, game games.Tiered[S]) error {
	m.noOrder(b.info)
	table, ok := b.table.(tierTable)
	if !ok {
		return &NotMeasuredError{b.info.Label(), "there is no table of all positions"}
	}
	e := &tierErrors[S]{game: game, tiers: game.Tiers(), standings: make([][]standing, len(b.solution.Tiers)), workers: runtime.GOMAXPROCS(0)}
	if e.held() > maxMeasuredIndexes {
		return &NotMeasuredError{b.info.Label(), "its tiers have too many positions"}
	}
	var all errorCounts
	for tier := range e.tiers {
		cells, err := table.TierCells(ctx, tier, true, e.workers)
		if err != nil {
			return err
		}
		e.standings[tier] = standingsOf(cells)
		counts, err := e.count(ctx, tier)
		if err != nil {
			return err
		}
		all.add(counts)
		e.release(tier)
	}
	m.Table = all.measure(true)
	return nil
}

// standing is the value of a position for its player to move.
type standing int8

// The standings. Terminal positions are twice as far from a draw.
const (
	hasLost  standing = -2
	isLost   standing = -1
	isDrawn  standing = 0
	isWon    standing = 1
	hasWon   standing = 2
	noNumber standing = 3 // an index that stands for no position
)

func standingsOf(cells []value.Cell) []standing {
	list := make([]standing, len(cells))
	for i, c := range cells {
		switch {
		case c == value.Unused:
			list[i] = noNumber
		case c.IsLoss() && c.Remoteness() == 0:
			list[i] = hasLost
		case c.IsLoss():
			list[i] = isLost
		case c.IsWin() && c.Remoteness() == 0:
			list[i] = hasWon
		case c.IsWin():
			list[i] = isWon
		}
	}
	return list
}

// tierErrors counts errors in a game of tiers.
type tierErrors[S games.State] struct {
	game      games.Tiered[S]
	tiers     []games.Tier
	standings [][]standing // by tier and index; nil before and after they are needed
	workers   int
}

// lastUse is the last tier whose plies lead to a tier.
func (e *tierErrors[S]) lastUse(tier int) int {
	last := tier
	for i := range e.tiers {
		if slices.Contains(e.tiers[i].Lower, tier) {
			last = i
		}
	}
	return last
}

// held is the greatest number of indexes that have standings at the same time.
func (e *tierErrors[S]) held() (most uint64) {
	lastUse := make([]int, len(e.tiers))
	for i := range e.tiers {
		lastUse[i] = e.lastUse(i)
	}
	for now := range e.tiers {
		sum := uint64(0)
		for i := range now + 1 {
			if lastUse[i] >= now {
				sum += e.tiers[i].Size
			}
		}
		most = max(most, sum)
	}
	return most
}

// release drops the standings of tiers that no later tier leads to.
func (e *tierErrors[S]) release(done int) {
	for tier := range done + 1 {
		if e.standings[tier] != nil && e.lastUse(tier) <= done {
			e.standings[tier] = nil
		}
	}
}

// count counts the errors at the positions of a tier.
func (e *tierErrors[S]) count(ctx context.Context, tier int) (*errorCounts, error) {
	all := new(errorCounts)
	if e.tiers[tier].AtSight {
		return all, nil
	}
	workers := make([]tierCounter[S], e.workers)
	err := pieces(ctx, e.workers, len(e.standings[tier]), measureGrain, func(worker, from, to int) error {
		workers[worker].count(e, tier, from, to)
		return nil
	})
	for i := range workers {
		all.add(&workers[i].errors)
	}
	return all, err
}

// tierCounter is one worker with its buffers.
type tierCounter[S games.State] struct {
	errors           errorCounts
	indexes          []uint64
	states, children []S
	used             []bool
	ends             []int32
	replies          []S
	replyEnds        []int32
	slots            []games.Slot
}

// count counts the errors at a range of indexes.
func (w *tierCounter[S]) count(e *tierErrors[S], tier, from, to int) {
	w.indexes = w.indexes[:0]
	for i, j := range e.standings[tier][from:to] {
		if j != noNumber && j != hasLost && j != hasWon {
			w.indexes = append(w.indexes, uint64(from+i))
		}
	}
	w.states, w.used = e.game.Unrank(w.states[:0], w.used[:0], tier, w.indexes)
	w.children, w.ends = e.game.Expand(w.children[:0], w.ends[:0], w.states)
	w.slots = e.game.Rank(w.slots[:0], w.children)
	first := int32(0)
	for i, index := range w.indexes {
		if end := w.ends[i]; end > first { // the game may be over in a draw
			w.position(e, e.standings[tier][index], first, end)
			first = end
		}
	}
}

// position counts the errors at a position from the standings of its children.
func (w *tierCounter[S]) position(e *tierErrors[S], own standing, first, end int32) {
	wrong, greedy, greedyWrong := 0, 0, 0
	best := hasLost
	for c := first; c < end; c++ {
		after, over := e.child(w, c)
		errs := -after != min(max(own, isLost), isWon)
		if errs {
			wrong++
		}
		rating := isDrawn
		if over {
			rating = -after
		}
		if rating > best {
			best, greedy, greedyWrong = rating, 0, 0
		}
		if rating < best {
			continue
		}
		greedy++
		if errs {
			greedyWrong++
		}
	}
	w.errors.note(int(end-first), wrong, greedy, greedyWrong)
}

// child is the value of a child for its player to move, a loss, a draw or a win, and
// whether the game is over there. States decided at sight share an index whether the
// game is over or won in one ply, so there the rules decide.
func (e *tierErrors[S]) child(w *tierCounter[S], c int32) (value standing, over bool) {
	slot := w.slots[c]
	j := e.standings[slot.Tier()][slot.Index()]
	over = j == hasLost || j == hasWon
	if e.tiers[slot.Tier()].AtSight {
		w.replies, w.replyEnds = e.game.Expand(w.replies[:0], w.replyEnds[:0], w.children[c:c+1])
		over = len(w.replies) == 0
	}
	return min(max(j, isLost), isWon), over
}

// measureStates counts the errors at all states of a table, in a game whose
// positions can repeat and are not numbered.
func (b *subject[S]) measureStates(ctx context.Context, m *Measures, table layerTable[S]) error {
	m.noOrder(b.info)
	sweep := &measuring[S]{game: b.game, canonizer: games.CanonizerOf(b.game), table: table, grades: gradesOf(b.info, b.solution)}
	var all errorCounts
	for i := range b.solution.Layers {
		stats := &b.solution.Layers[i]
		if stats.States > maxMeasured {
			return &NotMeasuredError{b.info.Label(), "it has too many positions"}
		}
		l, err := sweep.load(i, stats)
		if err != nil {
			return err
		}
		if err := sweep.measure(ctx, l, &all); err != nil {
			return err
		}
	}
	if b.info.Simultaneous {
		m.undefined("both choose at once, and no move alone loses anything", RandomErrors, GreedyErrors)
		return nil
	}
	m.Table = all.measure(sweep.grades.contest)
	return nil
}
