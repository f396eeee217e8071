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

// solve writes the values of the shard, the dictionary, and a section of answers for each shard of each
// earlier layer within reach, the nearest layer first.
func (w *Worker[S]) solve(ctx context.Context, m *Manifest, object string) error {
	outcomes, err := value.NewOutcomeSet(w.game.Info(), nil)
	if err != nil {
		return err
	}
	links := w.links.take(Task{Kind: Expand, Layer: m.Layer, Shard: m.Shard})
	defer links.Close()
	merged, places, err := w.merged(ctx, m.Layer, m.Shard)
	var states []S
	if err == nil && !links.Whole() {
		states, err = w.readStates(ctx, merged, places[0], w.room[:0])
		w.room = states
	}
	if err != nil {
		return err
	}
	below, err := w.below(ctx, m, links == nil, outcomes)
	if err != nil {
		return err
	}
	first := int64(0)
	for before := range m.Shard {
		made, err := w.store.Made(ctx, Task{Kind: Merge, Layer: m.Layer, Shard: before})
		if err != nil {
			return err
		}
		first += made.States
	}
	values, seen, err := w.steps.Value(ctx, m.Layer, int(first), int(merged.States), states, below, links, outcomes)
	if err != nil {
		return err
	}
	clear(below) // answers need the room
	m.States, m.Seen = merged.States, seen
	m.Object, err = w.packer.pack(ctx, w.store, object, games.Words[S](), func(p *packer) error {
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
		return w.answer(ctx, p, merged, places[1:], values)
	})
	return err
}

// answer adds the sections of answers: the values at the places that merge has noted.
func (w *Worker[S]) answer(ctx context.Context, p *packer, merged *Manifest, sections []section, values []value.Value) error {
	for _, s := range sections {
		p.begin()
		data, err := w.objects.section(ctx, merged, s)
		if err != nil {
			return err
		}
		if w.places, err = w.values.readBytes(data, w.places[:0]); err != nil {
			return &DamagedError{merged, err}
		}
		var whole bool
		if w.asked, whole = valuesAt(slices.Grow(w.asked[:0], int(s.items)), values, w.places); !whole || int64(len(w.asked)) != s.items {
			return &DamagedError{merged, errFrame}
		}
		if err := w.values.add(p, w.asked); err != nil {
			return err
		}
	}
	return nil
}

// below is what later layers say of the children of a shard, by layer, with or without their states.
func (w *Worker[S]) below(ctx context.Context, m *Manifest, withStates bool, outcomes value.OutcomeSet) (map[int]*layered.Solved[S], error) {
	span := w.steps.Span()
	counts, sum, err := w.shardsOf(ctx, m.Layer+1, m.Layer+span)
	if err != nil {
		return nil, err
	}
	asked := Task{Kind: Expand, Layer: m.Layer, Shard: m.Shard}
	made, index, err := w.expanded(ctx, asked, sum)
	if err != nil {
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
			return nil, fmt.Errorf("%d answers for %d children of %s", len(values), made.Children[step], asked)
		}
		below[m.Layer+1+step] = layered.NewSolved(states, values)
		index = index[shards:]
	}
	return below, nil
}

// answers appends what a later shard says of the children of a shard, numbered by outcomes.
func (w *Worker[S]) answers(ctx context.Context, dst []value.Value, m *Manifest, step, shard int, outcomes value.OutcomeSet) ([]value.Value, error) {
	later := m.Layer + step
	made, err := w.store.Made(ctx, Task{Kind: Solve, Layer: later, Shard: shard})
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
	data, err := w.objects.section(ctx, m, s)
	if err != nil {
		return dst, err
	}
	if dst, err = w.values.read(data, dst); err != nil {
		return dst, &DamagedError{m, err}
	}
	return dst, nil
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
	text, err := w.objects.section(ctx, m, s)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, &DamagedError{m, err}
	}
	return list, nil
}
