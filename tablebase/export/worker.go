package export

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// worth is the value of a position's canonical state.
type worth struct {
	value value.Value
	swap  bool // the canonical state has the roles exchanged
}

type meaning struct {
	payoffs    value.Payoffs // in points; nil if unknown or stored in whole
	whole      [2]int64      // in points; set if wholePayoffs returns true
	remoteness int           // -1 if unknown
	error      float64       // maximum difference between payoffs and the exact payoffs, in points
	expected   float64       // expected number of plies; NaN if unknown
}

// facts holds the numeric values of a row.
type facts struct {
	*meaning
	layer, moves, keeping, weight, part int
	mover                               int8
}

type worker[S games.State] struct {
	e     *export[S]
	cells tablebase.Cells
	layer int

	batch             tablebase.Batch[S]
	lookup            tablebase.Lookup[S]
	states, canonical []S
	own               []worth
	movers            []int8
	slots             []games.Slot
	hashes            []uint64
	weights           []int32
	children          []S
	ends              []int32
	stages            games.Stages[S]
	below             []worth
	keeps             []bool    // reports for each child whether it keeps the value; false for random moves
	chances           []float64 // probability of the move to each child under perfect play or at random

	meanings map[worth]*meaning
	mixed    map[string][]float64 // results of analyze
	key      []byte
}

func newWorker[S games.State](e *export[S]) *worker[S] {
	return &worker[S]{e: e, meanings: map[worth]*meaning{}, mixed: map[string][]float64{}}
}

func (w *worker[S]) rows(ctx context.Context, u unit[S]) (*Batch, error) {
	if err := w.load(ctx, u); err != nil {
		return nil, err
	}
	b := &Batch{positions: int64(len(w.states)), layer: u.Layer}
	w.hash()
	if err := w.expand(); err != nil {
		return nil, err
	}
	if w.weights = w.weights[:0]; !w.e.o.Raw {
		if w.e.t.Tiers != nil {
			w.weights = w.e.t.Tiers.Game.Weights(w.weights, w.states)
		} else {
			w.weights = w.e.canonizer.Orbits(w.weights, w.states)
		}
	}
	if w.e.sampling {
		b.hashes = slices.Clone(w.hashes)
		return b, nil
	}
	return b, w.fill(b)
}

// hash computes the hash of each position and removes positions that are not in the
// sample.
func (w *worker[S]) hash() {
	e := w.e
	w.hashes = w.hashes[:0]
	if e.o.Sample == 0 && e.o.Split == [3]int{} {
		return
	}
	if e.t.Tiers != nil {
		w.slots = e.t.Tiers.Game.Rank(w.slots[:0], w.states)
	}
	n := 0
	most, limited := e.maxHash[e.stratum(w.layer)]
	for i := range w.states {
		var h uint64
		if e.t.Tiers != nil {
			h = hashOf(uint64(w.slots[i]))
		} else {
			h = hashOf(games.Bits(&w.canonical[i])...)
		}
		if limited && h > most {
			continue
		}
		w.states[n], w.own[n] = w.states[i], w.own[i]
		w.hashes = append(w.hashes, h)
		n++
	}
	w.states, w.own = w.states[:n], w.own[:n]
}

func (w *worker[S]) expand() (err error) {
	e := w.e
	w.keeps, w.chances = w.keeps[:0], w.chances[:0]
	if !e.expands || e.sampling {
		w.ends = w.ends[:0]
		w.movers = e.game.Movers(w.movers[:0], w.states)
		return nil
	}
	w.children, w.ends = e.game.Expand(w.children[:0], w.ends[:0], w.states)
	w.stages.Find(e.game, w.states, w.ends)
	w.movers = append(w.movers[:0], w.stages.Movers...)
	if w.below, err = w.look(w.below[:0], w.children); err != nil {
		return err
	}
	from := int32(0)
	for i, end := range w.ends {
		if err := w.compare(i, w.below[from:end]); err != nil {
			return err
		}
		from = end
	}
	return nil
}

// look appends the value of each state to dst. Unless the table is tiered, it
// replaces each element of states with its canonical state.
func (w *worker[S]) look(dst []worth, states []S) ([]worth, error) {
	if err := w.lookup.Find(w.e.t, states, w.cells); err != nil {
		return dst, err
	}
	if at := slices.Index(w.lookup.Indexes, tablebase.Missing); at >= 0 {
		return dst, w.e.t.Damaged(fmt.Sprintf("position %s is not stored", w.e.notation.FormatState(states[at])), nil)
	}
	for i, v := range w.lookup.Values {
		dst = append(dst, worth{v, w.lookup.Swaps[i]})
	}
	return dst, nil
}

func (w *worker[S]) meaning(v worth) (*meaning, error) {
	if m, ok := w.meanings[v]; ok {
		return m, nil
	}
	o, err := w.e.t.Outcome(v.value)
	if err != nil {
		return nil, err
	}
	if v.swap {
		o = o.Swapped()
	}
	m := &meaning{remoteness: o.Remoteness, expected: float64(o.Plies) / value.PlyUnit}
	if o.Error != nil {
		x, _ := w.e.info.ExactPoints(o.Error).Float64()
		m.error = max(1.01*x, 1e-15)
	}
	if o.Plies < 0 {
		m.expected = math.NaN()
	}
	if wholePayoffs(w.e.info, w.e.kind) {
		m.whole = [2]int64{o.Payoff[0].Num().Int64(), o.Payoff[1].Num().Int64()}
	} else {
		for role, x := range o.Payoff {
			if x != nil {
				m.payoffs[role] = w.e.info.ExactPoints(x)
			}
		}
	}
	w.meanings[v] = m
	return m, nil
}

// compare appends an element to w.keeps and w.chances for each child of position i.
func (w *worker[S]) compare(i int, below []worth) error {
	if len(below) == 0 {
		return nil
	}
	if w.e.info.Stochastic && w.movers[i] == games.Chance {
		odds, total := w.stages.Odds(i, len(below)), 0.0
		for _, n := range odds {
			total += float64(n)
		}
		for _, n := range odds {
			w.keeps, w.chances = append(w.keeps, false), append(w.chances, float64(n)/total)
		}
		return nil
	}
	if w.e.kind != value.Alternating {
		return w.compareMixed(w.own[i], w.stages.Shape(i), below)
	}
	mover := int(w.movers[i])
	own := w.whole(w.own[i], mover)
	from := len(w.keeps)
	for _, c := range below {
		w.keeps = append(w.keeps, w.whole(c, mover) == own)
	}
	w.chances = append(w.chances, uniform(w.keeps[from:])...)
	return nil
}

// whole returns the payoff that v gives a role in an alternating game, in the game's
// unit.
func (w *worker[S]) whole(v worth, role int) int {
	if v.swap == (role == 0) {
		return w.e.info.Total - v.value.Payoff()
	}
	return v.value.Payoff()
}

const maxMixed = 1 << 15 // maximum number of matrix games in a worker's cache

// compareMixed implements compare for games with simultaneous moves. A joint move
// keeps the value if optimal strategies play it with positive probability.
func (w *worker[S]) compareMixed(own worth, shape []int32, below []worth) error {
	w.key = w.key[:0]
	for _, n := range shape {
		w.key = binary.LittleEndian.AppendUint32(w.key, uint32(n))
	}
	for _, c := range append([]worth{own}, below...) {
		w.key = binary.LittleEndian.AppendUint32(w.key, uint32(c.value))
		if c.swap {
			w.key = append(w.key, 1)
		} else {
			w.key = append(w.key, 0)
		}
	}
	chances, ok := w.mixed[string(w.key)]
	if !ok {
		var err error
		if chances, err = w.analyze(own, shape, below); err != nil {
			return err
		}
		if len(w.mixed) >= maxMixed {
			clear(w.mixed)
		}
		w.mixed[string(w.key)] = chances
	}
	for _, p := range chances {
		w.keeps = append(w.keeps, p > 0)
	}
	w.chances = append(w.chances, chances...)
	return nil
}

// uniform returns the uniform distribution over the moves that keep the value.
func uniform(keeps []bool) []float64 {
	chances, n := make([]float64, len(keeps)), 0
	for _, kept := range keeps {
		if kept {
			n++
		}
	}
	for i, kept := range keeps {
		if kept {
			chances[i] = 1 / float64(n)
		}
	}
	return chances
}

// analyze returns the probability of each joint move under perfect play. It is uniform if
// only one role has a choice. If there is only one joint move, its probability is 1. If a
// child is not solved and several roles have a choice, all probabilities are 0.
func (w *worker[S]) analyze(own worth, shape []int32, below []worth) (chances []float64, err error) {
	outcomes := make([]value.Outcome, len(below))
	for i, c := range below {
		if outcomes[i], err = w.e.t.Outcome(c.value); err != nil {
			return nil, err
		}
		if c.swap {
			outcomes[i] = outcomes[i].Swapped()
		}
	}
	stage := value.Analyze(w.e.kind, w.e.info.Total, shape, outcomes)
	switch {
	case stage.Value.Solved() && stage.Keeps != nil:
		return uniform(stage.Keeps), nil
	case stage.Value.Solved():
		for _, p := range value.Chances(stage.Strategies) {
			x, _ := p.Float64()
			chances = append(chances, x)
		}
		return chances, nil
	}
	m, err := w.meaning(own)
	keeps := make([]bool, len(below))
	if role := value.MoverOf(shape, len(below)); role >= 0 && err == nil {
		for i := range outcomes {
			keeps[i] = len(below) == 1 || m.payoffs[role] != nil && outcomes[i].Solved() && m.payoffs[role].Cmp(outcomes[i].Payoff[role]) == 0
		}
	}
	return uniform(keeps), err
}

// childrenOf returns the range of the children of position i, which is empty if they
// have not been computed.
func (w *worker[S]) childrenOf(i int32) (from, to int32) {
	if len(w.ends) == 0 {
		return 0, 0
	}
	if i > 0 {
		from = w.ends[i-1]
	}
	return from, w.ends[i]
}

func (w *worker[S]) facts(i int32) (f facts, err error) {
	e := w.e
	if f.meaning, err = w.meaning(w.own[i]); err != nil {
		return f, err
	}
	f.layer, f.mover, f.weight = w.layer, w.movers[i], 1
	if len(w.weights) > 0 {
		f.weight = int(w.weights[i])
	}
	if len(w.hashes) > 0 {
		f.part = partOf(w.hashes[i], e.o.Split)
	}
	from, to := w.childrenOf(i)
	f.moves = int(to - from)
	for _, keeps := range w.keeps[from:to] {
		if keeps {
			f.keeping++
		}
	}
	if e.t.Tiers != nil && f.moves == 0 && f.remoteness < 0 { // terminal draw
		terminal := *f.meaning
		terminal.remoteness = 0
		f.meaning = &terminal
	}
	return f, nil
}
