package measure

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"runtime"
	"sync"

	"zermelo/games"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// layerTable is a table whose layers can be read in order.
type layerTable[S games.State] interface {
	Blocks(layer int) iter.Seq2[tablebase.Block[S], error]
}

// measuring is a sweep over a table.
type measuring[S games.State] struct {
	game      games.Game[S]
	canonizer games.Canonizer[S]
	layered   games.Layered[S] // nil: one layer that leads to itself
	ender     games.Ender[S]   // where the table holds no terminal states; else nil
	outcomes  *value.Outcomes
	ends      sync.Map // value.Value by games.Payoff, of terminal states
	table     layerTable[S]
	grades    *grades
	layers    []*measuredLayer[S] // nil before they are done and when they are no more needed
}

// maxMeasured is how many states the layers within reach of one ply may have
// together: about 70 bytes each.
const maxMeasured = 1 << 24

// expectations sweeps the table of a layered game. It returns those of the start,
// and the errors of all positions. Where the layers are too large the error is a
// *NotMeasuredError.
func (b *subject[S]) expectations(ctx context.Context, table layerTable[S], layered games.Layered[S]) (p expectations, errors errorCounts, err error) {
	m := &measuring[S]{
		game: b.game, canonizer: games.CanonizerOf(b.game), layered: layered, table: table,
		grades: gradesOf(b.info, b.solution), layers: make([]*measuredLayer[S], len(b.solution.Layers)),
	}
	m.outcomes = &b.solution.Outcomes
	if b.solution.EndsByRules {
		if !b.solution.EndsCounted && !isContest(b.info) {
			return p, errors, &NotMeasuredError{b.info.Label(), "its terminal positions are not counted"}
		}
		m.ender, _ = any(b.game).(games.Ender[S])
	}
	span := layered.Span()
	for layer := range b.solution.Layers {
		var held int64
		for l := layer; l <= layer+span && l < len(m.layers); l++ {
			held += b.solution.Layers[l].Stored()
		}
		if held > maxMeasured {
			return p, errors, &NotMeasuredError{b.info.Label(), "its layers have too many positions"}
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
	o, ok := m.layers[0].find(start, m.layers[0].number(start), swap)
	if !ok {
		return p, errors, fmt.Errorf("the start is not in the table")
	}
	p = *o.expectations
	p.gains[0], p.gains[1] = p.gains[o.swap], p.gains[1-o.swap]
	return p, errors, nil
}

// measure finds the expectations of a layer whose children are all measured, and
// adds up the errors at its states.
func (m *measuring[S]) measure(ctx context.Context, l *measuredLayer[S], errors *errorCounts) error {
	workers := make([]measurer[S], runtime.GOMAXPROCS(0))
	err := parallel.For(ctx, len(workers), len(l.states), measureGrain, func(worker, from, to int) error {
		return workers[worker].measure(m, l, l.states[from:to])
	})
	for i := range workers {
		errors.add(&workers[i].errors)
	}
	return err
}

// measureGrain is how many states a worker takes at once.
const measureGrain = 512

// measurer is one worker with its buffers.
type measurer[S games.State] struct {
	states, children []S
	open             []int32 // which of the states are not over
	ends             []int32
	stages           games.Stages[S]
	layers           []int32
	swaps            []bool
	numbers          []int32 // of the children, as likely
	views            []childView
	over             []bool      // which of the children the table does not hold, as play is over there
	ended            []childView // these
	errors           errorCounts
}

// measure finds the expectations of those of some states of a layer that are not over.
func (w *measurer[S]) measure(m *measuring[S], l *measuredLayer[S], some []measuredState[S]) error {
	w.states, w.open = w.states[:0], w.open[:0]
	for i := range some {
		if !l.isOver(some[i].place) {
			w.states = append(w.states, some[i].state)
			w.open = append(w.open, int32(i))
		}
	}
	w.children, w.ends = m.game.Expand(w.children[:0], w.ends[:0], w.states)
	w.stages.Find(m.game, w.states, w.ends)
	if cap(w.swaps) < len(w.children) {
		w.swaps = make([]bool, 2*len(w.children))
	}
	w.swaps = w.swaps[:len(w.children)]
	m.canonizer.Canonize(w.children, w.swaps)
	if w.layers = w.layers[:0]; m.layered != nil {
		w.layers = m.layered.Layers(w.layers, w.children)
	}
	if err := w.expand(m, l); err != nil {
		return err
	}
	first := int32(0)
	for n, i := range w.open {
		end := w.ends[n]
		views := w.views[first:end]
		mover := value.Chooser(w.stages.Movers[n], w.stages.Shape(n), len(views))
		grade := some[i].grade
		if m.layered != nil {
			l.expectations[some[i].place] = m.grades.expect(grade, mover, views)
		}
		if mover >= 0 {
			w.errors.count(m.grades, grade, mover, views)
		}
		first = end
	}
	return nil
}

// findEnded finds the children whose end the rules tell, where the table does not hold
// such states.
func (m *measuring[S]) findEnded(w *measurer[S]) error {
	w.over, w.ended = w.over[:0], w.ended[:0]
	if m.ender == nil {
		return nil
	}
	w.over = m.ender.Over(w.over, w.children)
	var states []S
	var swaps []bool
	for c, s := range w.children {
		if w.over[c] {
			states, swaps = append(states, s), append(swaps, w.swaps[c])
		}
	}
	for i, p := range m.game.Payoffs(nil, states) {
		v, ok := m.endOf(p)
		if !ok {
			return fmt.Errorf("payoffs %v are none of the table's outcomes", p)
		}
		grade, _ := m.grades.of(v)
		o := childView{grade: grade, over: true, expectations: &m.grades.ends[m.grades.end(grade)]}
		if swaps[i] { // only in contests
			o.grade, o.swap = -o.grade, 1
		}
		w.ended = append(w.ended, o)
	}
	return nil
}

// endOf is the value of a terminal state.
func (m *measuring[S]) endOf(p games.Payoff) (value.Value, bool) {
	if v, ok := m.ends.Load(p); ok {
		return v.(value.Value), true
	}
	v, ok := m.outcomes.Terminal(p)
	if ok {
		m.ends.Store(p, v)
	}
	return v, ok
}

// expand finds all children. Two loops let the look-ups of different children wait for
// memory at the same time.
func (w *measurer[S]) expand(m *measuring[S], l *measuredLayer[S]) error {
	w.numbers, w.views = w.numbers[:0], w.views[:0]
	if err := m.findEnded(w); err != nil {
		return err
	}
	for c, s := range w.children {
		if len(w.over) > 0 && w.over[c] {
			w.numbers = append(w.numbers, 0)
			continue
		}
		later := m.layerOf(l, w.layers, c)
		if later == nil {
			return fmt.Errorf("a child is in layer %d", w.layers[c])
		}
		w.numbers = append(w.numbers, later.number(s))
	}
	ended := w.ended
	for c, s := range w.children {
		if len(w.over) > 0 && w.over[c] {
			w.views, ended = append(w.views, ended[0]), ended[1:]
			continue
		}
		o, ok := m.layerOf(l, w.layers, c).find(s, w.numbers[c], w.swaps[c])
		if !ok {
			return errors.New("a child is not in its layer of the table")
		}
		w.views = append(w.views, o)
	}
	return nil
}

// layerOf is the layer of a child of a state of l: l itself without layers.
func (m *measuring[S]) layerOf(l *measuredLayer[S], layers []int32, child int) *measuredLayer[S] {
	if m.layered == nil {
		return l
	}
	return m.layers[layers[child]]
}
