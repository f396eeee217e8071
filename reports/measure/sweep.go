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

// layerTable is a table that can be read layer by layer.
type layerTable[S games.State] interface {
	Blocks(layer int) iter.Seq2[tablebase.Block[S], error]
}

type measuring[S games.State] struct {
	game           games.Game[S]
	canonizer      games.Canonizer[S]
	layered        games.Layered[S]
	terminalStates games.TerminalTester[S] // nil unless the table omits terminal states
	outcomes       *value.Outcomes
	ends           sync.Map // maps games.Payoff to value.Value, for terminal states
	table          layerTable[S]
	grades         *grades
	endLuck        []luck              // of the elements of grades.ends
	layers         []*measuredLayer[S] // nil before a layer is loaded and after it was last used
}

const maxMeasured = 1 << 24 // maximum number of states in memory, at about 90 bytes each

// expectations sweeps over the table of a game with layers. It returns the expectations and the luck
// of the start position and the errors at all positions, or a *NotMeasuredError if layers are too large.
func (b *subject[S]) expectations(ctx context.Context, table layerTable[S], layered games.Layered[S]) (p expectations, l luck, errors errorCounts, err error) {
	m := &measuring[S]{
		game: b.game, canonizer: games.CanonizerOf(b.game), layered: layered, table: table,
		grades: gradesOf(b.info, b.solution), layers: make([]*measuredLayer[S], len(b.solution.Layers)),
	}
	m.outcomes, m.endLuck = &b.solution.Outcomes, make([]luck, len(m.grades.ends))
	for i := range m.endLuck { // in contests, the indexes 0, 1 and 2 are loss, draw and win of role 0
		score := float64(i) / 2
		m.endLuck[i].scores, m.endLuck[i].greedy = [2]float64{score, 1 - score}, [2]float64{score, 1 - score}
	}
	if b.solution.TerminalsOmitted {
		if !b.solution.TerminalsCounted && !isContest(b.info) {
			return p, l, errors, &NotMeasuredError{b.info.Label(), "its terminal positions are not counted"}
		}
		m.terminalStates, _ = any(b.game).(games.TerminalTester[S])
	}
	span := layered.Span()
	for layer := range b.solution.Layers {
		var held int64
		for l := layer; l <= layer+span && l < len(m.layers); l++ {
			held += b.solution.Layers[l].Stored()
		}
		if held > maxMeasured {
			return p, l, errors, &NotMeasuredError{b.info.Label(), "its layers have too many positions"}
		}
	}
	for layer := len(m.layers) - 1; layer >= 0; layer-- {
		if m.layers[layer], err = m.load(layer, &b.solution.Layers[layer]); err != nil {
			return p, l, errors, err
		}
		if err := m.measure(ctx, m.layers[layer], &errors); err != nil {
			return p, l, errors, err
		}
		if layer+span < len(m.layers) {
			m.layers[layer+span] = nil
		}
	}
	start, swap := games.Canonical(b.game, b.game.Start())
	o, ok := m.layers[0].find(start, m.layers[0].number(start), swap)
	if !ok {
		return p, l, errors, fmt.Errorf("the start is not in the table")
	}
	if p = *o.expectations; o.luck != nil {
		l = *o.luck
	}
	p.gains[0], p.gains[1] = p.gains[o.swap], p.gains[1-o.swap]
	p.greedyGains[0], p.greedyGains[1] = p.greedyGains[o.swap], p.greedyGains[1-o.swap]
	return p, l, errors, nil
}

// measure computes the expectations of the states in a layer and adds their errors to errors. The
// layers of all children must already have been measured.
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

const measureGrain = 512 // number of states that a worker processes at a time

type measurer[S games.State] struct {
	states, children []S
	open             []int32 // indexes of the nonterminal states
	ends             []int32
	stages           games.Stages[S]
	layers           []int32
	swaps            []bool
	numbers          []int32 // results of measuredLayer.number for the children
	views            []childView
	terminal         []bool      // reports for each child whether it is terminal and not stored
	terminals        []childView // views of these children
	errors           errorCounts
}

// measure computes the expectations of the nonterminal states among some, which is part of layer l.
func (w *measurer[S]) measure(m *measuring[S], l *measuredLayer[S], some []measuredState[S]) error {
	w.states, w.open = w.states[:0], w.open[:0]
	for i := range some {
		if !l.isTerminal(some[i].place) {
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
	w.layers = m.layered.Layers(w.layers[:0], w.children)
	if err := w.expand(m); err != nil {
		return err
	}
	first := int32(0)
	for n, i := range w.open {
		end := w.ends[n]
		views := w.views[first:end]
		mover := value.Chooser(w.stages.Movers[n], w.stages.Shape(n), len(views))
		grade := some[i].grade
		var odds []uint32
		if w.stages.Movers[n] == games.Chance {
			odds = w.stages.Odds(n, len(views))
		}
		l.expectations[some[i].place] = m.grades.expect(grade, mover, odds, views)
		if mover >= 0 {
			w.errors.count(m.grades, grade, mover, views)
		}
		if m.grades.chance && (mover >= 0 || odds != nil) {
			l.luck[some[i].place] = m.grades.expectLuck(grade, mover, odds, views)
		}
		first = end
	}
	return nil
}

// findTerminals computes the views of those terminal children that the table omits.
func (m *measuring[S]) findTerminals(w *measurer[S]) error {
	w.terminal, w.terminals = w.terminal[:0], w.terminals[:0]
	if m.terminalStates == nil {
		return nil
	}
	w.terminal = m.terminalStates.IsTerminal(w.terminal, w.children)
	var states []S
	var swaps []bool
	for c, s := range w.children {
		if w.terminal[c] {
			states, swaps = append(states, s), append(swaps, w.swaps[c])
		}
	}
	for i, p := range m.game.Payoffs(nil, states) {
		v, ok := m.terminalValue(p)
		if !ok {
			return fmt.Errorf("payoffs %v are not among the table's outcomes", p)
		}
		grade, _ := m.grades.of(v)
		o := childView{grade: grade, terminal: true, expectations: &m.grades.ends[m.grades.end(grade)]}
		if swaps[i] { // only if two roles share a constant total
			o.grade, o.swap = -o.grade, 1
		}
		if m.grades.chance {
			o.luck = &m.endLuck[m.grades.end(grade)]
		}
		w.terminals = append(w.terminals, o)
	}
	return nil
}

func (m *measuring[S]) terminalValue(p games.Payoff) (value.Value, bool) {
	if v, ok := m.ends.Load(p); ok {
		return v.(value.Value), true
	}
	v, ok := m.outcomes.Terminal(p)
	if ok {
		m.ends.Store(p, v)
	}
	return v, ok
}

// expand computes w.views. Its first loop reads a slot for each child, so that the cache misses
// overlap.
func (w *measurer[S]) expand(m *measuring[S]) error {
	w.numbers, w.views = w.numbers[:0], w.views[:0]
	if err := m.findTerminals(w); err != nil {
		return err
	}
	for c, s := range w.children {
		if len(w.terminal) > 0 && w.terminal[c] {
			w.numbers = append(w.numbers, 0)
			continue
		}
		next := m.layers[w.layers[c]]
		if next == nil {
			return fmt.Errorf("layer %d of a child is not in memory", w.layers[c])
		}
		w.numbers = append(w.numbers, next.number(s))
	}
	terminals := w.terminals
	for c, s := range w.children {
		if len(w.terminal) > 0 && w.terminal[c] {
			w.views, terminals = append(w.views, terminals[0]), terminals[1:]
			continue
		}
		o, ok := m.layers[w.layers[c]].find(s, w.numbers[c], w.swaps[c])
		if !ok {
			return errors.New("a child is missing from its layer of the table")
		}
		w.views = append(w.views, o)
	}
	return nil
}
