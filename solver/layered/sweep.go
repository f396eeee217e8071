package layered

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// newInduction sets up the second sweep where the checkpoint left it.
func newInduction[S games.State](g games.Game[S], layered games.Layered[S], work string, p job.Plan, prog *job.Progress, store job.Store[S], saved *snapshot) (*induction[S], error) {
	d := &induction[S]{
		game: g, layered: layered, work: work, plan: p, prog: prog, store: store,
		sizes: saved.Sizes, kept: len(saved.Sizes) - 1, saved: saved, window: map[int]*Solved[S]{},
	}
	var err error
	if d.outcomes, err = value.NewOutcomeSet(g.Info(), saved.List); err != nil {
		return nil, err
	}
	d.addWorkers(p.Workers)
	return d, nil
}

// addWorkers makes up to n workers.
func (d *induction[S]) addWorkers(n int) {
	rankings := value.AlternatingRule{Total: d.game.Info().Total}.Rankings()
	for len(d.workers) < n {
		d.workers = append(d.workers, &worker[S]{Expander: newExpander(d.game, d.layered), rule: d.outcomes.Rule(), rankings: rankings})
	}
}

// resume brings back the layers that were solved in an earlier run and are
// still needed.
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
	for layer := next + 1; next >= 0 && layer <= next+d.layered.Span() && layer < len(d.sizes); layer++ {
		if err := d.reopen(layer); err != nil {
			return err
		}
	}
	if l := d.window[next+1]; l != nil && next >= 0 && d.tabled(next+1) {
		var err error
		if l.table, err = newTable(ctx, len(d.workers), l, d.roomForTables()); err != nil {
			return err
		}
	}
	d.prog.Enter(job.Solving, len(d.sizes), total)
	d.prog.Layer.Store(int64(max(next, 0)))
	d.prog.States.Store(total)
	d.prog.Done.Store(done)
	return nil
}

// reopen brings back a layer that was solved in an earlier run.
func (d *induction[S]) reopen(layer int) error {
	l := &Solved[S]{piece: d.plan.Piece, saved: true}
	d.window[layer] = l
	states, err := runs.OpenScratch[S](layerPath(d.work, layer))
	if err != nil {
		return err
	}
	if states != nil {
		l.States = *states
	}
	values, err := runs.OpenScratch[value.Value](valuesPath(d.work, layer))
	if err != nil {
		return err
	}
	if values != nil {
		l.Values = *values
	}
	if states == nil || values == nil || states.N != values.N || int64(states.N) != d.sizes[layer] {
		return errDamaged
	}
	return d.place(layer, l)
}

// count counts the states by ply, unless an earlier run did or layers are plies. It reports whether it did.
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

// run solves the layers that are left.
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
	c := &checkpoint.Clock{Due: d.plan.Every, Began: time.Now()}
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
			c.Wrote(began)
		}
		if old := d.window[layer+d.layered.Span()]; old != nil {
			old.close()
			delete(d.window, layer+d.layered.Span())
		}
	}
	return nil
}

// checkpoint makes all that is solved survive a crash, and removes scratch
// files that no run needs any more. The values of a layer are written once:
// later layers only add outcomes to the dictionary.
func (d *induction[S]) checkpoint(s *run) error {
	if err := d.store.Sync(); err != nil {
		return fmt.Errorf("store layer %d and those after it: %w", d.saved.Next+1, err)
	}
	next := d.saved.Next
	for layer := next + 1; layer <= next+d.layered.Span(); layer++ {
		if l := d.window[layer]; l != nil && !l.saved {
			if err := runs.SaveColumn(&l.Values, valuesPath(d.work, layer)); err != nil {
				return err
			}
			l.saved = true
		}
	}
	d.saved.List = d.outcomes.Outcomes().List
	if err := s.save(d.work); err != nil {
		return err
	}
	for ; d.kept > next+d.layered.Span(); d.kept-- {
		for _, path := range []string{layerPath(d.work, d.kept), valuesPath(d.work, d.kept), endedPath(d.work, d.kept)} {
			if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

// close gives back what the window holds.
func (d *induction[S]) close() {
	for layer, l := range d.window {
		l.close()
		delete(d.window, layer)
	}
	d.room, d.values, d.enumerated = nil, nil, nil
}

// solution sums up.
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
		Plies:       plies,
		RawStates:   raw,
		Outcomes:    d.outcomes.Outcomes(),
		Layers:      s.saved.Stats,
		Start:       s.saved.Start,
		Digest:      s.saved.Digest,
		Method:      "layered backward induction",
		Workers:     d.plan.Workers,
		Elapsed:     used.Elapsed,
		CPU:         used.CPU,
		PeakMemory:  used.Peak,
		EndsByRules: d.workers[0].ender != nil,
		EndsCounted: d.workers[0].ender == nil || s.saved.EndsCounted,
	}
}
