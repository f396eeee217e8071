package measure

import (
	"context"
	"runtime"

	"zermelo/games"
	"zermelo/solver/parallel"
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
	e := &tierErrors[S]{game: game, tiers: game.Tiers(), grades: contestGrades(), workers: runtime.GOMAXPROCS(0)}
	e.standings = make([][]standing, len(e.tiers))
	lastUse := e.lastUse()
	if held(e.tiers, lastUse) > maxMeasuredIndexes {
		return &NotMeasuredError{b.info.Label(), "its tiers have too many positions"}
	}
	var all errorCounts
	for tier := range e.tiers {
		cells, err := table.TierCells(ctx, tier, true, e.workers)
		if err != nil {
			return err
		}
		e.standings[tier] = standingsOf(cells)
		if err := e.count(ctx, tier, &all); err != nil {
			return err
		}
		for done, last := range lastUse {
			if last == tier {
				e.standings[done] = nil
			}
		}
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
	isWon    standing = 1
	hasWon   standing = 2
	noNumber standing = 3 // an index that stands for no position
)

// grade is the standing without the difference that terminal positions make.
func (s standing) grade() int32 { return int32(min(max(s, isLost), isWon)) }

func (s standing) isOver() bool { return s == hasLost || s == hasWon }

func standingsOf(cells []value.Cell) []standing {
	list := make([]standing, len(cells))
	for i, c := range cells {
		switch {
		case c == value.Unused:
			list[i] = noNumber
		case c.IsLoss():
			list[i] = isLost
		case c.IsWin():
			list[i] = isWon
		}
		if c.Remoteness() == 0 && (c.IsLoss() || c.IsWin()) {
			list[i] *= 2
		}
	}
	return list
}

// tierErrors counts errors in a game of tiers.
type tierErrors[S games.State] struct {
	game      games.Tiered[S]
	tiers     []games.Tier
	grades    *grades
	standings [][]standing // by tier and index; nil before and after they are needed
	workers   int
}

// lastUse holds for each tier the last one whose plies lead to it.
func (e *tierErrors[S]) lastUse() []int {
	last := make([]int, len(e.tiers))
	for tier := range e.tiers {
		last[tier] = tier
		for _, lower := range e.tiers[tier].Lower {
			last[lower] = tier
		}
	}
	return last
}

// held is the greatest number of indexes that have standings at the same time.
func held(tiers []games.Tier, lastUse []int) (most uint64) {
	for now := range tiers {
		sum := uint64(0)
		for tier := range now + 1 {
			if lastUse[tier] >= now {
				sum += tiers[tier].Size
			}
		}
		most = max(most, sum)
	}
	return most
}

// count adds up the errors at the positions of a tier.
func (e *tierErrors[S]) count(ctx context.Context, tier int, all *errorCounts) error {
	if e.tiers[tier].AtSight {
		return nil
	}
	workers := make([]tierCounter[S], e.workers)
	err := parallel.For(ctx, e.workers, len(e.standings[tier]), measureGrain, func(worker, from, to int) error {
		workers[worker].count(e, tier, from, to)
		return nil
	})
	for i := range workers {
		all.add(&workers[i].errors)
	}
	return err
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
	views            []childView
}

// count counts the errors at a range of indexes.
func (w *tierCounter[S]) count(e *tierErrors[S], tier, from, to int) {
	w.indexes = w.indexes[:0]
	for i, s := range e.standings[tier][from:to] {
		if s != noNumber && !s.isOver() {
			w.indexes = append(w.indexes, uint64(from+i))
		}
	}
	w.states, w.used = e.game.Unrank(w.states[:0], w.used[:0], tier, w.indexes)
	w.children, w.ends = e.game.Expand(w.children[:0], w.ends[:0], w.states)
	w.slots = e.game.Rank(w.slots[:0], w.children)
	first := int32(0)
	for i, index := range w.indexes {
		w.views = w.views[:0]
		for c := first; c < w.ends[i]; c++ {
			w.views = append(w.views, e.view(w, c))
		}
		first = w.ends[i]
		if len(w.views) > 0 { // the game may be over in a draw
			w.errors.count(e.grades, e.standings[tier][index].grade(), 0, w.views)
		}
	}
}

// view is a child with the grade that it has for the other player. States decided at
// sight share an index whether the game is over or won in one ply, so there the rules
// decide.
func (e *tierErrors[S]) view(w *tierCounter[S], c int32) childView {
	slot := w.slots[c]
	s := e.standings[slot.Tier()][slot.Index()]
	v := childView{grade: -s.grade(), over: s.isOver()}
	if e.tiers[slot.Tier()].AtSight {
		w.replies, w.replyEnds = e.game.Expand(w.replies[:0], w.replyEnds[:0], w.children[c:c+1])
		v.over = len(w.replies) == 0
	}
	return v
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
