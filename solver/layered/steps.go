package layered

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"os"
	"slices"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// Steps are the steps of a solve one by one, for a driver that divides layers into shards.
// What a step finds depends on its arguments alone. A Steps is for one goroutine.
type Steps[S games.State] struct {
	Plan job.Plan

	e      *enumeration[S]
	room   []uint64 // of a table
	places [][]byte // that Merge has found
}

// shardLinked is how many states a shard has at least whose children are linked.
const shardLinked = 1 << 10

// NewSteps makes the steps of a game, with one worker. What does not fit into the memory goes to files
// in the existing folder work, which are removed when they have been read.
func NewSteps[S games.State](g games.Game[S], work string, o job.Options) (*Steps[S], error) {
	layered := any(g).(games.Layered[S])
	o.Workers = 1
	p, err := job.MakePlan[S](work, layered.Span(), o)
	if err != nil {
		return nil, err
	}
	p.Linked = shardLinked
	e := newEnumeration(g, layered, work, p, o.Tracker())
	e.counting, e.complete = false, -1
	return &Steps[S]{Plan: p, e: e}, nil
}

// Span is the largest step that a ply takes, in layers.
func (s *Steps[S]) Span() int { return s.e.layered.Span() }

// Drop gives back what a step holds that has failed.
func (s *Steps[S]) Drop() {
	s.e.drop()
	s.e.links.close()
	s.e.keys.reset()
	clear(s.e.pending)
	clear(s.e.pendingEnded)
	for step := range s.e.buffers[0] { // of children that were met before it failed
		s.e.buffers[0][step], s.e.ended[0][step] = nil, nil
	}
}

// Children finds the children of states of a layer. It gives those of each later layer
// within reach to emit, layer by layer: ascending, each once. So it does with those that are over and not stored,
// if ended is not nil. The links to the others are nil where there are none.
func (s *Steps[S]) Children(ctx context.Context, layer int, states []S, emit, ended func(layer int, states []S) error) (*Links, error) {
	e := s.e
	e.counting = ended != nil
	e.links = &linkStore{layers: map[int]*links{}, work: e.work}
	e.filters[0] = newFilter[S]() // what an earlier shard has met is not in the runs of this one
	l, err := e.expand(ctx, layer, &runs.Column[S]{N: len(states), Mem: states})
	if err != nil {
		return nil, err
	}
	var k *Links
	if l != nil {
		if err := e.sortParts(ctx, l, func(part []S) error { return emit(layer+1, part) }, nil); err != nil {
			return nil, err
		}
		k = &Links{l.links, e.links}
		e.links = &linkStore{}
		err = k.store.file.Close()
	}
	e.links.close()
	for at := layer + 1; at <= layer+s.Span() && err == nil; at++ {
		err = e.mergeRuns(ctx, e.pending, at, func(part []S) error { return emit(at, part) })
	}
	for at := layer + 1; at <= layer+s.Span() && err == nil && e.counting; at++ {
		err = e.mergeRuns(ctx, e.pendingEnded, at, func(part []S) error { return ended(at, part) })
	}
	return k, err
}

// Links are the links of a shard, in a scratch file: its children are the states that Children has given to emit.
type Links struct {
	*links
	store *linkStore
}

// Bytes is the size of the file.
func (k *Links) Bytes() int64 { return k.store.end }

// Open makes them ready for Value.
func (k *Links) Open() (err error) {
	name := k.store.file.Name()
	if k.store.file, err = os.Open(name); err != nil {
		k.store.file = nil
	}
	return err
}

// Dir is the folder of the file.
func (k *Links) Dir() string { return k.store.work }

// Close removes the file, if there are links.
func (k *Links) Close() {
	if k != nil {
		k.store.close()
	}
}

// Whole reports whether there are links by which values are found without the states.
func (k *Links) Whole() bool { return k != nil && k.kinds != nil }

// Sample finds the children of a few states of a layer, and the layer of each.
func (s *Steps[S]) Sample(layer int, states []S) (children []S, layers []int) {
	x := s.e.expanders[0]
	x.Expand(states)
	for i, c := range x.Children {
		at := layer + 1
		if len(x.layers) > 0 {
			at = int(x.layers[i])
		}
		children, layers = append(children, c), append(layers, at)
	}
	return children, layers
}

// partStates is how many states are merged at once: they are sorted in a second-level cache.
const partStates = 1 << 15

// Merge gives the states of ascending lists to emit: ascending, each once. It returns the places of those of each
// list among them: of each the difference from the one before it, less one, as varints. They are good until the next
// call.
func (s *Steps[S]) Merge(ctx context.Context, lists [][]S, emit func([]S) error) ([][]byte, error) {
	total, first := 0, 0
	for _, list := range lists {
		total += len(list)
	}
	next := make([]int, len(lists))
	s.places = Resize(s.places, len(lists))
	for i, list := range lists {
		s.places[i] = slices.Grow(s.places[i][:0], len(list)) // most places take a byte
	}
	bounds := runs.Divide(lists, total/partStates)
	w := &s.e.linkers[0]
	for part, low := range bounds[:len(bounds)-1] {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		high := bounds[part+1]
		w.keys, w.states = w.keys[:0], w.states[:0]
		for i, list := range lists {
			w.keys = append(w.keys, list[low[i]:high[i]]...)
		}
		if len(w.keys) == 0 {
			continue
		}
		w.long = Resize(w.long, len(w.keys))
		numberChildren(w, w.keys, w.long)
		numbers := w.long
		for i := range lists {
			n, at, places := high[i]-low[i], next[i], s.places[i]
			for _, number := range numbers[:n] {
				gap := uint64(first + int(number) - at)
				if gap < 1<<7 {
					places = append(places, byte(gap))
				} else {
					places = binary.AppendUvarint(places, gap)
				}
				at = first + int(number) + 1
			}
			next[i], s.places[i], numbers = at, places, numbers[n:]
		}
		first += len(w.states)
		if err := emit(w.states); err != nil {
			return nil, err
		}
	}
	return s.places, nil
}

// CountEnded counts the terminal states of ascending lists, each once.
func (s *Steps[S]) CountEnded(ctx context.Context, lists [][]S) (job.LayerStats, error) {
	return countStates(s.e.expanders[0], func(count func([]S) error) error {
		_, err := s.Merge(ctx, lists, count)
		return err
	})
}

// Value finds the values of the n states of a shard of a layer. Below has the children of all of them, with their
// values, by layer; with links, which are used up, the values are enough. Whole links need no states. First is the
// place of the first state in its layer. The values of games with a dictionary are
// the numbers of outcomes, which are renumbered at the end so that nothing depends on the order of work.
func (s *Steps[S]) Value(ctx context.Context, layer, first, n int, states []S, below map[int]*Solved[S], links *Links, outcomes value.OutcomeSet) ([]value.Value, *Survey, error) {
	sizes := make([]int64, layer+s.Span()+1)
	sizes[layer] = int64(n)
	d := s.induction(sizes, outcomes, nil)
	for at, l := range below {
		l.piece, d.window[at], sizes[at] = s.Plan.Piece, l, int64(l.Values.N)
		if links != nil {
			continue
		}
		if err := l.prepare(); err != nil {
			return nil, nil, err
		}
		if s.Span() == 1 && s.Plan.Words == 1 {
			s.room = Resize(s.room, int(roomyTable(int64(l.States.N))/8))
			var err error
			if l.table, err = newTable(ctx, 1, l, s.room); err != nil {
				return nil, nil, err
			}
		}
	}
	l := &Solved[S]{States: runs.Column[S]{N: n, Mem: states}, Values: runs.Column[value.Value]{N: n, Mem: make([]value.Value, n)}}
	var err error
	if links != nil {
		err = d.valueShardLinked(ctx, layer, l, links)
	} else {
		for from := 0; from < n && err == nil; from += s.Plan.Chunk {
			err = cmp.Or(ctx.Err(), d.valueRange(ctx, d.workers[0], layer, l, from, min(from+s.Plan.Chunk, n)))
		}
	}
	if err != nil {
		return nil, nil, err
	}
	values := l.Values.Mem
	if renamed := outcomes.Renumber(); renamed != nil {
		for i, v := range values {
			values[i] = renamed[v]
		}
	}
	survey := &d.workers[0].survey
	survey.CriticalIndex += first
	survey.Stats.Critical = nil // Assembly finds it by the index
	return values, survey, nil
}

// valueShardLinked finds the values of a shard by its links.
func (d *induction[S]) valueShardLinked(ctx context.Context, layer int, l *Solved[S], links *Links) (err error) {
	d.links = links.store
	next := d.window[layer+1]
	if next == nil {
		next = &Solved[S]{} // no child goes on
	}
	if next.numbers, err = d.numberRoomy(ctx, next); err != nil {
		return err
	}
	return d.valueLinked(ctx, layer, l, next.numbers)
}

// induction is one with one worker, that knows so many states of each layer.
func (s *Steps[S]) induction(sizes []int64, outcomes value.OutcomeSet, store job.Store[S]) *induction[S] {
	d := &induction[S]{
		game: s.e.game, layered: s.e.layered, work: s.e.work, plan: s.Plan, prog: s.e.prog, store: store,
		sizes: sizes, outcomes: outcomes, window: map[int]*Solved[S]{},
		saved: &snapshot{Sizes: sizes, Stats: make([]job.LayerStats, len(sizes)), Ended: make([]job.LayerStats, len(sizes))},
	}
	d.addWorkers(1)
	return d
}

// NewSolved is a shard in memory, with its values.
func NewSolved[S games.State](states []S, values []value.Value) *Solved[S] {
	return &Solved[S]{States: runs.Column[S]{N: len(states), Mem: states}, Values: runs.Column[value.Value]{N: len(values), Mem: values}}
}

// Assembly gives layers to a store whose values another driver has found, the last layer first.
type Assembly[S games.State] struct {
	d   *induction[S]
	run *run
}

// NewAssembly makes the assembly of layers of so many states, with or without counts of the terminal states that are
// not stored.
func NewAssembly[S games.State](g games.Game[S], work string, store job.Store[S], o job.Options, sizes []int64, ended bool) (*Assembly[S], error) {
	p, err := job.MakePlan[S](work, any(g).(games.Layered[S]).Span(), o)
	if err != nil {
		return nil, err
	}
	outcomes, err := value.NewOutcomeSet(g.Info(), nil)
	if err != nil {
		return nil, err
	}
	s := &Steps[S]{Plan: p, e: &enumeration[S]{game: g, layered: any(g).(games.Layered[S]), work: work, prog: o.Tracker()}}
	d := s.induction(sizes, outcomes, store)
	d.addWorkers(p.Workers)
	d.saved.EndsCounted = ended
	return &Assembly[S]{d, &run{saved: d.saved, meter: checkpoint.NewMeter()}}, nil
}

// Number is the number of an outcome in the dictionary of all layers.
func (a *Assembly[S]) Number(o *value.Outcome) value.Value { return a.d.outcomes.Number(o) }

// AddEnded adds terminal states that are not stored to those of a layer.
func (a *Assembly[S]) AddEnded(layer int, ended *job.LayerStats) {
	addEnded(&a.d.saved.Ended[layer], ended)
}

// Layer gives a layer to the store, with what was seen of it while it was valued. The values are
// renumbered in place. States and values are closed.
func (a *Assembly[S]) Layer(ctx context.Context, layer int, states *runs.Column[S], values *runs.Column[value.Value], seen *Survey) error {
	l := &Solved[S]{States: *states, Values: *values}
	defer l.close()
	if int64(states.N) != a.d.sizes[layer] || states.N != values.N {
		return errors.New("a layer has not as many values as states")
	}
	if err := noteCritical(seen, &l.States); err != nil {
		return err
	}
	if a.d.layered.Span() > 1 {
		if err := runs.SaveColumn(states, layerPath(a.d.work, layer)); err != nil { // to count by plies
			return err
		}
	}
	a.d.saved.Stats[layer] = seen.Stats
	if err := a.d.keep(ctx, layer, l); err != nil || layer > 0 {
		return err
	}
	return a.d.noteStart(l)
}

// Solution describes the solve when all layers are stored. Used is what all workers have used.
func (a *Assembly[S]) Solution(ctx context.Context, workers int, used checkpoint.Usage) (*job.Solution, error) {
	if _, err := a.d.count(ctx); err != nil {
		return nil, err
	}
	a.d.saved.Usage, a.d.plan.Workers = used, workers
	return a.d.solution(a.run), nil
}
