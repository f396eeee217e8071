package export

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase/block"
)

// worth is the value of a position: that of a state that stands for it, with the roles
// exchanged or not.
type worth struct {
	value value.Value
	swap  bool
}

// meaning is what a worth says.
type meaning struct {
	payoffs    value.Payoffs // nil in alternating games, and where they are not known
	whole      [2]int64      // in alternating games
	remoteness int           // -1: unknown
}

// facts are what conditions ask of a position.
type facts struct {
	*meaning
	layer, moves, keeping, weight, part int
	mover                               int8
	contest                             bool
}

// worker makes rows. It serves one goroutine.
type worker[S games.State] struct {
	e     *export[S]
	held  [][]value.Cell // cells of tiers in memory
	layer int

	block                  block.Block[S]
	states, canonical      []S
	own                    []worth
	movers, childMovers    []int8
	indexes                []uint64
	cells                  []value.Cell
	used                   []bool
	slots                  []games.Slot
	hashes                 []uint64
	weights                []int32
	children, images, open []S
	ends                   []int32
	stages                 games.Stages[S]
	swaps, over            []bool
	layers, openLayers     []int32
	below                  []worth
	values                 []value.Value
	places                 []int64
	payoffs                []games.Payoff
	keeps                  []bool // by child: it keeps the value
	rest                   []int32

	meanings map[worth]*meaning
	mixed    map[string][]bool // keeps, by the values of children
	key      []byte
}

func newWorker[S games.State](e *export[S]) *worker[S] {
	return &worker[S]{e: e, meanings: map[worth]*meaning{}, mixed: map[string][]bool{}}
}

// rows makes the rows of a unit.
func (w *worker[S]) rows(ctx context.Context, u unit[S]) (*Batch, error) {
	w.held, w.layer = u.held, u.layer
	if err := w.load(ctx, u); err != nil {
		return nil, err
	}
	b := &Batch{seen: int64(len(w.states))}
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
	if err := w.choose(); err != nil {
		return nil, err
	}
	if w.e.sampling {
		for _, i := range w.rest {
			b.hashes = append(b.hashes, w.hashes[i])
		}
		return b, nil
	}
	return b, w.fill(b)
}

// hash finds the hashes of the positions, and leaves out what is not in the sample.
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
	for i := range w.states {
		var h uint64
		if e.t.Tiers != nil {
			h = hashOf(uint64(w.slots[i]))
		} else {
			h = hashOf(games.Bits(&w.canonical[i])...)
		}
		if h > e.most {
			continue
		}
		w.states[n], w.own[n] = w.states[i], w.own[i]
		w.hashes = append(w.hashes, h)
		n++
	}
	w.states, w.own = w.states[:n], w.own[:n]
}

// expand finds the moves of the positions and what they lead to.
func (w *worker[S]) expand() (err error) {
	e := w.e
	w.keeps = w.keeps[:0]
	if !e.expands || e.sampling && e.where == nil {
		w.ends = w.ends[:0]
		w.movers = e.game.Movers(w.movers[:0], w.states)
		return nil
	}
	w.children, w.ends = e.game.Expand(w.children[:0], w.ends[:0], w.states)
	w.stages.Find(e.game, w.states, w.ends)
	w.movers = append(w.movers[:0], w.stages.Movers...)
	w.images = append(w.images[:0], w.children...)
	if w.below, err = w.look(w.below[:0], w.images); err != nil {
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

// look appends the values of states, which it makes canonical in a table of states.
func (w *worker[S]) look(dst []worth, states []S) (_ []worth, err error) {
	t := w.e.t
	if t.Tiers != nil {
		return w.lookTiers(dst, states)
	}
	w.swaps = slices.Grow(w.swaps[:0], len(states))[:len(states)]
	w.e.canonizer.Canonize(states, w.swaps)
	w.layers = t.LayersOf(w.layers[:0], states)
	w.over, w.open, w.openLayers, w.payoffs = w.over[:0], w.open[:0], w.openLayers[:0], w.payoffs[:0]
	open, layers := states, w.layers
	if t.Ender != nil {
		w.over = t.Ender.Over(w.over, states)
		var ended []S
		for i, over := range w.over {
			if over {
				ended = append(ended, states[i])
			} else {
				w.open, w.openLayers = append(w.open, states[i]), append(w.openLayers, w.layers[i])
			}
		}
		w.payoffs = w.e.game.Payoffs(w.payoffs, ended)
		open, layers = w.open, w.openLayers
	}
	if w.values, w.places, err = t.Values(w.values[:0], w.places[:0], open, layers); err != nil {
		return dst, err
	}
	if at := slices.Index(w.places, -1); at >= 0 {
		return dst, t.Damaged(fmt.Sprintf("position %s is not stored", w.e.notation.FormatState(open[at])), nil)
	}
	ended, found := w.payoffs, w.values
	for i := range states {
		var v value.Value
		if len(w.over) > 0 && w.over[i] {
			var ok bool
			if v, ok = t.Solution().Outcomes.Terminal(ended[0]); !ok {
				return dst, t.Damaged(fmt.Sprintf("payoffs %v are none of its outcomes", ended[0]), nil)
			}
			ended = ended[1:]
		} else {
			v, found = found[0], found[1:]
		}
		dst = append(dst, worth{v, w.swaps[i]})
	}
	return dst, nil
}

// meaning looks up what a value says.
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
	m := &meaning{remoteness: o.Remoteness}
	if w.e.kind == value.Alternating {
		m.whole = [2]int64{o.Payoff[0].Num().Int64(), o.Payoff[1].Num().Int64()}
	} else {
		m.payoffs = o.Payoff
	}
	w.meanings[v] = m
	return m, nil
}

// compare appends which children of the i-th position keep its value.
func (w *worker[S]) compare(i int, below []worth) error {
	if len(below) == 0 {
		return nil
	}
	if w.e.kind != value.Alternating {
		return w.compareMixed(w.stages.Shape(i), below)
	}
	mover := int(w.movers[i])
	own := w.whole(w.own[i], mover)
	for _, c := range below {
		w.keeps = append(w.keeps, w.whole(c, mover) == own)
	}
	return nil
}

// whole is the payoff of a role in an alternating game.
func (w *worker[S]) whole(v worth, role int) int {
	if v.swap == (role == 0) {
		return w.e.info.Total - v.value.Payoff()
	}
	return v.value.Payoff()
}

// maxMixed is how many matrices a worker remembers.
const maxMixed = 1 << 15

// compareMixed is compare for kinds of games where roles can choose at once. There
// the joint moves keep the value that strategies of perfect play can bring about.
func (w *worker[S]) compareMixed(shape []int32, below []worth) error {
	w.key = w.key[:0]
	for _, n := range shape {
		w.key = binary.LittleEndian.AppendUint32(w.key, uint32(n))
	}
	for _, c := range below {
		w.key = binary.LittleEndian.AppendUint32(w.key, uint32(c.value))
		if c.swap {
			w.key = append(w.key, 1)
		} else {
			w.key = append(w.key, 0)
		}
	}
	keeps, ok := w.mixed[string(w.key)]
	if !ok {
		outcomes := make([]value.Outcome, len(below))
		for i, c := range below {
			o, err := w.e.t.Outcome(c.value)
			if err != nil {
				return err
			}
			if outcomes[i] = o; c.swap {
				outcomes[i] = o.Swapped()
			}
		}
		stage := value.Analyze(w.e.kind, w.e.info.Total, shape, outcomes)
		keeps = stage.Keeps
		switch {
		case keeps != nil:
		case !stage.Value.Solved():
			keeps = make([]bool, len(below))
		default:
			for _, p := range value.Chances(stage.Strategies) {
				keeps = append(keeps, p.Sign() > 0)
			}
		}
		if len(w.mixed) >= maxMixed {
			clear(w.mixed)
		}
		w.mixed[string(w.key)] = keeps
	}
	w.keeps = append(w.keeps, keeps...)
	return nil
}

// children is the range of the children of the i-th position; empty if they are not known.
func (w *worker[S]) childrenOf(i int32) (from, to int32) {
	if len(w.ends) == 0 {
		return 0, 0
	}
	if i > 0 {
		from = w.ends[i-1]
	}
	return from, w.ends[i]
}

// facts are those of the i-th position.
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
	if e.t.Tiers != nil && f.moves == 0 && f.remoteness < 0 { // over in a draw
		over := *f.meaning
		over.remoteness = 0
		f.meaning = &over
	}
	f.contest = !e.info.GeneralSum && len(e.info.Roles) > 1
	return f, nil
}

// choose lists the positions that meet the condition.
func (w *worker[S]) choose() error {
	w.rest = w.rest[:0]
	for i := range w.states {
		if w.e.where != nil {
			f, err := w.facts(int32(i))
			if err != nil {
				return err
			}
			if !w.e.where(&f) {
				continue
			}
		}
		w.rest = append(w.rest, int32(i))
	}
	return nil
}
