// Package layered solves games where every ply leads to a later layer.
//
// Solve enumerates the states layer by layer. It then computes their values,
// from the last layer to the first. The result depends neither on the number of
// workers nor on the memory limit. The file of each layer is the input of the
// second sweep, holds data that exceeds the memory limit, and serves as a
// checkpoint. Steps performs the same steps on shards of layers, for use by a
// distributed solver.
//
// Read solve.go first, then enumerate.go, child_runs.go, run_memory.go, scratch.go,
// edge_divide.go and edge_sort.go for the first sweep, and induct.go, window.go,
// lookup.go, value_chunk.go and value_edges.go for the second. See also
// docs/layered.md.
package layered

import (
	"context"
	"errors"
	"os"
	"runtime/debug"
	"strings"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// Solve computes the value of every reachable state of a layered game and
// writes it to store. See solver.Solve for the files in the directory work and
// the errors.
func Solve[S games.State](ctx context.Context, g games.Game[S], work string, store job.Store[S], o job.Options) (*job.Solution, error) {
	layered := any(g).(games.Layered[S])
	p, err := job.MakePlan[S](work, layered.Span(), o)
	if err != nil {
		return nil, err
	}
	return solvePlanned(ctx, setup[S]{g, layered, work, p, o.Tracker()}, store)
}

func solvePlanned[S games.State](ctx context.Context, s setup[S], store job.Store[S]) (*job.Solution, error) {
	err := removeFiles(s.work, func(name, extension string) bool {
		return strings.HasPrefix(name, "spill-") || extension == ".tmp" || extension == ".work"
	})
	if err != nil {
		return nil, err
	}
	for attempts := 1; ; attempts++ {
		solution, err := attempt(ctx, s, store)
		if !errors.Is(err, errDamaged) || attempts == maxAttempts {
			return solution, err
		}
		// A power failure can truncate scratch files. Enumerate again from the
		// last complete layer.
		if err := os.Remove(checkpointPath(s.work)); err != nil {
			return nil, err
		}
	}
}

const maxAttempts = 3 // if scratch files are damaged

// attempt runs a solve from the last checkpoint to the end.
func attempt[S games.State](ctx context.Context, s setup[S], store job.Store[S]) (*job.Solution, error) {
	saved, err := readCheckpoint(s.work)
	if err != nil {
		return nil, err
	}
	r := &run{game: s.game, saved: saved, meter: checkpoint.NewMeter()}
	var kept map[int][]S
	var links *linkStore
	known := chunkSizer{plan: s.plan}
	if r.saved == nil {
		s.prog.Enter(job.Reading, 0, 0)
		e := newEnumeration(s)
		links = e.links
		defer links.close()
		sizes, err := e.run(ctx)
		if err != nil {
			return nil, err
		}
		r.saved = newSnapshot(sizes)
		r.saved.Ended, r.saved.EndsCounted = e.counted, e.counting
		if err := r.save(s.work); err != nil {
			return nil, err
		}
		kept, known = e.kept, e.chunkSizer
		// Return the buffers to the system before the table is allocated. This
		// reduces the maximum RSS of connect4:size=5x5 from 740 to 610 MB.
		debug.FreeOSMemory()
	}
	outcomes, err := value.NewOutcomeSet(s.game.Info(), value.Outcomes{List: r.saved.List, Intervals: r.saved.Intervals})
	if err != nil {
		return nil, err
	}
	d := newInduction(s, store, r.saved, outcomes)
	d.enumerated, d.links, d.chunkSizer = kept, links, known
	defer d.close()
	if err := d.run(ctx, r); err != nil {
		return nil, err
	}
	s.prog.Phase.Store(int64(job.Finished))
	return d.solution(r), nil
}
