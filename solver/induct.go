package solver

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"zermelo/games"
)

// induction finds the values of all states, from the last layer to the first.
// For each chunk of a layer's states a worker finds the children, gets their
// values from the later layers, and combines them. A second pass over the
// layer counts, hashes and stores.
//
// Cost: each state is expanded once more and each child sorted once more,
// about 60 ns a child in all with 48-bit states; in memory the states and the
// values (4 bytes) of the layers within reach of one ply, or a quarter of the
// limit. Keeping the children's indexes from enumeration was rejected: it
// takes 4 bytes a child of all layers.
type induction[S games.State] struct {
	game     games.Game[S]
	layered  games.Layered[S]
	notation games.Notation[S]
	work     string
	plan     plan
	prog     *Progress
	store    Store[S]
	book     book

	sizes  []int64
	kept   int                // the last layer that may have scratch files
	saved  *checkpoint        // what is solved so far
	window map[int]*solved[S] // later layers within reach
	hands  []*hand[S]
}

// hand is what one worker owns.
type hand[S games.State] struct {
	*expander[S]
	answerer[S]
	rule     rule
	states   []S
	rows     []int32
	payoffs  []games.Payoff
	terminal []S
	orbits   []int32
	below    []Value // of the children
	values   []Value // of the states
	survey   survey
}

// valuesPath is the scratch file of a layer's values.
func valuesPath(work string, layer int) string {
	return filepath.Join(work, fmt.Sprintf("%04d.values", layer))
}

// layer solves one layer, whose later layers are in the window, and adds it.
func (d *induction[S]) layer(ctx context.Context, layer int) error {
	l, err := d.open(layer)
	if err != nil {
		return err
	}
	if err := d.value(ctx, layer, l); err != nil {
		return err
	}
	if err := d.keep(ctx, layer, l); err != nil || layer > 0 {
		return err
	}
	start, err := l.values.read(nil, 0, 1)
	if err != nil {
		return err
	}
	d.saved.Start = start[0]
	if _, swap := games.Canonical(d.game, d.game.Start()); swap {
		d.saved.Start = d.book.swap(start[0])
	}
	return nil
}

// open adds a layer to the window: it opens its states and makes room for its
// values.
func (d *induction[S]) open(layer int) (*solved[S], error) {
	states, err := openScratch[S](layerPath(d.work, layer))
	if err != nil {
		return nil, err
	}
	if states == nil {
		return nil, errDamaged
	}
	l := &solved[S]{states: *states, piece: d.plan.piece}
	d.window[layer] = l
	if int64(states.n) != d.sizes[layer] {
		return nil, errDamaged
	}
	return l, d.place(layer, l)
}

// place decides whether a layer lives in memory.
func (d *induction[S]) place(layer int, l *solved[S]) error {
	l.values.n = l.states.n
	if d.resident(layer) {
		if err := l.states.load(); err != nil {
			return err
		}
		if l.values.file == nil {
			l.values.mem = make([]Value, l.values.n)
			return l.index()
		}
		if err := l.values.load(); err != nil {
			return err
		}
		return l.index()
	}
	if l.values.file == nil {
		temp := valuesPath(d.work, layer) + ".work"
		file, err := os.Create(temp)
		if err != nil {
			return err
		}
		l.values.file, l.temp = file, temp
	}
	return l.index()
}

// resident reports whether a layer and those in its reach fit into memory.
func (d *induction[S]) resident(layer int) bool {
	var bytes int64
	for l := layer; l <= layer+d.layered.Span() && l < len(d.sizes); l++ {
		bytes += d.sizes[l] * int64(8*d.plan.words+4)
	}
	return bytes <= d.plan.window
}

// value finds the values of a layer.
func (d *induction[S]) value(ctx context.Context, layer int, l *solved[S]) error {
	for _, h := range d.hands {
		h.survey = survey{}
	}
	err := parallel(ctx, len(d.hands), l.states.n, d.chunk(layer), func(w, from, to int) error {
		h := d.hands[w]
		states, err := l.states.read(h.states, from, to)
		if err != nil {
			return err
		}
		if l.states.mem == nil {
			h.states = states
		}
		if err := d.valueChunk(h, layer, from, states); err != nil {
			return err
		}
		d.prog.done.Add(int64(to - from))
		return l.values.write(h.values, from)
	})
	if err != nil {
		return fmt.Errorf("solve layer %d: %w", layer, err)
	}
	total := survey{}
	for _, h := range d.hands {
		total.add(&h.survey)
	}
	d.saved.Stats[layer] = total.stats
	return nil
}

// chunk is how many states of a layer a worker takes at once: more where the
// layers below have to be read from disk for each chunk.
func (d *induction[S]) chunk(layer int) int {
	if d.resident(layer) {
		return d.plan.chunk
	}
	return max(d.plan.chunk, d.plan.buffer/16)
}

// keep settles the values of a layer, counts and hashes them, and stores them.
func (d *induction[S]) keep(ctx context.Context, layer int, l *solved[S]) error {
	renamed := d.book.settle()
	outcomes := d.book.outcomes()
	tallies := make([]*tally, len(d.hands))
	for w := range tallies {
		tallies[w] = newTally(&outcomes)
	}
	err := parallel(ctx, len(d.hands), l.states.n, 4*BlockStates, func(w, from, to int) error {
		h := d.hands[w]
		states, err := l.states.read(h.states, from, to)
		if err != nil {
			return err
		}
		if l.states.mem == nil {
			h.states = states
		}
		h.values = resize(h.values, to-from)
		values, err := l.values.read(h.values, from, to)
		if err != nil {
			return err
		}
		if renamed != nil {
			for i, v := range values {
				h.values[i] = renamed[v]
			}
			values = h.values
			if err := l.values.write(values, from); err != nil {
				return err
			}
		}
		count(tallies[w], from, states, values)
		return d.store.Put(layer, states, values)
	})
	if err != nil {
		return fmt.Errorf("store layer %d: %w", layer, err)
	}
	for _, t := range tallies[1:] {
		tallies[0].add(t)
	}
	tallies[0].finish(&d.saved.Stats[layer])
	d.saved.Digest += tallies[0].digest
	return nil
}

// resize returns a slice of length n, the old one if it is large enough.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
