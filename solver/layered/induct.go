package layered

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

func (d *induction[S]) run(ctx context.Context, s *run) error {
	counted, err := d.count(ctx)
	if counted {
		err = s.save(d.work)
	}
	if err != nil {
		return err
	}
	if err := d.resume(ctx); err != nil {
		return err
	}
	c := &checkpoint.Clock{Interval: d.plan.CheckpointInterval, Started: time.Now()}
	for layer := s.saved.Next; layer >= 0; layer-- {
		d.prog.Layer.Store(int64(layer))
		if err := d.layer(ctx, layer); err != nil {
			return err
		}
		d.saved.Next = layer - 1
		if layer == 0 || c.IsDue() {
			began := time.Now()
			if err := d.checkpoint(s); err != nil {
				return err
			}
			c.Record(began)
		}
		if old := d.window[layer+d.layered.Span()]; old != nil {
			old.close()
			delete(d.window, layer+d.layered.Span())
		}
	}
	return nil
}

// resume opens the solved layers that are needed to solve the next layer.
func (d *induction[S]) resume(ctx context.Context) error {
	next := d.saved.Next
	var total, done int64
	for layer, n := range d.sizes {
		total += n
		if layer > next {
			done += n
		}
	}
	d.prog.Enter(job.Reading, 0, 0)
	var values []value.Value
	for layer := next + 1; next >= 0 && layer <= next+d.layered.Span() && layer < len(d.sizes); layer++ {
		if err := d.reopen(layer, &values); err != nil {
			return err
		}
	}
	if l := d.window[next+1]; l != nil && next >= 0 && d.usesTable(next+1) {
		if err := l.makeTable(ctx, len(d.workers), d.tableBuffer()); err != nil {
			return err
		}
	}
	d.prog.Enter(job.Reading, len(d.sizes), total)
	d.prog.Layer.Store(int64(max(next, 0)))
	d.prog.States.Store(total)
	d.prog.Done.Store(done)
	d.prog.Phase.Store(int64(job.Solving)) // after the numbers of earlier runs
	return nil
}

// reopen opens a solved layer. The argument rest contains values of this layer and
// later ones from the file of an earlier layer, if any; see saveValues.
func (d *induction[S]) reopen(layer int, rest *[]value.Value) error {
	l := &Solved[S]{piece: d.plan.Piece, saved: true}
	d.window[layer] = l
	states, err := d.files.Open(layer)
	if err != nil {
		return err
	}
	if states == nil || int64(states.N) != d.sizes[layer] {
		return errDamaged
	}
	l.States = *states
	if states.N > len(*rest) {
		values, err := runs.OpenScratch[value.Value](valuesPath(d.work, layer))
		if err != nil {
			return err
		}
		if values == nil || values.N < states.N {
			return errDamaged
		}
		if l.Values = *values; values.N == states.N {
			return d.place(layer, l)
		}
		if err := values.Load(); err != nil {
			return err
		}
		*rest = values.Mem
		l.Values.Close()
	}
	l.Values.Mem, *rest = (*rest)[:states.N:states.N], (*rest)[states.N:]
	return d.place(layer, l)
}

// count counts the states by ply, unless layers are plies or the checkpoint
// contains the counts. It reports whether it counted them.
func (d *induction[S]) count(ctx context.Context) (done bool, err error) {
	if d.layered.Span() == 1 || d.saved.Counted {
		return false, nil
	}
	var total int64
	for _, n := range d.sizes {
		total += n
	}
	d.prog.Enter(job.Counting, len(d.sizes), total)
	d.saved.Plies, d.saved.Raw, err = d.countPlies(ctx)
	d.saved.Counted = err == nil
	return d.saved.Counted, err
}

// layer solves one layer. The window must contain the layers that one ply can reach.
func (d *induction[S]) layer(ctx context.Context, layer int) error {
	l, err := d.open(layer)
	if err != nil {
		return err
	}
	if err := d.value(ctx, layer, l); err != nil {
		return err
	}
	if err := d.storeLayer(ctx, layer, l); err != nil {
		return err
	}
	if layer > 0 {
		delete(d.enumerated, layer)
		d.links.drop(layer)
		return d.cacheValues(ctx, layer, l)
	}
	return d.recordStart(l)
}

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
		err = setCritical(&total, &l.States)
	}
	if err != nil {
		return fmt.Errorf("solve layer %d: %w", layer, err)
	}
	d.saved.Stats[layer] = total.Stats
	return nil
}

// chunk returns the number of states per chunk of a layer. If children are looked
// up by merging, chunks are larger, because each chunk reads all later layers.
func (d *induction[S]) chunk(layer int) int {
	usual := d.plan.Chunk
	if next := d.window[layer+1]; d.layered.Span() > 1 || next == nil || next.table == nil {
		usual = max(usual, min(1<<17, d.plan.Buffer/8, int(d.sizes[layer]/8)))
	}
	return d.chunkSizer.size(layer, int(d.sizes[layer]), usual)
}

// storeLayer renumbers the values of a layer, adds them to the statistics and
// the digest, and stores them.
func (d *induction[S]) storeLayer(ctx context.Context, layer int, l *Solved[S]) error {
	renamed := d.outcomes.Renumber()
	outcomes := d.outcomes.Outcomes()
	tallies := make([]*Tally, len(d.workers))
	for w := range tallies {
		tallies[w] = NewTally(&outcomes)
	}
	err := parallel.For(ctx, len(d.workers), l.States.N, job.BlockStates, func(n, from, to int) error {
		w := d.workers[n]
		states, err := l.States.Read(&w.states, from, to)
		if err != nil {
			return err
		}
		w.values = Resize(w.values, to-from)
		values, err := l.Values.Read(&w.values, from, to)
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
		CountStates(tallies[n], from, states, values)
		return d.store.Put(layer, states, values)
	})
	if err != nil {
		return fmt.Errorf("store layer %d: %w", layer, err)
	}
	for _, t := range tallies[1:] {
		tallies[0].Add(t)
	}
	if len(tallies[0].rounded) == 0 {
		l.distinct = slices.Collect(maps.Keys(tallies[0].values))
	}
	tallies[0].Finish(&d.saved.Stats[layer])
	addCounts(&d.saved.Stats[layer], &d.saved.Ended[layer])
	d.saved.Digest += tallies[0].Digest
	return nil
}

func (d *induction[S]) recordStart(l *Solved[S]) error {
	start, err := l.Values.Read(nil, 0, 1)
	if err != nil {
		return err
	}
	d.setStart(start[0])
	return nil
}

// setStart records the value of the canonical start.
func (d *induction[S]) setStart(v value.Value) {
	d.saved.Start = v
	if _, swap := games.Canonical(d.game, d.game.Start()); swap {
		d.saved.Start = value.Swapped(d.outcomes, v)
	}
}

func (d *induction[S]) solution(s *run) *job.Solution {
	plies, raw := d.saved.Plies, d.saved.Raw
	if d.layered.Span() == 1 {
		plies = pliesOfLayers(d.saved.Stats)
		for _, p := range plies {
			raw += p.RawStates
		}
	}
	used := s.meter.Total(s.saved.Usage)
	return &job.Solution{
		Plies:            plies,
		RawStates:        raw,
		Outcomes:         d.outcomes.Outcomes(),
		Layers:           s.saved.Stats,
		Start:            s.saved.Start,
		Digest:           s.saved.Digest,
		Method:           "layered backward induction",
		Workers:          d.plan.Workers,
		Elapsed:          used.Elapsed,
		CPU:              used.CPU,
		PeakMemory:       used.Peak,
		TerminalsOmitted: d.workers[0].ender != nil,
		TerminalsCounted: d.workers[0].ender == nil || s.saved.EndsCounted,
	}
}
