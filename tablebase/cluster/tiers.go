package cluster

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"sync"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/shards"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tier"
	"zermelo/tablebase/write"
)

func solveTiers[S games.State](ctx context.Context, g games.Tiered[S], b *write.TierBuilder[S], o Options) (*job.Solution, error) {
	tiers := g.Tiers()
	return coordinate(ctx, g, b.WorkDir(), job.Plan{}, o, func(v *view, graph *shards.Graph, workers int, used checkpoint.Usage, repair repairer) (*job.Solution, error) {
		finished := b.Finished()
		for number := 0; number < len(tiers); number++ {
			if _, ok := finished[number]; ok {
				continue
			}
			err := fetchTier(ctx, v, graph.Manifest(tierTask(number)), b, tiers[number])
			var damage *shards.DamagedError
			if errors.As(err, &damage) {
				err = repair(damage)
				number-- // fetch the tier again
			}
			if err != nil {
				return nil, err
			}
		}
		// All tiers are solved, so SolveTiers only computes the totals.
		s, err := retro.SolveTiers(ctx, g, b.WorkDir(), b, job.Options{Memory: o.Memory})
		if err == nil {
			s.Workers, s.Elapsed, s.CPU, s.PeakMemory = workers, used.Elapsed, used.CPU, max(s.PeakMemory, used.Peak)
		}
		return s, err
	})
}

func tierTask(number int) shards.Task { return shards.Task{Kind: shards.Tier, Layer: number} }

func fetchTier[S games.State](ctx context.Context, v *view, m *shards.Manifest, b *write.TierBuilder[S], t games.Tier) error {
	err := shards.ReadBlocks(ctx, v, m, tier.BlocksOf(t), func(i int, data []byte, used int) error {
		return b.PutBlock(m.Layer, i, data, used)
	})
	if err != nil {
		return err
	}
	return b.FinishTier(m.Layer, *m.Tier)
}

// tierCache stores the tiers that a worker has solved or fetched. It keeps them in
// the journal of a table.
type tierCache[S games.State] struct {
	game  games.Tiered[S]
	tiers []games.Tier
	table *write.TierBuilder[S]
	live  shards.LiveRanges[S]
	mu    sync.Mutex // held while tiers are fetched
}

// tierWorker runs the tasks of a job with tiers in one thread.
type tierWorker[S games.State] struct {
	*tierCache[S]
	view   *view
	work   string // directory for scratch files
	o      job.Options
	sizes  shards.Sizes
	ranges *shards.Ranges[S] // nil until openRanges is called
}

func (w *tierWorker[S]) openRanges() *shards.Ranges[S] {
	if w.ranges == nil {
		w.ranges = shards.NewRanges(w.game, w.sizes, w.view, &w.live, w.o)
	}
	return w.ranges
}

// release releases the memory of w.ranges.
func (w *tierWorker[S]) release() {
	if w.ranges != nil {
		w.ranges.Close()
		w.ranges = nil
		runtime.GC() // before the caller allocates the same amount again
	}
}

func openTierCache[S games.State](g games.Tiered[S], dir string) (*tierCache[S], error) {
	ranges := filepath.Join(dir, "ranges")
	if err := os.MkdirAll(ranges, 0o777); err != nil {
		return nil, err
	}
	table, err := write.CreateTiers(dir, g, store.Options{})
	return &tierCache[S]{game: g, tiers: g.Tiers(), table: table, live: shards.LiveRanges[S]{Dir: ranges}}, err
}

func (c *tierCache[S]) Close() error { return c.table.Close() }

// lowerStats sets into[n] to the statistics of tier n, for each tier n reachable from
// the given tier.
func (c *tierCache[S]) lowerStats(ctx context.Context, v *view, number int, into map[int]job.TierStats) error {
	for _, l := range c.tiers[number].Lower {
		if _, ok := into[l]; ok {
			continue
		}
		m, err := v.Manifest(ctx, tierTask(l))
		if err == nil && m.Tier == nil {
			err = fmt.Errorf("the manifest of %s has no counts", m.Task)
		}
		if err != nil {
			return err
		}
		into[l] = *m.Tier
		if err := c.lowerStats(ctx, v, l, into); err != nil {
			return err
		}
	}
	return nil
}

// fetch copies the direct successors of a tier from the store to the cache.
func (c *tierCache[S]) fetch(ctx context.Context, v *view, number int) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	finished := c.table.Finished()
	for _, l := range c.tiers[number].Lower {
		if _, ok := finished[l]; ok {
			continue
		}
		m, err := v.Manifest(ctx, tierTask(l))
		if err == nil {
			err = fetchTier(ctx, v, m, c.table, c.tiers[l])
		}
		if err != nil {
			return err
		}
	}
	c.live.Remove(c.tiers[number].Lower)
	return nil
}

func (w *tierWorker[S]) run(ctx context.Context, t shards.Task, object string) (*shards.Manifest, error) {
	number := t.Layer
	if number >= len(w.tiers) {
		return nil, fmt.Errorf("task %s: the game has only %d tiers", t, len(w.tiers))
	}
	var data []byte
	block := func(i int) (_ []byte, used int, err error) {
		data, used, err = w.table.Block(number, i, data)
		return data, used, err
	}
	switch t.Kind {
	case shards.Tier:
		stats, ok := w.table.Finished()[number]
		if !ok {
			var err error
			if stats, err = w.joinOrSolve(ctx, number); err != nil {
				return nil, err
			}
		}
		o, err := shards.WriteBlocks[S](ctx, w.view, object, tier.BlocksOf(w.tiers[number]), block)
		return &shards.Manifest{Task: t, Object: o, States: stats.Used, Tier: &stats}, err
	case shards.Round:
		if t.Step == 0 {
			if err := w.fetch(ctx, w.view, number); err != nil {
				return nil, err
			}
		}
		return w.openRanges().Round(ctx, t, object, w.table)
	case shards.End:
		defer w.table.ReleaseMemory()
		store := w.store(nil)
		put := func(first uint64, cells []value.Cell) error { return store.PutCells(number, first, cells) }
		return w.openRanges().End(ctx, t, object, put, block)
	}
	return nil, fmt.Errorf("task %s: not supported for games with tiers", t)
}

// joinOrSolve joins the ranges of a divided tier or solves an undivided one.
func (w *tierWorker[S]) joinOrSolve(ctx context.Context, number int) (stats job.TierStats, err error) {
	if w.sizes.Ranges(w.tiers[number].Size) == 1 {
		w.release() // the tier may need all memory
		return w.solve(ctx, number)
	}
	stats, err = w.openRanges().Join(ctx, number, func(i int, data []byte, used int) error { return w.table.PutBlock(number, i, data, used) })
	if err == nil {
		err = w.table.FinishTier(number, stats)
	}
	return stats, err
}

func (w *tierWorker[S]) solve(ctx context.Context, number int) (stats job.TierStats, err error) {
	s := w.store(map[int]job.TierStats{})
	if err := errors.Join(w.lowerStats(ctx, w.view, number, s.finished), w.fetch(ctx, w.view, number), os.RemoveAll(w.work), os.MkdirAll(w.work, 0o777)); err != nil {
		return stats, err
	}
	if _, err := retro.SolveTiersUntil(ctx, w.game, number, w.work, s, w.o); err != nil {
		return stats, err
	}
	return s.Finished()[number], nil
}

func (w *tierWorker[S]) store(finished map[int]job.TierStats) *oneTier[S] {
	return &oneTier[S]{TierBuilder: w.table, progress: w.o.Progress, finished: finished}
}

// oneTier is the job.TierStore for solving a single tier. It reports all lower tiers
// as finished, but contains only the tier's direct successors, because the solver
// reads no others.
type oneTier[S games.State] struct {
	*write.TierBuilder[S]
	progress *job.Progress
	mu       sync.Mutex
	finished map[int]job.TierStats
}

// PutCells stores cells and reports progress, so that the claim on the task is
// extended.
func (s *oneTier[S]) PutCells(tier int, first uint64, cells []value.Cell) error {
	s.progress.Done.Add(int64(len(cells)))
	return s.TierBuilder.PutCells(tier, first, cells)
}

func (s *oneTier[S]) FinishTier(tier int, stats job.TierStats) error {
	s.mu.Lock()
	s.finished[tier] = stats
	s.mu.Unlock()
	return s.TierBuilder.FinishTier(tier, stats)
}

func (s *oneTier[S]) Finished() map[int]job.TierStats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.finished)
}

// tiersOf returns the tier cache of a job, which all threads of a worker share.
func tiersOf[S games.State](j *openedJob, g games.Tiered[S]) (*tierCache[S], error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.tiers == nil {
		cache, err := openTierCache(g, j.dir)
		if err != nil {
			return nil, err
		}
		j.tiers = cache
	}
	return j.tiers.(*tierCache[S]), nil
}

func isLayered[S games.State](g games.Game[S]) bool {
	_, ok := g.(games.Layered[S])
	return ok
}
