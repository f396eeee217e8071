package shards

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/layered"
	"zermelo/solver/value"
)

// solve performs a Solve task. The task's object contains the values of the shard,
// the list of outcomes, and a section of copied values for each shard from which a
// ply can reach this layer. The shards of the nearest layer come first. If values do not
// depend on the list of outcomes, the task also encodes blocks; see addBlocks.
func (w *Worker[S]) solve(ctx context.Context, m *Manifest, object string) error {
	outcomes, err := value.NewOutcomeSet(w.game.Info(), value.Outcomes{})
	if err != nil {
		return err
	}
	links := w.links.take(Task{Kind: Expand, Layer: m.Layer, Shard: m.Shard})
	defer links.Close()
	result, err := w.mergeResult(ctx, m.Layer, m.Shard)
	if err != nil {
		return err
	}
	merged := result.m
	places, err := w.objects.index(ctx, merged, result.sections)
	m.Blocks = w.Encode != nil && m.Layer > 0 && outcomes.Outcomes().Kind == value.Alternating
	var states []S
	if err == nil && !links.Complete() {
		states, err = w.readStates(ctx, merged, places[0], w.stateBuf[:0])
		w.stateBuf = states
	} else if err == nil && m.Blocks {
		var encoded []byte
		if encoded, err = links.Attachment(); err == nil {
			states, err = appendStates(w.stateBuf[:0], encoded, int(merged.States))
			w.stateBuf = states
		}
	}
	if err != nil {
		return err
	}
	below, err := w.childValues(ctx, m, links == nil, outcomes)
	if err != nil {
		return err
	}
	first := int64(0)
	for before := range m.Shard {
		made, err := w.store.Manifest(ctx, Task{Kind: Merge, Layer: m.Layer, Shard: before})
		if err != nil {
			return err
		}
		first += made.States
	}
	values, seen, err := w.steps.Value(ctx, layered.Shard[S]{
		Layer: m.Layer, First: int(first), Size: int(merged.States), States: states, Children: below, Links: links,
	}, outcomes)
	if err != nil {
		return err
	}
	clear(below)     // release memory before the answers are collected
	from, to := 0, 0 // the states that addBlocks encodes
	if m.Blocks {
		l, err := w.store.Layer(ctx, m.Layer)
		if err != nil {
			return err
		}
		from, to = wholeBlocks(int(first), len(values), m.Shard+1 == l.shards())
		list := outcomes.Outcomes()
		layered.AddTally(seen, &list, int(first), states, values)
	}
	m.States, m.Survey = merged.States, seen
	m.Object, err = w.packer.pack(ctx, w.store, object, games.Words[S](), func(p *packer) error {
		p.beginSection()
		if err := w.values.add(p, slices.Concat(values[:from], values[to:])); err != nil {
			return err
		}
		p.beginSection()
		if list := outcomes.Outcomes().List; len(list) > 0 {
			m.Outcomes = len(list)
			text, err := json.Marshal(list)
			if err == nil {
				err = p.add(text, len(list))
			}
			if err != nil {
				return err
			}
		}
		if m.Blocks {
			if err := w.addBlocks(p, m.Layer, from, to, states, values); err != nil {
				return err
			}
		}
		if err := w.objects.fetch(ctx, []read{{m: merged, sections: len(places), from: 1, to: len(places)}}); err != nil {
			return err
		}
		return w.answer(ctx, p, merged, places[1:], values)
	})
	return err
}

// answer adds one section for each of the given sections. The given sections hold
// places recorded by merge, and the added sections hold the values at these places.
func (w *Worker[S]) answer(ctx context.Context, p *packer, merged *Manifest, sections []section, values []value.Value) error {
	for _, s := range sections {
		p.beginSection()
		data, err := w.objects.section(ctx, merged, s)
		if err != nil {
			return err
		}
		if w.places, err = w.values.readBytes(data, w.places[:0]); err != nil {
			return &DamagedError{merged, err}
		}
		var intact bool
		if w.answerBuf, intact = valuesAt(slices.Grow(w.answerBuf[:0], int(s.items)), values, w.places); !intact || int64(len(w.answerBuf)) != s.items {
			return &DamagedError{merged, errFrame}
		}
		if err := w.values.add(p, w.answerBuf); err != nil {
			return err
		}
	}
	return nil
}

// childValues returns the values of a shard's children, grouped by layer. If
// withStates is set, the result includes the states of the children.
func (w *Worker[S]) childValues(ctx context.Context, m *Manifest, withStates bool, outcomes value.OutcomeSet) (map[int]*layered.Solved[S], error) {
	span := w.steps.Span()
	counts, sum, err := w.shardsOf(ctx, m.Layer+1, m.Layer+span)
	if err != nil {
		return nil, err
	}
	task := Task{Kind: Expand, Layer: m.Layer, Shard: m.Shard}
	made, index, err := w.expandResult(ctx, task, sum)
	if err != nil {
		return nil, err
	}
	if err := w.fetchAnswers(ctx, m, made, index, counts, withStates); err != nil {
		return nil, err
	}
	below := map[int]*layered.Solved[S]{}
	for step, shards := range counts {
		if made.Children[step] == 0 {
			index = index[shards:]
			continue
		}
		var states []S
		if withStates {
			states = make([]S, 0, made.Children[step])
		}
		values := make([]value.Value, 0, made.Children[step])
		for shard, section := range index[:shards] {
			if section.items == 0 {
				continue
			}
			if withStates {
				if states, err = w.readStates(ctx, made, section, states); err != nil {
					return nil, err
				}
			}
			if values, err = w.answers(ctx, values, m, step+1, shard, outcomes); err != nil {
				return nil, err
			}
		}
		if int64(len(values)) != made.Children[step] {
			return nil, fmt.Errorf("got %d answers for %d children of %s", len(values), made.Children[step], task)
		}
		below[m.Layer+1+step] = layered.NewSolved(states, values)
		index = index[shards:]
	}
	return below, nil
}

// fetchAnswers fetches the sections that childValues reads. made and index describe the
// Expand task of m's shard, and counts has the number of shards of each later layer.
func (w *Worker[S]) fetchAnswers(ctx context.Context, m, made *Manifest, index []section, counts []int, withStates bool) error {
	var reads []read
	total := 0
	for _, n := range counts {
		total += n
	}
	if withStates {
		reads = append(reads, read{m: made, sections: len(index), to: total})
	}
	for step, shards := range counts {
		for shard, s := range index[:shards] {
			if s.items == 0 {
				continue
			}
			r, err := w.answerOf(ctx, m, step+1, shard)
			if err != nil {
				return err
			}
			if r.m.Outcomes > 0 {
				reads = append(reads, read{r.m, r.sections, 1, 2, true})
			}
			r.to, r.shared = r.from+w.ahead(m), true
			reads = append(reads, r)
		}
		index = index[shards:]
	}
	return w.objects.fetch(ctx, reads)
}

// answerOf describes the section that contains the values of those children of m's shard
// that are in the given shard of layer m.Layer+step.
func (w *Worker[S]) answerOf(ctx context.Context, m *Manifest, step, shard int) (r read, err error) {
	later := m.Layer + step
	if r.m, err = w.store.Manifest(ctx, Task{Kind: Solve, Layer: later, Shard: shard}); err != nil {
		return r, err
	}
	counts, sum, err := w.shardsOf(ctx, later-w.steps.Span(), later-1)
	if err != nil {
		return r, err
	}
	own := r.m.ownSections()
	r.sections, r.from = own+sum, own+m.Shard
	slices.Reverse(counts) // the nearest layer comes first
	for _, n := range counts[:step-1] {
		r.from += n
	}
	r.to = r.from + 1
	return r, nil
}

// answers appends to dst the values of those children of m's shard that are in the
// given shard of layer m.Layer+step. It renumbers the values according to outcomes.
func (w *Worker[S]) answers(ctx context.Context, dst []value.Value, m *Manifest, step, shard int, outcomes value.OutcomeSet) ([]value.Value, error) {
	r, err := w.answerOf(ctx, m, step, shard)
	if err != nil {
		return dst, err
	}
	sections, err := w.objects.some(ctx, r)
	if err != nil {
		return dst, err
	}
	from := len(dst)
	if dst, err = w.readValues(ctx, r.m, sections[0], dst); err != nil || r.m.Outcomes == 0 {
		return dst, err
	}
	list, err := w.objects.some(ctx, read{m: r.m, sections: r.sections, from: 1, to: 2})
	if err != nil {
		return dst, err
	}
	return dst, w.renumber(ctx, r.m, list[0], dst[from:], outcomes.Number)
}

func (w *Worker[S]) readValues(ctx context.Context, m *Manifest, s section, dst []value.Value) ([]value.Value, error) {
	data, err := w.objects.section(ctx, m, s)
	if err != nil {
		return dst, err
	}
	if dst, err = w.values.read(data, dst); err != nil {
		return dst, &DamagedError{m, err}
	}
	return dst, nil
}

// renumber replaces each value with the result of number. The values are indexes into
// the outcomes of an object.
func (w *Worker[S]) renumber(ctx context.Context, m *Manifest, dictionary section, values []value.Value, number func(*value.Outcome) value.Value) error {
	list, err := w.dictionary(ctx, m, dictionary)
	if len(list) == 0 || err != nil {
		return err
	}
	known := make([]value.Value, len(list))
	seen := make([]bool, len(list))
	for i, v := range values {
		if int(v) >= len(list) {
			return &DamagedError{m, errFrame}
		}
		if !seen[v] {
			known[v], seen[v] = number(&list[v]), true
		}
		values[i] = known[v]
	}
	return nil
}

// dictionary reads an object's list of outcomes. It returns nil if the section is
// empty.
func (w *Worker[S]) dictionary(ctx context.Context, m *Manifest, s section) (list []value.Outcome, err error) {
	if s.items == 0 {
		return nil, nil
	}
	text, err := w.objects.section(ctx, m, s)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, &DamagedError{m, err}
	}
	return list, nil
}
