// Package solver solves games over the contract of package games. It knows no
// game and no table format: states come from the game, values go to a Store.
//
// A layered game is solved in two sweeps. The first (enumerate.go) finds all
// states, layer by layer, up to symmetry. The second (induct.go) goes back from
// the last layer and finds the value of each state from those of its children.
// Both are made of steps over sorted runs of states: expand, merge, answer,
// solve. Games whose positions can repeat are solved by retrograde analysis:
// tier by tier where positions are numbered (retro.go), else over the states
// that can be reached (cyclic.go). The result is the same for any number of
// workers and any memory limit.
package solver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"zermelo/games"
)

// ErrNotLayered says that a game may repeat positions, or is not proven not to, so
// that there is no last layer to start from, and is not of the kind that can be
// solved then.
var ErrNotLayered = errors.New("such games can be solved only where the payoffs have a constant sum and one player moves at a time")

// Solve finds the value of every state that can be reached from the start and
// gives them to store. A game that is not layered has a single layer there, and
// has to be alternating. It keeps scratch files and checkpoints
// in the existing directory work, and goes on from those that an earlier
// sitting with the same game and store left there, however it ended.
//
// It returns ErrNotLayered, a *TooLargeError, an error of the store or the
// file system, or that of the context when it is cancelled.
func Solve[S games.State](ctx context.Context, g games.Game[S], work string, store Store[S], o Options) (*Solution, error) {
	layered, ok := any(g).(games.Layered[S])
	if !ok && KindOf(g.Info()) != Alternating {
		return nil, fmt.Errorf("%s: %s: %w", g.Info().Name, g.Info().Repetition(), ErrNotLayered)
	}
	span := 1
	if ok {
		span = layered.Span()
	}
	p, err := makePlan[S](work, span, o)
	if err != nil {
		return nil, err
	}
	prog := o.Progress
	if prog == nil {
		prog = new(Progress)
	}
	if !ok {
		return solveCyclic(ctx, g, work, p, prog, store)
	}
	return solveWith(ctx, g, layered, work, p, prog, store)
}

// solveWith is Solve with a plan already made.
func solveWith[S games.State](ctx context.Context, g games.Game[S], layered games.Layered[S], work string, p plan, prog *Progress, store Store[S]) (*Solution, error) {
	if err := removeMatching(work, "spill-*", "*.tmp", "*.work"); err != nil {
		return nil, err
	}
	for sittings := 1; ; sittings++ {
		solution, err := sit(ctx, g, layered, work, p, prog, store)
		if !errors.Is(err, errDamaged) || sittings == maxSittings {
			return solution, err
		}
		// A torn scratch file, after a power failure: enumerate again from the
		// last layer that is whole.
		if err := os.Remove(checkpointPath(work)); err != nil {
			return nil, err
		}
	}
}

// maxSittings is how often a solve begins again with damaged scratch files
// before it takes the disk to be broken.
const maxSittings = 3

// errDamaged says that scratch files that the checkpoint relies on are not whole.
var errDamaged = errors.New("scratch files are damaged")

// sit goes on from the checkpoint, if there is one, to the end.
func sit[S games.State](ctx context.Context, g games.Game[S], layered games.Layered[S], work string, p plan, prog *Progress, store Store[S]) (*Solution, error) {
	saved, err := readCheckpoint(work)
	if err != nil {
		return nil, err
	}
	s := &sitting{saved: saved, began: time.Now(), cpu: CPUTime()}
	if s.saved == nil {
		prog.enter(Enumerating, 0, 0)
		sizes, err := newEnumeration(g, layered, work, p, prog).run(ctx)
		if err != nil {
			return nil, err
		}
		s.saved = &checkpoint{Sizes: sizes, Next: len(sizes) - 1, Stats: make([]LayerStats, len(sizes))}
		if err := s.save(work); err != nil {
			return nil, err
		}
	}
	d, err := newInduction(g, layered, work, p, prog, store, s.saved)
	if err != nil {
		return nil, err
	}
	defer d.close()
	if err := d.run(ctx, s); err != nil {
		return nil, err
	}
	prog.phase.Store(int64(Finished))
	return d.solution(s), nil
}

// sitting is one run of a solve that may have begun earlier.
type sitting struct {
	saved *checkpoint
	began time.Time
	cpu   time.Duration // CPUTime when it began
}

// save writes the checkpoint.
func (s *sitting) save(work string) error {
	now, cpu := time.Now(), CPUTime()
	s.saved.Elapsed += now.Sub(s.began)
	s.saved.CPU += cpu - s.cpu
	s.saved.Peak = max(s.saved.Peak, PeakMemory())
	s.began, s.cpu = now, cpu
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
