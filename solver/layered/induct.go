package layered

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/machine"
	"zermelo/solver/parallel"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// induction finds the values of all states, from the last layer to the first.
// For each chunk of a layer's states a worker finds the children, gets their
// values from the later layers, and combines them. A second pass over the
// layer counts, hashes and stores.
//
// Cost: each state is expanded once more and each child looked up, see table; in
// memory 16 bytes a state of the larger of two layers, or a share of the limit. Where the
// children are linked, about 5 ns a child, and in memory 5 bytes a state and 1 a child.
type induction[S games.State] struct {
	game     games.Game[S]
	layered  games.Layered[S]
	work     string
	plan     job.Plan
	prog     *job.Progress
	store    job.Store[S]
	outcomes value.OutcomeSet

	sizes      []int64
	kept       int                // the last layer that may have scratch files
	saved      *snapshot          // what is solved so far
	window     map[int]*Solved[S] // later layers within reach
	enumerated map[int][]S        // layers that are still in memory from enumeration
	links      *linkStore         // from enumeration; nil if that was earlier
	pieces     pieces
	answers    answers       // room, for the layer at work
	numbers    answers       // room, for the layer solved last
	room       []uint64      // of the table of the layer solved last
	values     []value.Value // of the layer at work, if it is to become a table
	workers    []*worker[S]
}

// worker is what one worker owns.
type worker[S games.State] struct {
	*Expander[S]
	Answerer[S]
	games.Stages[S]
	rule     value.Rule
	rankings [2]value.Ranking // of the roles, in alternating games
	states   []S
	payoffs  []games.Payoff
	terminal []S // states of the layer that are over
	orbits   []int32
	below    []value.Value // of the children that are not known to be over
	all      []value.Value // of all children, as their parents' roles see them
	values   []value.Value // of the states
	survey   Survey

	linkBytes [2][]byte
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
	if err := d.keep(ctx, layer, l); err != nil {
		return err
	}
	if layer > 0 {
		delete(d.enumerated, layer)
		d.links.drop(layer)
		return d.prepareAnswers(ctx, layer, l)
	}
	return d.noteStart(l)
}

// noteStart notes the value of the start, by that of layer 0.
func (d *induction[S]) noteStart(l *Solved[S]) error {
	start, err := l.Values.Read(nil, 0, 1)
	if err != nil {
		return err
	}
	d.saved.Start = start[0]
	if _, swap := games.Canonical(d.game, d.game.Start()); swap {
		d.saved.Start = d.outcomes.Swap(start[0])
	}
	return nil
}

// open adds a layer to the window: it opens its states and makes room for its
// values.
func (d *induction[S]) open(layer int) (*Solved[S], error) {
	states := &runs.Column[S]{N: len(d.enumerated[layer]), Mem: d.enumerated[layer]}
	if states.Mem == nil {
		var err error
		if states, err = runs.OpenScratch[S](layerPath(d.work, layer)); err != nil {
			return nil, err
		}
	}
	if states == nil {
		return nil, errDamaged
	}
	l := &Solved[S]{States: *states, piece: d.plan.Piece}
	d.window[layer] = l
	if int64(states.N) != d.sizes[layer] {
		return nil, errDamaged
	}
	return l, d.place(layer, l)
}

// place decides whether a layer lives in memory.
func (d *induction[S]) place(layer int, l *Solved[S]) error {
	l.Values.N = l.States.N
	if d.tabled(layer) || d.linked(layer) {
		// Its states are read from the file, as often as they are needed.
		if l.Values.File != nil {
			if err := l.Values.Load(); err != nil {
				return err
			}
		} else {
			next := d.window[layer+1]
			if next != nil && next.table == nil && next.numbers == nil {
				l.Values.Mem = make([]value.Value, l.Values.N)
				return l.prepare()
			}
			// Those of the next layer are in its table or numbered, and saved if need be.
			if next != nil {
				next.Values.Mem = nil
			}
			d.values = Resize(d.values, l.Values.N)
			l.Values.Mem = d.values
		}
		return l.prepare()
	}
	if d.resident(layer) {
		if l.States.Mem == nil {
			if err := l.States.Load(); err != nil {
				return err
			}
		}
		if l.Values.File == nil {
			l.Values.Mem = make([]value.Value, l.Values.N)
			return l.prepare()
		}
		if err := l.Values.Load(); err != nil {
			return err
		}
		return l.prepare()
	}
	if l.Values.File == nil {
		temp := valuesPath(d.work, layer) + ".work"
		file, err := os.Create(temp)
		if err != nil {
			return err
		}
		l.Values.File, l.temp = file, temp
	}
	return l.prepare()
}

// tabled reports whether a layer is to become a table: where there is room for its
// table or the next layer's, which take each other's place, and for the values.
func (d *induction[S]) tabled(layer int) bool {
	if d.layered.Span() > 1 || d.plan.Words > 1 {
		return false
	}
	n := d.larger(layer)
	return tableBytes(n)+4*n <= d.plan.Tables
}

// larger is how many states the larger one of a layer and the next has.
func (d *induction[S]) larger(layer int) int64 {
	return max(d.sizes[layer], d.sizes[min(layer+1, len(d.sizes)-1)])
}

// roomForTables is the memory of all tables, each in turn.
func (d *induction[S]) roomForTables() []uint64 {
	if d.room == nil {
		var most int64
		for layer, n := range d.sizes[:d.saved.Next+1+min(1, len(d.sizes)-1-d.saved.Next)] {
			if d.tabled(layer) && !d.linked(layer) {
				most = max(most, min(roomyTable(n), d.plan.Tables-4*d.larger(layer)))
			}
		}
		d.room = make([]uint64, most/8)
		machine.HugePages(d.room)
	}
	return d.room
}

// resident reports whether a layer and those in its reach fit into memory.
func (d *induction[S]) resident(layer int) bool {
	var bytes int64
	for l := layer; l <= layer+d.layered.Span() && l < len(d.sizes); l++ {
		bytes += d.sizes[l] * int64(8*d.plan.Words+4)
	}
	return bytes <= d.plan.Window
}

// value finds the values of a layer.
func (d *induction[S]) value(ctx context.Context, layer int, l *Solved[S]) error {
	for _, w := range d.workers {
		w.survey = Survey{}
	}
	var err error
	if next := d.window[layer+1]; next != nil && next.numbers != nil {
		err = d.valueLinked(ctx, layer, l, next.numbers)
	} else {
		err = parallel.For(ctx, len(d.workers), l.States.N, d.chunk(layer), func(n, from, to int) error {
			return d.valueRange(ctx, d.workers[n], layer, l, from, to)
		})
	}
	total := Survey{}
	for _, w := range d.workers {
		total.Add(&w.survey)
	}
	if err == nil {
		err = noteCritical(&total, &l.States)
	}
	if err != nil {
		return fmt.Errorf("solve layer %d: %w", layer, err)
	}
	d.saved.Stats[layer] = total.Stats
	return nil
}

// noteCritical notes the critical state of a layer of which the index is known.
func noteCritical[S games.State](v *Survey, states *runs.Column[S]) error {
	if v.Stats.CriticalMoves == 0 || v.Stats.Critical != nil {
		return nil
	}
	state, err := states.Read(nil, v.CriticalIndex, v.CriticalIndex+1)
	if err == nil {
		v.Stats.Critical = slices.Clone(games.Bits(&state[0]))
	}
	return err
}

// valueRange finds the values of the states from..to of a layer.
func (d *induction[S]) valueRange(ctx context.Context, w *worker[S], layer int, l *Solved[S], from, to int) error {
	states, err := l.States.Read(w.states, from, to)
	if err != nil {
		return err
	}
	if l.States.Mem == nil {
		w.states = states
	}
	if err := d.valueChunk(ctx, w, layer, from, states); err != nil {
		return err
	}
	d.prog.Done.Add(int64(to - from))
	return l.Values.Write(w.values, from)
}

// chunk is how many states of a layer a worker takes at once: more where it sorts their
// children and walks beside the later layers, so that it does not pass over most of them.
func (d *induction[S]) chunk(layer int) int {
	usual := d.plan.Chunk
	if next := d.window[layer+1]; d.layered.Span() > 1 || next == nil || next.table == nil {
		usual = max(usual, min(1<<17, d.plan.Buffer/8, int(d.sizes[layer]/8)))
	}
	return d.pieces.size(layer, int(d.sizes[layer]), usual)
}

// keep renumbers the values of a layer, counts and hashes them, and stores them.
func (d *induction[S]) keep(ctx context.Context, layer int, l *Solved[S]) error {
	renamed := d.outcomes.Renumber()
	outcomes := d.outcomes.Outcomes()
	tallies := make([]*Tally, len(d.workers))
	for w := range tallies {
		tallies[w] = NewTally(&outcomes)
	}
	err := parallel.For(ctx, len(d.workers), l.States.N, job.BlockStates, func(n, from, to int) error {
		w := d.workers[n]
		states, err := l.States.Read(w.states, from, to)
		if err != nil {
			return err
		}
		if l.States.Mem == nil {
			w.states = states
		}
		w.values = Resize(w.values, to-from)
		values, err := l.Values.Read(w.values, from, to)
		if err != nil {
			return err
		}
		if renamed != nil {
			for i, v := range values {
				w.values[i] = renamed[v]
			}
			values = w.values
			if err := l.Values.Write(values, from); err != nil {
				return err
			}
		}
		Count(tallies[n], from, states, values)
		return d.store.Put(layer, states, values)
	})
	if err != nil {
		return fmt.Errorf("store layer %d: %w", layer, err)
	}
	for _, t := range tallies[1:] {
		tallies[0].Add(t)
	}
	l.distinct = slices.Collect(maps.Keys(tallies[0].values))
	tallies[0].Finish(&d.saved.Stats[layer])
	addEnded(&d.saved.Stats[layer], &d.saved.Ended[layer])
	d.saved.Digest += tallies[0].Digest
	return nil
}

// Resize returns a slice of length n, the old one if it is large enough.
func Resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
