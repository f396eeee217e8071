package solver

import (
	"context"
	"time"

	"zermelo/games"
)

// newInduction sets up the second sweep where the checkpoint left it.
func newInduction[S games.State](g games.Game[S], layered games.Layered[S], work string, p plan, prog *Progress, store Store[S], saved *checkpoint) (*induction[S], error) {
	d := &induction[S]{
		game: g, layered: layered, notation: games.NotationOf(g), work: work, plan: p, prog: prog, store: store,
		sizes: saved.Sizes, saved: saved, window: map[int]*solved[S]{},
	}
	var err error
	if d.book, err = newBook(g.Info(), saved.List); err != nil {
		return nil, err
	}
	var total, done int64
	for layer, n := range d.sizes {
		total += n
		if layer > saved.Next {
			done += n
		}
	}
	prog.enter(Solving, len(d.sizes), total)
	prog.states.Store(total)
	prog.done.Store(done)
	for range p.workers {
		d.hands = append(d.hands, &hand[S]{expander: newExpander(g, layered), rule: d.book.rule()})
	}
	for layer := saved.Next + 1; saved.Next >= 0 && layer <= saved.Next+layered.Span() && layer < len(d.sizes); layer++ {
		if err := d.reopen(layer); err != nil {
			d.close()
			return nil, err
		}
	}
	return d, nil
}

// reopen brings back a layer that was solved in an earlier sitting.
func (d *induction[S]) reopen(layer int) error {
	states, err := openScratch[S](layerPath(d.work, layer))
	if err != nil {
		return err
	}
	values, err := openScratch[Value](valuesPath(d.work, layer))
	if err != nil {
		return err
	}
	if states == nil || values == nil || states.n != values.n {
		return errDamaged
	}
	l := &solved[S]{states: *states, values: *values}
	d.window[layer] = l
	return d.place(layer, l)
}

// run solves the layers that are left.
func (d *induction[S]) run(ctx context.Context, s *sitting) error {
	for layer := s.saved.Next; layer >= 0; layer-- {
		d.prog.layer.Store(int64(layer))
		if err := d.layer(ctx, layer); err != nil {
			return err
		}
		d.saved.Next = layer - 1
		if time.Since(s.wrote) >= checkpointEvery || layer == 0 {
			if err := d.checkpoint(s); err != nil {
				return err
			}
		}
		if old := d.window[layer+d.layered.Span()]; old != nil {
			old.close()
			delete(d.window, layer+d.layered.Span())
		}
	}
	return nil
}

// checkpoint makes all that is solved survive a crash, and removes scratch
// files that no sitting needs any more.
func (d *induction[S]) checkpoint(s *sitting) error {
	if err := d.store.Sync(); err != nil {
		return err
	}
	next := d.saved.Next
	for layer := next + 1; layer <= next+d.layered.Span(); layer++ {
		if l := d.window[layer]; l != nil {
			if err := saveColumn(&l.values, valuesPath(d.work, layer)); err != nil {
				return err
			}
		}
	}
	d.saved.List = d.book.outcomes().List
	if err := s.save(d.work); err != nil {
		return err
	}
	for layer := next + d.layered.Span() + 1; layer < len(d.sizes); layer++ {
		if !removed(layerPath(d.work, layer)) {
			break
		}
		removed(valuesPath(d.work, layer))
	}
	return nil
}

// close gives back what the window holds.
func (d *induction[S]) close() {
	for _, l := range d.window {
		l.close()
	}
}

// solution sums up.
func (d *induction[S]) solution(s *sitting) *Solution {
	return &Solution{
		Outcomes: d.book.outcomes(),
		Layers:   s.saved.Stats,
		Start:    s.saved.Start,
		Digest:   s.saved.Digest,
		Method:   "layered backward induction",
		Workers:  d.plan.workers,
		Elapsed:  s.saved.Elapsed + time.Since(s.began),
		// The peak of this process, or of an earlier one.
		PeakMemory: max(s.saved.Peak, PeakMemory()),
	}
}
