// Package layered solves games in which every ply leads to a later layer.
//
// One sweep forward enumerates the states up to symmetry, layer by layer (enumerate.go).
// One sweep back values them from those of their children (induct.go). Both are made of
// steps over sorted runs: expand, merge, answer, combine. Their result does not depend on
// the number of workers or the memory. The file of a layer is input of the second sweep,
// spill space and checkpoint in one. See docs/layered.md.
package layered

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime/debug"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
)

// Solve finds the value of every state of a layered game that can be
// reached from the start, and gives them to store. See package solver for what it
// keeps in the directory work and which errors it returns.
func Solve[S games.State](ctx context.Context, g games.Game[S], work string, store job.Store[S], o job.Options) (*job.Solution, error) {
	layered := any(g).(games.Layered[S])
	p, err := job.MakePlan[S](work, layered.Span(), o)
	if err != nil {
		return nil, err
	}
	return solvePlanned(ctx, g, layered, work, p, o.Tracker(), store)
}

// solvePlanned is Solve with a plan already made.
func solvePlanned[S games.State](ctx context.Context, g games.Game[S], layered games.Layered[S], work string, p job.Plan, prog *job.Progress, store job.Store[S]) (*job.Solution, error) {
	if err := removeMatching(work, "spill-*", "*.tmp", "*.work"); err != nil {
		return nil, err
	}
	for attempts := 1; ; attempts++ {
		solution, err := attempt(ctx, g, layered, work, p, prog, store)
		if !errors.Is(err, errDamaged) || attempts == maxAttempts {
			return solution, err
		}
		// A torn scratch file, after a power failure: enumerate again from the
		// last layer that is whole.
		if err := os.Remove(checkpointPath(work)); err != nil {
			return nil, err
		}
	}
}

// maxAttempts is how often a solve begins again with damaged scratch files
// before it takes the disk to be broken.
const maxAttempts = 3

// errDamaged says that scratch files that the checkpoint relies on are not whole.
var errDamaged = errors.New("scratch files are damaged")

// attempt goes on from the checkpoint, if there is one, to the end.
func attempt[S games.State](ctx context.Context, g games.Game[S], layered games.Layered[S], work string, p job.Plan, prog *job.Progress, store job.Store[S]) (*job.Solution, error) {
	saved, err := readCheckpoint(work)
	if err != nil {
		return nil, err
	}
	s := &run{game: g, saved: saved, meter: checkpoint.NewMeter()}
	var kept map[int][]S
	var links *linkStore
	known := pieces{plan: p}
	if s.saved == nil {
		prog.Enter(job.Reading, 0, 0)
		e := newEnumeration(g, layered, work, p, prog)
		links = e.links
		defer links.close()
		sizes, err := e.run(ctx)
		if err != nil {
			return nil, err
		}
		s.saved = &snapshot{Sizes: sizes, Ended: e.counted, EndsCounted: e.counting, Next: len(sizes) - 1, Stats: make([]job.LayerStats, len(sizes))}
		if err := s.save(work); err != nil {
			return nil, err
		}
		kept, known = e.kept, e.pieces
		// The table takes the place of the buffers. What the runtime gives back in its own
		// time would count beside it.
		debug.FreeOSMemory()
	}
	d, err := newInduction(g, layered, work, p, prog, store, s.saved)
	if err != nil {
		return nil, err
	}
	d.enumerated, d.links, d.pieces = kept, links, known
	defer d.close()
	if err := d.run(ctx, s); err != nil {
		return nil, err
	}
	prog.Phase.Store(int64(job.Finished))
	return d.solution(s), nil
}

// run is one run of a solve that may have begun earlier.
type run struct {
	game  games.Variant
	saved *snapshot
	meter checkpoint.Meter
}

// save writes the checkpoint. It fails if the rules have: what was found since then is
// worth nothing, and nobody may go on with it.
func (s *run) save(work string) error {
	if err := games.Failure(s.game); err != nil {
		return err
	}
	s.meter.AddTo(&s.saved.Usage)
	return s.saved.write(work)
}

// removeMatching removes the files of a directory that match any pattern.
func removeMatching(dir string, patterns ...string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		for _, pattern := range patterns {
			if match, err := filepath.Match(pattern, entry.Name()); err != nil || !match {
				continue
			}
			if err := os.Remove(filepath.Join(dir, entry.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
