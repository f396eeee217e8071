package reports

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"

	"zermelo/games"
	"zermelo/solver"
	"zermelo/tablebase"
)

// prospects are what to expect from a position on: exact expectations over play
// in which both players are random, or both greedy.
//
// All follow from those of the children, so one sweep from the last layer back
// finds them. A forward sweep of chances would do for most, but needs as many
// numbers, each twice where a symmetry exchanges the roles; and when the value is
// fixed is only known from the end.
type prospects struct {
	// gains are, in random play, the chance that a role gets more than half of the
	// total; where the game is no contest, what it gets on average.
	gains        [games.MaxRoles]float64
	draws        float64                 // random play: chance that both get half
	plies        float64                 // random play: plies to the end
	fixed        float64                 // random play: chance that the value never changes again
	decided      float64                 // random play: plies up to the last change of the value
	errors       float64                 // random play: errors to come
	comebacks    [games.MaxRoles]float64 // random play: chance that a role wins that was lost from here on
	saves        float64                 // random play: chance of a draw after someone was lost from here on
	greedyPlies  float64
	greedyErrors float64
}

// outlook is a child as its parent's roles see it.
type outlook struct {
	grade int32
	over  bool
	swap  int // 1: the roles of the prospects are exchanged
	*prospects
}

// expect combines the prospects of the children of a position that is not over.
// Grade is the position's own, mover the role to move, -1 where both are.
func (g *grades) expect(grade int32, mover int, children []outlook) prospects {
	var p prospects
	chance := 1 / float64(len(children))
	for i := range children {
		c := &children[i]
		for role := range p.gains {
			p.gains[role] += chance * c.gains[role^c.swap]
			p.comebacks[role] += chance * c.comebacks[role^c.swap]
		}
		p.draws += chance * c.draws
		p.saves += chance * c.saves
		p.plies += chance * (1 + c.plies)
		p.errors += chance * c.errors
		p.decided += chance * (c.decided + 1 - c.fixed)
		if c.grade == grade {
			p.fixed += chance * c.fixed
			continue
		}
		p.decided += chance * c.fixed
		if mover >= 0 && g.loses(mover, grade, c.grade) {
			p.errors += chance
		}
	}
	if !g.contest {
		return p
	}
	if grade != 0 {
		loser := 0
		if grade > 0 {
			loser = 1
		}
		p.comebacks[loser] = p.gains[loser]
		p.saves = p.draws
	}
	if mover >= 0 {
		p.expectGreedy(grade, mover, children)
	}
	return p
}

// expectGreedy fills in what greedy play brings in a contest.
func (p *prospects) expectGreedy(grade int32, mover int, children []outlook) {
	best, n := greedyRating(mover, &children[0]), 0
	for i := range children {
		switch r := greedyRating(mover, &children[i]); {
		case r > best:
			best, n = r, 1
		case r == best:
			n++
		}
	}
	chance := 1 / float64(n)
	for i := range children {
		c := &children[i]
		if greedyRating(mover, c) != best {
			continue
		}
		p.greedyPlies += chance * (1 + c.greedyPlies)
		p.greedyErrors += chance * c.greedyErrors
		if c.grade != grade {
			p.greedyErrors += chance
		}
	}
}

// greedyRating is what a greedy player takes a child for: the mover's grade if
// the game is over, else that of a draw.
func greedyRating(mover int, c *outlook) int32 {
	if !c.over {
		return 0
	}
	return int32(1-2*mover) * c.grade
}

// layerTable is a table whose layers can be read in order.
type layerTable[S games.State] interface {
	Blocks(layer int) iter.Seq2[tablebase.Block[S], error]
}

// measuring is a sweep over a table.
type measuring[S games.State] struct {
	game      games.Game[S]
	canonizer games.Canonizer[S]
	layered   games.Layered[S] // nil: one layer that leads to itself
	table     layerTable[S]
	grades    *grades
	layers    []*measuredLayer[S] // nil before they are done and when they are no more needed
}

// maxMeasured is how many states the layers within reach of one ply may have
// together: about 70 bytes each.
const maxMeasured = 1 << 24

// prospects sweeps the table of a layered game. It returns those of the start,
// and the errors of all positions. Where the layers are too large the error is a
// *NotMeasuredError.
func (b *book[S]) prospects(ctx context.Context, table layerTable[S], layered games.Layered[S]) (p prospects, errors errorCounts, err error) {
	m := &measuring[S]{
		game: b.game, canonizer: games.CanonizerOf(b.game), layered: layered, table: table,
		grades: gradesOf(b.info, b.solution), layers: make([]*measuredLayer[S], len(b.solution.Layers)),
	}
	span := layered.Span()
	for layer := range b.solution.Layers {
		var held int64
		for l := layer; l <= layer+span && l < len(m.layers); l++ {
			held += b.solution.Layers[l].States
		}
		if held > maxMeasured {
			return p, errors, &NotMeasuredError{b.info.Name, "its layers have too many positions"}
		}
	}
	for layer := len(m.layers) - 1; layer >= 0; layer-- {
		if m.layers[layer], err = m.load(layer, &b.solution.Layers[layer]); err != nil {
			return p, errors, err
		}
		if err := m.measure(ctx, m.layers[layer], &errors); err != nil {
			return p, errors, err
		}
		if layer+span < len(m.layers) {
			m.layers[layer+span] = nil
		}
	}
	start, swap := games.Canonical(b.game, b.game.Start())
	o, ok := m.layers[0].find(start, swap)
	if !ok {
		return p, errors, fmt.Errorf("the start is not in the table")
	}
	p = *o.prospects
	p.gains[0], p.gains[1] = p.gains[o.swap], p.gains[1-o.swap]
	return p, errors, nil
}

// load reads a layer and makes its states ready to be found.
func (m *measuring[S]) load(layer int, stats *solver.LayerStats) (*measuredLayer[S], error) {
	l := newMeasuredLayer[S](stats, m.grades)
	for block, err := range m.table.Blocks(layer) {
		if err != nil {
			return nil, err
		}
		l.add(block.States, block.Values)
	}
	l.index()
	return l, nil
}

// measure finds the prospects of a layer whose children are all measured, and
// adds up the errors at its states.
func (m *measuring[S]) measure(ctx context.Context, l *measuredLayer[S], errors *errorCounts) error {
	workers := make([]measurer[S], runtime.GOMAXPROCS(0))
	err := pieces(ctx, len(workers), len(l.states), measureGrain, func(worker, from, to int) error {
		return workers[worker].measure(m, l, l.states[from:to])
	})
	for i := range workers {
		errors.add(&workers[i].errors)
	}
	return err
}

// measureGrain is how many states a worker takes at once.
const measureGrain = 2048

// measurer is one worker with its buffers.
type measurer[S games.State] struct {
	states, children []S
	open             []int32 // which of the states are not over
	ends, rows       []int32
	layers           []int32
	swaps            []bool
	outlooks         []outlook
	errors           errorCounts
}

// measure finds the prospects of those of some states of a layer that are not over.
func (w *measurer[S]) measure(m *measuring[S], l *measuredLayer[S], some []measuredState[S]) error {
	w.states, w.open = w.states[:0], w.open[:0]
	for i := range some {
		if !l.isOver(some[i].place) {
			w.states = append(w.states, some[i].state)
			w.open = append(w.open, int32(i))
		}
	}
	w.children, w.ends = m.game.Expand(w.children[:0], w.ends[:0], w.states)
	w.rows = m.game.Rows(w.rows[:0], w.states)
	if cap(w.swaps) < len(w.children) {
		w.swaps = make([]bool, 2*len(w.children))
	}
	w.swaps = w.swaps[:len(w.children)]
	m.canonizer.Canonize(w.children, w.swaps)
	if w.layers = w.layers[:0]; m.layered != nil {
		w.layers = m.layered.Layers(w.layers, w.children)
	}
	first := int32(0)
	for n, i := range w.open {
		end := w.ends[n]
		w.outlooks = w.outlooks[:0]
		for c := first; c < end; c++ {
			later := l
			if m.layered != nil {
				later = m.layers[w.layers[c]]
			}
			if later == nil {
				return fmt.Errorf("a child is in layer %d", w.layers[c])
			}
			o, ok := later.find(w.children[c], w.swaps[c])
			if !ok {
				return errors.New("a child is not in its layer of the table")
			}
			w.outlooks = append(w.outlooks, o)
		}
		mover := -1
		switch w.rows[n] {
		case end - first:
			mover = 0
		case 1:
			mover = 1
		}
		grade := some[i].grade
		if m.layered != nil {
			l.prospects[some[i].place] = m.grades.expect(grade, mover, w.outlooks)
		}
		if mover >= 0 {
			w.errors.count(m.grades, grade, mover, w.outlooks)
		}
		first = end
	}
	return nil
}
