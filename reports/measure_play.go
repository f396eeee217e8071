package reports

import (
	"context"
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
	wins         [games.MaxRoles]float64 // random play: chance that a role gets more than half
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
	edge int32 // twice the payoff of role 0 less the total
	over bool
	swap int // 1: the roles of the prospects are exchanged
	*prospects
}

// expect combines the prospects of the children of a position that is not over.
// Edge is the position's own, mover the role to move.
func expect(edge int32, mover int, children []outlook) prospects {
	var p prospects
	chance := 1 / float64(len(children))
	for i := range children {
		c := &children[i]
		changes := c.edge != edge
		for role := range p.wins {
			p.wins[role] += chance * c.wins[role^c.swap]
			p.comebacks[role] += chance * c.comebacks[role^c.swap]
		}
		p.draws += chance * c.draws
		p.saves += chance * c.saves
		p.plies += chance * (1 + c.plies)
		p.errors += chance * c.errors
		p.decided += chance * (c.decided + 1 - c.fixed)
		if changes {
			p.errors += chance
			p.decided += chance * c.fixed
		} else {
			p.fixed += chance * c.fixed
		}
	}
	if edge != 0 {
		loser := 0
		if edge > 0 {
			loser = 1
		}
		p.comebacks[loser] = p.wins[loser]
		p.saves = p.draws
	}
	p.expectGreedy(edge, mover, children)
	return p
}

// expectGreedy fills in what greedy play brings.
func (p *prospects) expectGreedy(edge int32, mover int, children []outlook) {
	sign := int32(1 - 2*mover)
	rating := func(c *outlook) int32 {
		if !c.over {
			return 0
		}
		return sign * c.edge
	}
	best, n := rating(&children[0]), 0
	for i := range children {
		switch r := rating(&children[i]); {
		case r > best:
			best, n = r, 1
		case r == best:
			n++
		}
	}
	chance := 1 / float64(n)
	for i := range children {
		c := &children[i]
		if rating(c) != best {
			continue
		}
		p.greedyPlies += chance * (1 + c.greedyPlies)
		p.greedyErrors += chance * c.greedyErrors
		if c.edge != edge {
			p.greedyErrors += chance
		}
	}
}

// layerTable is a table whose layers can be read in order.
type layerTable[S games.State] interface {
	Blocks(layer int) iter.Seq2[tablebase.Block[S], error]
}

// measuring is a sweep over a table.
type measuring[S games.State] struct {
	game      games.Game[S]
	canonizer games.Canonizer[S]
	layered   games.Layered[S]
	table     layerTable[S]
	total     int
	layers    []*measuredLayer[S] // nil before they are done and when they are no more needed
}

// maxMeasured is how many states the layers within reach of one ply may have
// together: about 70 bytes each.
const maxMeasured = 1 << 24

// prospects sweeps the table of a layered, alternating game. It returns those of
// the start; found is false where the layers are too large.
func (b *book[S]) prospects(ctx context.Context, table layerTable[S], layered games.Layered[S]) (p prospects, found bool, err error) {
	m := &measuring[S]{
		game: b.game, canonizer: games.CanonizerOf(b.game), layered: layered, table: table,
		total: b.info.Total, layers: make([]*measuredLayer[S], len(b.solution.Layers)),
	}
	span := layered.Span()
	for layer := range b.solution.Layers {
		var held int64
		for l := layer; l <= layer+span && l < len(m.layers); l++ {
			held += b.solution.Layers[l].States
		}
		if held > maxMeasured {
			return prospects{}, false, nil
		}
	}
	for layer := len(m.layers) - 1; layer >= 0; layer-- {
		if m.layers[layer], err = m.measure(ctx, layer, &b.solution.Layers[layer]); err != nil {
			return prospects{}, false, err
		}
		if layer+span < len(m.layers) {
			m.layers[layer+span] = nil
		}
	}
	start, swap := games.Canonical(b.game, b.game.Start())
	o, ok := m.layers[0].find(start, swap)
	if !ok {
		return prospects{}, false, fmt.Errorf("the start is not in the table")
	}
	p = *o.prospects
	p.wins[0], p.wins[1] = p.wins[o.swap], p.wins[1-o.swap]
	return p, true, nil
}

// measure finds the prospects of a layer whose children are all measured.
func (m *measuring[S]) measure(ctx context.Context, layer int, stats *solver.LayerStats) (*measuredLayer[S], error) {
	l := newMeasuredLayer[S](stats)
	for block, err := range m.table.Blocks(layer) {
		if err != nil {
			return nil, err
		}
		l.add(block.States, block.Values, m.total)
	}
	workers := make([]measurer[S], runtime.GOMAXPROCS(0))
	err := pieces(ctx, len(workers), len(l.states), measureGrain, func(worker, from, to int) error {
		return workers[worker].measure(m, l, l.states[from:to])
	})
	if err != nil {
		return nil, err
	}
	l.index()
	return l, nil
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
}

// measure finds the prospects of those of some states of a layer that are not over.
func (w *measurer[S]) measure(m *measuring[S], l *measuredLayer[S], some []measuredState[S]) error {
	w.states, w.open = w.states[:0], w.open[:0]
	for i := range some {
		if some[i].place >= isOver {
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
	w.layers = m.layered.Layers(w.layers[:0], w.children)
	first := int32(0)
	for n, i := range w.open {
		end := w.ends[n]
		w.outlooks = w.outlooks[:0]
		for c := first; c < end; c++ {
			later := m.layers[w.layers[c]]
			if later == nil {
				return fmt.Errorf("a child is in layer %d", w.layers[c])
			}
			o, ok := later.find(w.children[c], w.swaps[c])
			if !ok {
				return fmt.Errorf("a child is not in layer %d of the table", w.layers[c])
			}
			w.outlooks = append(w.outlooks, o)
		}
		mover := 1
		if w.rows[n] == end-first {
			mover = 0
		}
		l.prospects[some[i].place] = expect(some[i].edge, mover, w.outlooks)
		first = end
	}
	return nil
}
