package layered

import (
	"cmp"
	"context"
	"encoding/binary"
	"os"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// Steps provides the steps of a solve to a driver that divides layers into
// shards. The result of each step depends only on its arguments. A Steps is not
// safe for concurrent use.
type Steps[S games.State] struct {
	Plan job.Plan

	e      *enumeration[S]
	room   []uint64 // memory for tables
	places [][]byte // result of the last call to Merge
}

const shardLinked = 1 << 10 // minimum number of states in a shard with links

// NewSteps returns the steps for solving a game with one worker. Data that does
// not fit in memory is written to temporary files in the directory work, which
// must exist.
func NewSteps[S games.State](g games.Game[S], work string, o job.Options) (*Steps[S], error) {
	layered := any(g).(games.Layered[S])
	o.Workers = 1
	p, err := job.MakePlan[S](work, layered.Span(), o)
	if err != nil {
		return nil, err
	}
	p.MinLinked = shardLinked
	e := newEnumeration(setup[S]{g, layered, work, p, o.Tracker()})
	e.counting, e.complete = false, -1
	return &Steps[S]{Plan: p, e: e}, nil
}

// Span returns the maximum number of layers that a ply can advance.
func (s *Steps[S]) Span() int { return s.e.layered.Span() }

// Reset releases the resources of a failed step and makes the Steps usable again.
func (s *Steps[S]) Reset() {
	s.e.drop()
	s.e.links.close()
	s.e.keys.reset()
	clear(s.e.pending)
	clear(s.e.pendingTerminals)
	for step := range s.e.buffers[0] {
		s.e.buffers[0][step], s.e.terminals[0][step] = nil, nil
	}
}

// Children expands states of a layer. It calls emit with the distinct children,
// layer by layer and in ascending order within a layer. If ended is not nil,
// Children calls it in the same way with the unstored terminal children. The
// returned links are nil if the children are not linked. The caller must close
// the links. They include a copy of attachment.
func (s *Steps[S]) Children(ctx context.Context, layer int, states []S, attachment []byte, emit, ended func(layer int, states []S) error) (*Links, error) {
	e := s.e
	e.counting = ended != nil
	e.links = &linkStore{layers: map[int]*links{}, work: e.work}
	e.filters[0] = newFilter[S]() // children of other shards must not be filtered out
	l, err := e.expand(ctx, layer, &runs.Column[S]{N: len(states), Mem: states})
	if err != nil {
		return nil, err
	}
	var k *Links
	if l != nil {
		if err := e.sortParts(ctx, l, func(part []S) error { return emit(layer+1, part) }, nil); err != nil {
			return nil, err
		}
		k = &Links{links: l.links, store: e.links}
		e.links = &linkStore{}
		k.attachment, err = k.store.put(attachment)
		err = cmp.Or(err, k.store.file.Close())
	}
	e.links.close()
	for at := layer + 1; at <= layer+s.Span() && err == nil; at++ {
		err = e.mergeRuns(ctx, e.pending, at, func(part []S) error { return emit(at, part) })
	}
	for at := layer + 1; at <= layer+s.Span() && err == nil && e.counting; at++ {
		err = e.mergeRuns(ctx, e.pendingTerminals, at, func(part []S) error { return ended(at, part) })
	}
	return k, err
}

// Links is a scratch file that links the children of a shard to the emitted
// states; see Steps.Children.
type Links struct {
	*links
	attachment blob
	store      *linkStore
}

// Bytes returns the size of the file in bytes.
func (k *Links) Bytes() int64 { return k.store.end }

// Open opens the file for Steps.Value.
func (k *Links) Open() (err error) {
	name := k.store.file.Name()
	if k.store.file, err = os.Open(name); err != nil {
		k.store.file = nil
	}
	return err
}

// Attachment returns the attachment passed to Steps.Children. It is valid until the links
// are closed. The links must be open.
func (k *Links) Attachment() ([]byte, error) { return k.store.get(k.attachment, new([]byte)) }

// Dir returns the directory of the file.
func (k *Links) Dir() string { return k.store.work }

// Close removes the file. It does nothing if k is nil.
func (k *Links) Close() {
	if k != nil {
		k.store.close()
	}
}

// Complete reports whether Steps.Value can compute the values of the shard
// without its states.
func (k *Links) Complete() bool { return k != nil && k.kinds != nil }

// Sample returns the children of states in the given layer, and the layer of each
// child.
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

// partStates is the approximate number of states that Merge sorts at a time.
// They fit in a second-level cache.
const partStates = 1 << 15

// Merge merges sorted lists and calls emit with the distinct states in ascending
// order. For each list, it returns the indexes of the list's states in the merged
// sequence. Each index is encoded as a varint that holds its distance from the
// previous index, minus one. The result is valid until the next call.
func (s *Steps[S]) Merge(ctx context.Context, lists [][]S, emit func([]S) error) ([][]byte, error) {
	total, first := 0, 0
	for _, list := range lists {
		total += len(list)
	}
	next := make([]int, len(lists))
	s.places = Resize(s.places, len(lists))
	for i, list := range lists {
		s.places[i] = slices.Grow(s.places[i][:0], len(list)) // most indexes take one byte
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

// CountTerminals returns the statistics of the distinct terminal states in
// sorted lists.
func (s *Steps[S]) CountTerminals(ctx context.Context, lists [][]S) (job.LayerStats, error) {
	return countStates(s.e.expanders[0], func(count func([]S) error) error {
		_, err := s.Merge(ctx, lists, count)
		return err
	})
}

// Shard is a range of states in a layer.
type Shard[S games.State] struct {
	Layer    int
	First    int                // index of the first state within the layer
	Size     int                // number of states
	States   []S                // may be nil if Links.Complete reports true
	Children map[int]*Solved[S] // values of all children, by layer; States may be empty if Links is set
	Links    *Links             // may be nil
}

// Value returns the values of a shard's states and the statistics of these states. It
// consumes the links. If values are indexes into a list of outcomes, they are
// renumbered so that they do not depend on the order of work.
func (s *Steps[S]) Value(ctx context.Context, shard Shard[S], outcomes value.OutcomeSet) ([]value.Value, *Survey, error) {
	layer, n := shard.Layer, shard.Size
	sizes := make([]int64, layer+s.Span()+1)
	sizes[layer] = int64(n)
	d := newInduction(s.e.setup, nil, newSnapshot(sizes), outcomes)
	for at, l := range shard.Children {
		l.piece, d.window[at], sizes[at] = s.Plan.Piece, l, int64(l.Values.N)
		if shard.Links != nil {
			continue
		}
		if err := l.prepare(); err != nil {
			return nil, nil, err
		}
		if s.Span() == 1 && s.Plan.Words == 1 {
			s.room = Resize(s.room, int(maxTableBytes(int64(l.States.N))/8))
			if err := l.makeTable(ctx, 1, s.room); err != nil {
				return nil, nil, err
			}
		}
	}
	l := &Solved[S]{States: runs.Column[S]{N: n, Mem: shard.States}, Values: runs.Column[value.Value]{N: n, Mem: make([]value.Value, n)}}
	var err error
	if shard.Links != nil {
		err = d.valueShardLinked(ctx, layer, l, shard.Links)
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
	survey.CriticalIndex += shard.First
	survey.Stats.Critical = nil // Assembly.Layer sets it from the index
	return values, survey, nil
}

func (d *induction[S]) valueShardLinked(ctx context.Context, layer int, l *Solved[S], links *Links) (err error) {
	d.links = links.store
	next := d.window[layer+1]
	if next == nil {
		next = &Solved[S]{} // all children are terminal
	}
	if next.numbers, err = d.numberLayer(ctx, next); err != nil {
		return err
	}
	return d.valueLinked(ctx, layer, l, next.numbers)
}
