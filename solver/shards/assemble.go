package shards

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// TableStore is a store that accepts the blocks encoded by Worker.Encode.
type TableStore[S games.State] interface {
	job.Store[S]
	// PutRecords stores blocks. It must not retain data.
	PutRecords(data []byte) error
}

// Assembly configures Assemble.
type Assembly[S games.State] struct {
	Work    string // directory for scratch files; must exist
	Store   TableStore[S]
	Options job.Options
	Workers int                       // number of workers that ran the tasks
	Used    checkpoint.Usage          // total resource usage of these workers
	Repair  func(*DamagedError) error // called to recreate a damaged object
}

// Assemble writes the values of a solve to a.Store and returns a summary, as a
// single-machine solve does. All tasks of the solve must be done.
func (w *Worker[S]) Assemble(ctx context.Context, g *Graph, a Assembly[S]) (*job.Solution, error) {
	if err := g.check(); err != nil {
		return nil, err
	}
	sizes := g.LayerSizes()
	all, err := layered.NewAssembly(w.game, a.Work, a.Options, sizes, g.countsTerminals())
	if err != nil {
		return nil, err
	}
	for layer := len(sizes) - 1; layer >= 0; layer-- {
		err := w.assembleLayer(ctx, g, layer, &a, all)
		var damage *DamagedError
		if errors.As(err, &damage) {
			if err := a.Repair(damage); err != nil {
				return nil, err
			}
			layer++ // retry; storing a block again replaces it
			continue
		}
		if err != nil {
			return nil, err
		}
		if a.Options.Progress != nil {
			a.Options.Progress.Done.Add(sizes[layer])
		}
	}
	return all.Solution(ctx, a.Workers, a.Used)
}

// assembleLayer reads and stores a layer. If an object is damaged, the layer must be
// assembled again.
func (w *Worker[S]) assembleLayer(ctx context.Context, g *Graph, layer int, a *Assembly[S], all *layered.Assembly[S]) error {
	parents, err := w.parents(ctx, layer)
	if err != nil {
		return err
	}
	made, merged := g.manifests(Solve, layer), g.manifests(Merge, layer)
	var outcomes, reads []read // the lists of outcomes; for each shard, the sections of its Solve and Merge tasks
	for shard, m := range made {
		own := m.ownSections()
		outcomes = append(outcomes, read{m: m, sections: own + len(parents), from: 1, to: 2})
		reads = append(reads, read{m: m, sections: own + len(parents), to: own}, read{m: merged[shard], sections: 1 + len(parents), to: 1})
		if m.Blocks && !all.NeedsStates {
			reads[2*shard+1].to = 0
		}
	}
	if err := w.numberOutcomes(ctx, outcomes, all); err != nil {
		return err
	}
	l := shardJoiner[S]{Worker: w, layer: layer, a: a, all: all, outcomes: all.Outcomes()}
	for shard := range made {
		if shard%concurrentReads == 0 {
			group := slices.Clone(reads[2*shard : min(2*(shard+concurrentReads), len(reads))])
			if err := w.objects.fetch(ctx, slices.DeleteFunc(group, func(r read) bool { return r.to == 0 })); err != nil {
				return err
			}
		}
		if err := l.add(ctx, reads[2*shard], reads[2*shard+1]); err != nil {
			return err
		}
	}
	if layer == 0 && len(l.values) > 0 {
		all.SetStart(l.values[0])
	}
	if err := l.put(ctx, len(l.states)); err != nil {
		return err
	}
	if g.countsTerminals() && g.layers[layer].CountTerminals {
		for _, m := range merged {
			all.AddTerminals(layer, m.TerminalStats)
		}
	}
	return all.AddLayer(layer, l.saved, &l.seen)
}

// numberOutcomes numbers the outcomes of a layer, including those that only terminal
// states have. Terminal states are not stored.
func (w *Worker[S]) numberOutcomes(ctx context.Context, lists []read, all *layered.Assembly[S]) error {
	if all.Outcomes().Kind == value.Alternating {
		return nil
	}
	if err := w.objects.fetch(ctx, lists); err != nil {
		return err
	}
	for _, r := range lists {
		index, err := w.objects.some(ctx, r)
		if err != nil {
			return err
		}
		list, err := w.dictionary(ctx, r.m, index[0])
		if err != nil {
			return err
		}
		for i := range list {
			all.Number(&list[i])
		}
	}
	all.EndNumbering()
	return nil
}

// shardJoiner joins the shards of a layer.
type shardJoiner[S games.State] struct {
	*Worker[S]
	layer    int
	a        *Assembly[S]
	all      *layered.Assembly[S]
	outcomes value.Outcomes

	first  int // number of states of the added shards
	states []S // states that have not been stored, and their values
	values []value.Value
	saved  []S // all states, if they are needed
	seen   layered.Survey
}

// add adds the next shard. It stores all blocks that are complete.
func (l *shardJoiner[S]) add(ctx context.Context, solved, merged read) error {
	m := solved.m
	index, err := l.objects.some(ctx, solved)
	if err != nil {
		return err
	}
	n := len(l.values)
	if l.values, err = l.readValues(ctx, m, index[0], l.values); err != nil {
		return err
	}
	found := l.stateBuf[:0]
	if merged.to > 0 {
		of, err := l.objects.some(ctx, merged)
		if err != nil {
			return err
		}
		if found, err = l.readStates(ctx, merged.m, of[0], found); err != nil {
			return err
		}
		l.stateBuf = found
	}
	if l.all.NeedsStates {
		l.saved = append(l.saved, found...)
	}
	survey := *m.Survey
	if m.Blocks {
		if l.states, err = l.readStates(ctx, m, index[2], l.states); err != nil {
			return err
		}
		blocks, err := l.objects.section(ctx, m, index[3])
		if err != nil {
			return err
		}
		if err := l.a.Store.PutRecords(blocks); err != nil {
			return err
		}
	} else {
		if err := l.renumber(ctx, m, index[1], l.values[n:], l.all.Number); err != nil {
			return err
		}
		l.states = append(l.states, found...)
	}
	if len(l.states) != len(l.values) {
		return fmt.Errorf("task %s has values of %d states, but %d states", m.Task, len(l.values)-n, len(l.states)-n)
	}
	if !m.Blocks {
		layered.AddTally(&survey, &l.outcomes, l.first, l.states[n:], l.values[n:])
	}
	l.first += int(m.States)
	l.seen.Add(&survey)
	return l.put(ctx, len(l.states)/job.BlockStates*job.BlockStates)
}

// put stores the first n states.
func (l *shardJoiner[S]) put(ctx context.Context, n int) error {
	err := parallel.For(ctx, l.a.Options.WorkerCount(), n, job.BlockStates, func(_, from, to int) error {
		return l.a.Store.Put(l.layer, l.states[from:to], l.values[from:to])
	})
	l.states, l.values = l.states[:copy(l.states, l.states[n:])], l.values[:copy(l.values, l.values[n:])]
	return err
}
