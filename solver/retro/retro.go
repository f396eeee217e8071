// Package retro solves tiered games by retrograde analysis.
//
// A tier is an array of two-byte cells; states are not stored. A first pass
// visits each position once. Round r then updates the parents of the positions
// that are decided in r plies. Changes to cells commute, so the result does not
// depend on the number of workers. A tier that does not fit into memory is
// solved in windows of the lower tiers and in ranges of its own cells, with the
// same result. See docs/tiers.md.
package retro

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"time"

	"zermelo/games"
	"zermelo/solver/checkpoint"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// SolveTiers computes the value of every position of a tiered game and writes
// it to store. It keeps checkpoints in the directory work, which must exist,
// and resumes from the checkpoints of an interrupted run.
//
// Each tier is solved by retrograde analysis (Ströhlein 1970; Thompson 1986): a pass over
// its positions (initialize.go) and rounds (round.go). Positions that no round decides
// are draws. The values depend neither on the number of workers nor on checkpoints.
//
// SolveTiers uses two bytes of memory per index of the tier and its lower tiers, and
// 1/8 byte per index per worker for changes. With less memory it takes more time (see
// tierShare). It calls Expand and Rank for each ply, and Parents and Rank for each
// ply to a decided position; with games.Splitter, it makes fewer calls.
//
// SolveTiers returns a *TierTooLargeError if a tier does not fit into memory.
func SolveTiers[S games.State](ctx context.Context, g games.Tiered[S], work string, store job.TierStore, o job.Options) (*job.Solution, error) {
	r, err := newRetrograde(g, nil, work, store, o)
	if err != nil {
		return nil, err
	}
	return r.run(ctx)
}

// SolveTiersUntil is like SolveTiers, but solves only tier until and its direct and
// indirect lower tiers. It returns these tiers in ascending order. SolveTiers can
// continue from the same store. A snapshot of an unrelated tier in the directory work
// is lost unless all tiers to solve are already finished.
func SolveTiersUntil[S games.State](ctx context.Context, g games.Tiered[S], until int, work string, store job.TierStore, o job.Options) ([]job.SolvedTier, error) {
	tiers := g.Tiers()
	if until < 0 || until >= len(tiers) {
		return nil, fmt.Errorf("tier %d does not exist; the game has %d tiers", until, len(tiers))
	}
	r, err := newRetrograde(g, tiersUntil(tiers, until), work, store, o)
	if err != nil {
		return nil, err
	}
	if err := r.solveTiers(ctx); err != nil {
		return nil, err
	}
	if err := r.save(); err != nil {
		return nil, err
	}
	r.prog.Phase.Store(int64(job.Finished))
	return r.solved(), nil
}

// tiersUntil returns a tier and its direct and indirect lower tiers in ascending order.
func tiersUntil(tiers []games.Tier, until int) []int {
	list := []int{until}
	for i := 0; i < len(list); i++ {
		for _, l := range tiers[list[i]].Lower {
			if !slices.Contains(list, l) {
				list = append(list, l)
			}
		}
	}
	slices.Sort(list)
	return list
}

type retrograde[S games.State] struct {
	game    games.Tiered[S]
	tiers   []games.Tier
	targets []int // numbers of the tiers to solve, in ascending order
	work    string
	store   job.TierStore
	workers int
	memory  int64 // memory available for tiers in bytes
	pause   time.Duration
	prog    *job.Progress
	divide  func(memory int64, size uint64, lower int64, workers int) tierShare // shareMemory; replaced by tests

	saved       *tierCheckpoint
	meter       checkpoint.Meter // usage not yet added to saved
	tierWorkers []*tierWorker[S]
	resident    map[int][]value.Cell // solved tiers in memory
	window      []value.Cell         // memory of the last window of lower tiers; see gather
	storing     chan error           // receives the result of storing the previous tier; nil if none
}

func (r *retrograde[S]) run(ctx context.Context) (*job.Solution, error) {
	if err := r.solveTiers(ctx); err != nil {
		return nil, err
	}
	solution, err := r.solution()
	if err == nil {
		r.prog.Phase.Store(int64(job.Finished))
	}
	return solution, err
}

func (r *retrograde[S]) solveTiers(ctx context.Context) (err error) {
	// An error from storing a tier takes precedence over an interruption of the
	// next tier.
	defer func() { err = cmp.Or(r.waitStored(), err) }()
	r.meter = checkpoint.NewMeter()
	r.prog.Enter(job.Reading, 0, 0)
	if err := r.resume(); err != nil {
		return err
	}
	finished := r.store.Finished()
	var total, done int64
	for _, number := range r.targets {
		total += int64(r.tiers[number].Size)
		if _, ok := finished[number]; ok {
			done += int64(r.tiers[number].Size)
		}
	}
	r.prog.Enter(job.Reading, len(r.tiers), total)
	for _, number := range r.order(finished) {
		if _, ok := finished[number]; ok {
			continue
		}
		r.prog.Layer.Store(int64(number))
		r.prog.Done.Store(done)
		r.prog.Phase.Store(int64(job.Deciding)) // after the number of earlier runs
		if err := r.tier(ctx, number); err != nil {
			return err
		}
		done += int64(r.tiers[number].Size)
	}
	return nil
}

// order returns the target tiers in the order in which to solve them. A tier with a
// snapshot comes first, because at most one snapshot is kept.
func (r *retrograde[S]) order(finished map[int]job.TierStats) []int {
	list := slices.Clone(r.targets)
	at := slices.Index(list, r.saved.Tier)
	if at < 0 || slices.ContainsFunc(r.tiers[r.saved.Tier].Lower, func(l int) bool { _, ok := finished[l]; return !ok }) {
		return list
	}
	copy(list[1:at+1], list[:at])
	list[0] = r.saved.Tier
	return list
}

func (r *retrograde[S]) tier(ctx context.Context, number int) error {
	size := r.tiers[number].Size
	share := r.divide(r.memory-r.graphBytes(size, 0), size, lowerCells(r.tiers, number), r.workers)
	if share.release {
		if err := r.waitStored(); err != nil {
			return err
		}
		r.store.ReleaseMemory()
	}
	if size >= largeTier {
		r.tierWorkers = nil
		runtime.GC()
	}
	t, err := r.loadTier(number, share)
	if err != nil {
		return err
	}
	defer t.cells.close()
	used := roundBytes(size, r.workers)
	begun := r.saved.Tier == number
	if !hasParents(r.game) && !begun {
		if err := r.countLinks(ctx, t, used, false); err != nil {
			return err
		}
	}
	c := &checkpoint.Clock{Interval: r.pause, Started: time.Now()}
	if err := r.initialize(ctx, t, c, share); err != nil {
		return err
	}
	t.lower, r.window = nil, nil
	r.evictUnused(number)
	r.evict(used+r.graphBytes(size, 0)+share.storeMemory(r.workers), nil)
	if !hasParents(r.game) {
		if t.graph == nil { // a restored tier has no graph yet
			if err := r.countLinks(ctx, t, used, true); err != nil {
				return err
			}
		}
		if err := t.completeGraph(ctx); err != nil {
			return err
		}
	}
	t.cells.setLimit(share.atRounds)
	t.makeBuffers(share.bufferLen)
	if err := r.decide(ctx, t, c); err != nil {
		return err
	}
	return r.finish(ctx, t, share)
}

const largeTier = 1 << 20 // minimum size of a tier for which garbage collections are forced

func (r *retrograde[S]) solved() (list []job.SolvedTier) {
	finished := r.store.Finished()
	for _, number := range r.targets {
		list = append(list, job.SolvedTier{Tier: r.tiers[number], TierStats: finished[number]})
	}
	return list
}

func (r *retrograde[S]) solution() (*job.Solution, error) {
	clear(r.resident)
	info, used := r.game.Info(), r.meter.Total(r.saved.Usage)
	s := &job.Solution{
		Outcomes: value.Outcomes{Kind: value.Alternating, Total: info.Total},
		Tiers:    r.solved(),
		Method:   "retrograde analysis", Workers: r.workers,
		Elapsed: used.Elapsed, CPU: used.CPU, PeakMemory: used.Peak,
	}
	for i := range s.Tiers {
		s.Digest += s.Tiers[i].Digest
		s.RawStates += s.Tiers[i].Positions
	}
	start := []S{r.game.Start()}
	slot := r.game.Rank(nil, start)[0]
	first := slot.Index() / job.BlockCells * job.BlockCells
	cells := make([]value.Cell, min(job.BlockCells, r.tiers[slot.Tier()].Size-first))
	if err := r.store.ReadCells(slot.Tier(), first, cells); err != nil {
		return nil, err
	}
	s.Start = cells[slot.Index()-first].Value(info, games.Mover[S](r.game, start[0]))
	if s.Start.Plies() == value.MaxRemoteness { // draws have no remoteness in cells
		if children, _ := r.game.Expand(nil, nil, start); len(children) == 0 {
			s.Start = value.Measured(int16(s.Start.Payoff()), 0)
		}
	}
	return s, nil
}
