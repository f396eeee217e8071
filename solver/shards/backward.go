package shards

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"zermelo/solver/layered"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// solve writes the values of the shard, the dictionary, and a section of answers for each shard of each
// earlier layer within reach, the nearest layer first.
func (w *Worker[S]) solve(ctx context.Context, m *Manifest, object string) error {
	states, err := w.shard(ctx, m.Layer, m.Shard)
	if err != nil {
		return err
	}
	outcomes, err := value.NewOutcomeSet(w.game.Info(), nil)
	if err != nil {
		return err
	}
	below, err := w.below(ctx, m, outcomes)
	if err != nil {
		return err
	}
	first := int64(0)
	for before := range m.Shard {
		made, err := w.store.Made(ctx, Task{Merge, m.Layer, before})
		if err != nil {
			return err
		}
		first += made.States
	}
	column := runs.Column[S]{N: len(states), Mem: states}
	values, seen, err := w.steps.Value(ctx, m.Layer, int(first), &column, below, outcomes)
	if err != nil {
		return err
	}
	clear(below) // answers need the room
	m.States, m.Seen = int64(len(states)), seen
	solved := layered.NewSolved(states, values)
	m.Object, err = w.pack(ctx, object, func(p *packer) error {
		p.begin()
		if err := w.values.add(p, values); err != nil {
			return err
		}
		p.begin()
		if list := outcomes.Outcomes().List; len(list) > 0 {
			text, err := json.Marshal(list)
			if err == nil {
				err = p.add(text, len(list))
			}
			if err != nil {
				return err
			}
		}
		return w.answer(ctx, m, p, solved)
	})
	return err
}

// answer adds the sections of answers.
func (w *Worker[S]) answer(ctx context.Context, m *Manifest, p *packer, solved *layered.Solved[S]) error {
	span := w.steps.Span()
	for step := 1; step <= span && step <= m.Layer; step++ {
		parent := m.Layer - step
		l, err := w.store.Layer(ctx, parent)
		if err != nil {
			return err
		}
		at, sum, err := w.sectionIn(ctx, m, parent)
		if err != nil {
			return err
		}
		for i := range l.Shards() {
			p.begin()
			made, err := w.store.Made(ctx, Task{Expand, parent, i})
			if err != nil {
				return err
			}
			index, err := w.objects.index(ctx, made, sum)
			if err != nil {
				return err
			}
			var values []value.Value
			err = w.objects.section(ctx, made, index[at], func(r *bufio.Reader) error {
				return w.states.read(r, func(asked []S) (err error) {
					if len(values) >= frameValues {
						err = w.values.add(p, values)
						values = values[:0]
					}
					if err == nil {
						values, err = w.steps.Answer(values, asked, solved)
					}
					return err
				})
			})
			if err = cmp.Or(err, w.values.add(p, values)); err != nil {
				return err
			}
		}
	}
	return nil
}

// below is what later layers say of the children of a shard, by layer.
func (w *Worker[S]) below(ctx context.Context, m *Manifest, outcomes value.OutcomeSet) (map[int]*layered.Solved[S], error) {
	span := w.steps.Span()
	counts, sum, err := w.shardsOf(ctx, m.Layer+1, m.Layer+span)
	if err != nil {
		return nil, err
	}
	asked := Task{Expand, m.Layer, m.Shard}
	made, err := w.store.Made(ctx, asked)
	if err != nil {
		return nil, err
	}
	index, err := w.objects.index(ctx, made, sum)
	if err != nil {
		return nil, err
	}
	below := map[int]*layered.Solved[S]{}
	for step, shards := range counts {
		if made.Children[step] == 0 {
			index = index[shards:]
			continue
		}
		states := make([]S, 0, made.Children[step])
		values := make([]value.Value, 0, made.Children[step])
		for shard, section := range index[:shards] {
			if section.items == 0 {
				continue
			}
			if states, err = w.readStates(ctx, made, section, states); err != nil {
				return nil, err
			}
			if values, err = w.answers(ctx, values, m, step+1, shard, outcomes); err != nil {
				return nil, err
			}
		}
		if len(states) != len(values) {
			return nil, fmt.Errorf("%d answers for %d children of %s", len(values), len(states), asked)
		}
		below[m.Layer+1+step] = layered.NewSolved(states, values)
		index = index[shards:]
	}
	return below, nil
}

// answers appends what a later shard says of the children of a shard, numbered by outcomes.
func (w *Worker[S]) answers(ctx context.Context, dst []value.Value, m *Manifest, step, shard int, outcomes value.OutcomeSet) ([]value.Value, error) {
	later := m.Layer + step
	made, err := w.store.Made(ctx, Task{Solve, later, shard})
	if err != nil {
		return dst, err
	}
	counts, sum, err := w.shardsOf(ctx, later-w.steps.Span(), later-1)
	if err != nil {
		return dst, err
	}
	index, err := w.objects.index(ctx, made, 2+sum)
	if err != nil {
		return dst, err
	}
	at := 2 + m.Shard
	slices.Reverse(counts) // the nearest layer first
	for _, n := range counts[:step-1] {
		at += n
	}
	from := len(dst)
	if dst, err = w.readValues(ctx, made, index[at], dst); err != nil {
		return dst, err
	}
	return dst, w.renumber(ctx, made, index[1], dst[from:], outcomes.Number, false)
}

// readValues appends the values of a section to dst.
func (w *Worker[S]) readValues(ctx context.Context, m *Manifest, s section, dst []value.Value) ([]value.Value, error) {
	err := w.objects.section(ctx, m, s, func(r *bufio.Reader) (err error) {
		dst, err = w.values.read(r, dst)
		return err
	})
	return dst, err
}

// renumber replaces the numbers of a dictionary of an object by those that number gives. It asks for all
// outcomes, or for those only that occur.
func (w *Worker[S]) renumber(ctx context.Context, m *Manifest, dictionary section, values []value.Value, number func(*value.Outcome) value.Value, all bool) error {
	list, err := w.dictionary(ctx, m, dictionary)
	if len(list) == 0 || err != nil {
		return err
	}
	known := make([]value.Value, len(list))
	met := make([]bool, len(list))
	for i := 0; all && i < len(list); i++ {
		known[i], met[i] = number(&list[i]), true
	}
	for i, v := range values {
		if int(v) >= len(list) {
			return &DamagedError{m, errFrame}
		}
		if !met[v] {
			known[v], met[v] = number(&list[v]), true
		}
		values[i] = known[v]
	}
	return nil
}

// dictionary reads the dictionary of an object; nil if it needs none.
func (w *Worker[S]) dictionary(ctx context.Context, m *Manifest, s section) (list []value.Outcome, err error) {
	if s.items == 0 {
		return nil, nil
	}
	text, err := w.objects.bytes(ctx, m, s)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, &DamagedError{m, err}
	}
	return list, nil
}
