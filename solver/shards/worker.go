package shards

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/value"
)

// Worker performs tasks of one game. It is not safe for concurrent use.
type Worker[S games.State] struct {
	// Encode appends the blocks of consecutive states of a layer to dst, in the form that
	// Assembly.Store accepts. If it is nil, Assemble encodes all blocks.
	Encode func(dst []byte, layer int, states []S, values []value.Value) []byte

	game      games.Game[S]
	store     Store
	steps     *layered.Steps[S]
	objects   *objects
	packer    *packer
	links     *Links
	states    stateCoder[S]
	values    *valueCoder
	stateBuf  []S           // buffer for the states that a task reads
	answerBuf []value.Value // buffer for answers
	places    []byte        // buffer for the places of answers
	first     Task          // first task of the run
	count     int           // number of tasks of the run
	block     []byte        // buffer for a block
}

// NewWorker returns a worker. Data that does not fit into memory is written to files
// in the directory work, which must exist. All workers of a process must share
// links.
func NewWorker[S games.State](g games.Game[S], store Store, work string, links *Links, o job.Options) (*Worker[S], error) {
	steps, err := layered.NewSteps(g, work, o)
	if err != nil {
		return nil, err
	}
	w := &Worker[S]{game: g, store: store, steps: steps, objects: newObjects(store), packer: newPacker(), links: links, values: newValueCoder()}
	w.objects.ahead.dir = work
	return w, nil
}

// Begin announces a run: n tasks for consecutive shards, starting with first. Run may then
// read what several of these tasks need by one request.
func (w *Worker[S]) Begin(first Task, n int) error {
	w.first, w.count = first, n
	return w.objects.ahead.begin(n > 1)
}

// ahead returns the number of consecutive shards, starting with the one of m, whose data
// should be read together.
func (w *Worker[S]) ahead(m *Manifest) int {
	first := w.first
	first.Shard = m.Shard
	if m.Task != first {
		return 1
	}
	return max(1, w.first.Shard+w.count-m.Shard)
}

// Run performs a task and writes its object under the given name. It returns a
// *DamagedError if the object of another task is damaged. The object may be
// used only after its manifest has been stored.
func (w *Worker[S]) Run(ctx context.Context, t Task, object string) (*Manifest, error) {
	m := &Manifest{Task: t}
	var err error
	switch t.Kind {
	case Expand:
		err = w.expand(ctx, m, object)
	case Merge:
		err = w.merge(ctx, m, object)
	case Solve:
		err = w.solve(ctx, m, object)
	default:
		err = fmt.Errorf("unknown kind of task")
	}
	if err != nil {
		w.steps.Reset()
		return nil, fmt.Errorf("%s: %w", t, err)
	}
	return m, nil
}

// mergeResult describes all sections of the object of a shard's Merge task.
func (w *Worker[S]) mergeResult(ctx context.Context, layer, shard int) (r read, err error) {
	if r.m, err = w.store.Manifest(ctx, Task{Kind: Merge, Layer: layer, Shard: shard}); err != nil {
		return r, err
	}
	parents, err := w.parents(ctx, layer)
	r.sections = 1 + len(parents)
	r.to = r.sections
	return r, err
}

// parents returns the Expand tasks that find states of a layer, starting with the
// tasks of the nearest layer.
func (w *Worker[S]) parents(ctx context.Context, layer int) (tasks []Task, err error) {
	for parent := layer - 1; parent >= max(0, layer-w.steps.Span()); parent-- {
		l, err := w.store.Layer(ctx, parent)
		if err != nil {
			return nil, err
		}
		for i := range l.shards() {
			tasks = append(tasks, Task{Kind: Expand, Layer: parent, Shard: i})
		}
	}
	return tasks, nil
}

func (w *Worker[S]) readStates(ctx context.Context, m *Manifest, s section, dst []S) ([]S, error) {
	data, err := w.objects.section(ctx, m, s)
	if err != nil {
		return dst, err
	}
	dst, err = appendStates(dst, data, int(s.items))
	if err != nil {
		err = &DamagedError{m, err}
	}
	return dst, err
}

// appendStates appends the n states of a section to dst.
func appendStates[S games.State](dst []S, data []byte, n int) ([]S, error) {
	from := len(dst)
	dst = slices.Grow(dst, n)[:from+n]
	if !decodeStates(dst[from:], data) {
		return dst, errFrame
	}
	return dst, nil
}

// shardsOf returns the number of shards in each of the layers from..to, and their
// sum. Layers below 0 have no shards.
func (w *Worker[S]) shardsOf(ctx context.Context, from, to int) (counts []int, sum int, err error) {
	for layer := from; layer <= to; layer++ {
		n := 0
		if layer >= 0 {
			l, err := w.store.Layer(ctx, layer)
			if err != nil {
				return nil, 0, err
			}
			n = l.shards()
		}
		counts, sum = append(counts, n), sum+n
	}
	return counts, sum, nil
}

// expand performs an Expand task. Its object has a section for each shard of
// each later layer that a ply can reach.
func (w *Worker[S]) expand(ctx context.Context, m *Manifest, object string) error {
	result, err := w.mergeResult(ctx, m.Layer, m.Shard)
	if err != nil {
		return err
	}
	result.to = 1
	index, err := w.objects.some(ctx, result)
	if err != nil {
		return err
	}
	encoded, err := w.objects.section(ctx, result.m, index[0])
	if err != nil {
		return err
	}
	states, err := appendStates(w.stateBuf[:0], encoded, int(index[0].items))
	w.stateBuf = states
	if err != nil {
		return &DamagedError{result.m, err}
	}
	span := w.steps.Span()
	cuts := make([][]S, span)
	counting := false
	for step := range cuts {
		l, err := w.store.Layer(ctx, m.Layer+1+step)
		if err != nil {
			return err
		}
		cuts[step] = fromWords[S](l.Cuts)
		counting = counting || l.CountTerminals
	}
	if counting {
		cuts = append(cuts, cuts...) // sections of terminal children come last
	}
	found := make([]int64, len(cuts))
	var links *layered.Links
	m.Object, err = w.packer.pack(ctx, w.store, object, games.Words[S](), func(p *packer) error {
		step, shard := 0, 0
		w.states.beginSection(p)
		to := func(wantStep, wantShard int) {
			for step < wantStep || step == wantStep && shard < wantShard {
				if shard++; shard > len(cuts[step]) {
					step, shard = step+1, 0
				}
				w.states.beginSection(p)
			}
		}
		emit := func(at int, children []S) error {
			found[at] += int64(len(children))
			for len(children) > 0 {
				over, exact := slices.BinarySearchFunc(cuts[at], children[0], games.Compare[S])
				if exact {
					over++
				}
				n := len(children)
				if over < len(cuts[at]) {
					n, _ = slices.BinarySearchFunc(children, cuts[at][over], games.Compare[S])
				}
				to(at, over)
				if err := w.states.add(p, children[:n]); err != nil {
					return err
				}
				children = children[n:]
			}
			return nil
		}
		var ended func(int, []S) error
		if counting {
			ended = func(layer int, children []S) error { return emit(span+layer-m.Layer-1, children) }
		}
		links, err = w.steps.Children(ctx, m.Layer, states, encoded, func(layer int, children []S) error {
			return emit(layer-m.Layer-1, children)
		}, ended)
		to(len(cuts)-1, len(cuts[len(cuts)-1]))
		return err
	})
	m.States, m.Children, m.Terminals = int64(len(states)), found[:span], found[span:]
	if links != nil {
		w.links.put(m.Task, links, err == nil)
	}
	return err
}

// merge performs a Merge task. Its object contains the states of the shard and,
// for each Expand task, the places of the states that the task found. merge
// also counts the terminal states that are not stored.
func (w *Worker[S]) merge(ctx context.Context, m *Manifest, object string) error {
	parents, err := w.parents(ctx, m.Layer)
	if err != nil {
		return err
	}
	l, err := w.store.Layer(ctx, m.Layer)
	if err != nil {
		return err
	}
	if l.CountTerminals {
		lists, err := w.lists(ctx, m, parents, true)
		if err != nil {
			return err
		}
		ended, err := w.steps.CountTerminals(ctx, lists)
		if err != nil {
			return err
		}
		m.TerminalStats = &ended
	}
	lists, err := w.lists(ctx, m, parents, false)
	if err != nil {
		return err
	}
	for _, list := range lists {
		m.Merged += int64(len(list))
	}
	if m.Layer == 0 {
		start, _ := games.Canonical(w.game, w.game.Start())
		lists = append(lists, []S{start})
	}
	sampler := sampler[S]{}
	m.Object, err = w.packer.pack(ctx, w.store, object, games.Words[S](), func(p *packer) error {
		w.states.beginSection(p)
		places, err := w.steps.Merge(ctx, lists, func(states []S) error {
			m.States += int64(len(states))
			sampler.add(states)
			return w.states.add(p, states)
		})
		for i := range parents {
			p.beginSection()
			if err == nil {
				err = w.values.addBytes(p, places[i], len(lists[i]))
			}
		}
		return err
	})
	if err == nil {
		m.Sample = sampler.sample(w.steps, m.Layer)
	}
	return err
}

// lists returns the states that each of the tasks in parents has found for the
// shard of m: the terminal states if over is set, and the nonterminal ones
// otherwise. The result is valid until the next call.
func (w *Worker[S]) lists(ctx context.Context, m *Manifest, parents []Task, over bool) ([][]S, error) {
	reads, from := make([]read, len(parents)), make([]section, len(parents))
	for i, t := range parents {
		counts, sum, err := w.shardsOf(ctx, t.Layer+1, t.Layer+w.steps.Span())
		if err != nil {
			return nil, err
		}
		made, err := w.store.Manifest(ctx, t)
		if err != nil {
			return nil, err
		}
		at := m.Shard
		for _, n := range counts[:m.Layer-t.Layer-1] {
			at += n
		}
		if over {
			at += sum
		}
		reads[i] = read{made, made.expandSections(sum), at, at + w.ahead(m), true}
	}
	if err := w.objects.fetch(ctx, reads); err != nil {
		return nil, err
	}
	total := int64(0)
	for i, r := range reads {
		r.to = r.from + 1
		sections, err := w.objects.some(ctx, r)
		if err != nil {
			return nil, err
		}
		if len(sections) > 0 { // objects without terminal children are shorter
			from[i] = sections[0]
		}
		total += from[i].items
	}
	all := slices.Grow(w.stateBuf[:0], int(total))
	lists := make([][]S, len(parents))
	for i := range parents {
		n, err := len(all), error(nil)
		if all, err = w.readStates(ctx, reads[i].m, from[i], all); err != nil {
			return nil, err
		}
		lists[i] = all[n:]
	}
	w.stateBuf = all
	return lists, nil
}

// expandResult returns the manifest and the sections of an Expand task. The later
// layers have the given number of shards.
func (w *Worker[S]) expandResult(ctx context.Context, t Task, shards int) (*Manifest, []section, error) {
	m, err := w.store.Manifest(ctx, t)
	if err != nil {
		return nil, nil, err
	}
	index, err := w.objects.index(ctx, m, m.expandSections(shards))
	return m, index, err
}

// expandSections returns the number of sections of an Expand task if the later layers
// have the given number of shards.
func (m *Manifest) expandSections(shards int) int {
	if len(m.Terminals) > 0 {
		return 2 * shards
	}
	return shards
}

func fromWords[S games.State](list [][]uint64) []S {
	states := make([]S, len(list))
	for i, words := range list {
		copy(games.Bits(&states[i]), words)
	}
	return states
}
