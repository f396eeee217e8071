// Package retro solves games whose positions are numbered tier by tier, by retrograde
// analysis.
//
// A tier is an array of two-byte cells, and no state is stored. A first pass visits each
// position once. Then round r takes the positions that are decided in r plies back
// to their parents. Changes of cells commute, so the result does not depend on
// the workers. A tier that does not fit into memory is solved in windows of the lower tiers
// and ranges of its own, with the same cells. See docs/tiers.md.
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

// SolveTiers finds the value of every position of a game that is numbered tier
// by tier, and gives them to store. It keeps checkpoints in the existing
// directory work, and goes on from those that an earlier run with the same
// game and store left there, however it ended.
//
// Each tier is solved by retrograde analysis (Ströhlein 1970; Thompson 1986):
// a pass over its positions (initialize.go), then rounds from the positions
// decided in r plies back to their parents (round.go). What no round
// decides is drawn, as neither player can be forced to an end. The values do
// not depend on the number of workers, nor on checkpoints.
//
// Cost: two bytes an index of the tier and of the tiers that its plies lead to, an eighth
// of a byte an index and worker for changes, or less memory and more time (tierShare);
// Expand and Rank for each ply, Parents and Rank for each ply to a position that is not
// drawn, less with games.Splitter; and 9 ns a ply in the first pass, 11 in the rounds.
//
// It returns a *TierTooLargeError, an error of the store or the file system, or
// that of the context when it is cancelled.
func SolveTiers[S games.State](ctx context.Context, g games.Tiered[S], work string, store job.TierStore, o job.Options) (*job.Solution, error) {
	r, err := newRetrograde(g, nil, work, store, o)
	if err != nil {
		return nil, err
	}
	return r.run(ctx)
}

// SolveTiersUntil is SolveTiers for one tier and all those that it leads to, of
// which it returns what was counted, in the order of the tiers. The store keeps
// them: SolveTiers goes on from there. Work keeps a snapshot of one tier only: one
// of another tier that an earlier solve left is lost unless all these are solved.
func SolveTiersUntil[S games.State](ctx context.Context, g games.Tiered[S], until int, work string, store job.TierStore, o job.Options) ([]job.SolvedTier, error) {
	tiers := g.Tiers()
	if until < 0 || until >= len(tiers) {
		return nil, fmt.Errorf("tier %d of %d", until, len(tiers))
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

// tiersUntil lists a tier and all those that play from it can come to,
// ascending.
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

// retrograde is the solution of a game tier by tier.
type retrograde[S games.State] struct {
	game    games.Tiered[S]
	tiers   []games.Tier
	wanted  []int // numbers of the tiers to solve, ascending
	work    string
	store   job.TierStore
	workers int
	memory  int64 // what tiers may take, in bytes
	pause   time.Duration
	prog    *job.Progress
	divide  func(memory int64, size uint64, lower int64, workers int) tierShare // shareMemory

	saved       *tierCheckpoint
	meter       checkpoint.Meter // of what saved does not count yet
	tierWorkers []*tierWorker[S]
	resident    map[int][]value.Cell // solved tiers
	storing     chan error           // the end of the tier that is on its way to the store; nil: none is
}

// run solves all tiers and sums up.
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

// solveTiers solves the wanted tiers that are left.
func (r *retrograde[S]) solveTiers(ctx context.Context) (err error) {
	// A failure to store a tier goes first, as an interrupt of the next one must
	// not hide it.
	defer func() { err = cmp.Or(r.stored(), err) }()
	r.meter = checkpoint.NewMeter()
	r.prog.Enter(job.Reading, 0, 0)
	if err := r.resume(); err != nil {
		return err
	}
	finished := r.store.Finished()
	var total, done int64
	for _, number := range r.wanted {
		total += int64(r.tiers[number].Size)
		if _, ok := finished[number]; ok {
			done += int64(r.tiers[number].Size)
		}
	}
	r.prog.Enter(job.Deciding, len(r.tiers), total)
	for _, number := range r.order(finished) {
		if _, ok := finished[number]; ok {
			continue
		}
		r.prog.Layer.Store(int64(number))
		r.prog.Done.Store(done)
		if err := r.tier(ctx, number); err != nil {
			return err
		}
		done += int64(r.tiers[number].Size)
	}
	return nil
}

// order is the order in which the wanted tiers are solved. The one that the
// checkpoint has a snapshot of comes first, though there may be others before it
// that an earlier solve did not want: there is one snapshot only.
func (r *retrograde[S]) order(finished map[int]job.TierStats) []int {
	list := slices.Clone(r.wanted)
	at := slices.Index(list, r.saved.Tier)
	if at < 0 || slices.ContainsFunc(r.tiers[r.saved.Tier].Lower, func(l int) bool { _, ok := finished[l]; return !ok }) {
		return list
	}
	copy(list[1:at+1], list[:at])
	list[0] = r.saved.Tier
	return list
}

// tier solves one tier, or the rest of it.
func (r *retrograde[S]) tier(ctx context.Context, number int) error {
	size := r.tiers[number].Size
	share := r.divide(r.memory-r.graphBytes(size, 0), size, lowerCells(r.tiers, number), r.workers)
	if share.release {
		if err := r.stored(); err != nil {
			return err
		}
		r.store.ReleaseMemory()
	}
	if size >= largeTier {
		r.tierWorkers = nil
		runtime.GC() // else what is left of tiers before takes as much again
	}
	t, err := r.restored(number, share)
	if err != nil {
		return err
	}
	defer t.cells.close()
	used := roundBytes(size, r.workers)
	begun := r.saved.Tier == number
	if !takesBack(r.game) && !begun {
		if err := r.countLinks(ctx, t, used, false); err != nil {
			return err
		}
	}
	c := &checkpoint.Clock{Due: r.pause, Began: time.Now()}
	if err := r.initialize(ctx, t, c, share); err != nil {
		return err
	}
	t.lower = nil
	r.forget(number)
	r.evict(used+r.graphBytes(size, 0)+share.encoders(r.workers), nil)
	if !takesBack(r.game) {
		if t.graph == nil { // so that a short run begins with the first pass
			if err := r.countLinks(ctx, t, used, true); err != nil {
				return err
			}
		}
		if err := t.reverse(ctx); err != nil {
			return err
		}
	}
	t.cells.keep(share.atRounds)
	t.makeBuffers(share.room)
	if err := r.decide(ctx, t, c); err != nil {
		return err
	}
	return r.finish(ctx, t, share)
}

// largeTier is a tier worth collecting garbage for, in indexes.
const largeTier = 1 << 20

// solved is what was counted of the wanted tiers.
func (r *retrograde[S]) solved() (list []job.SolvedTier) {
	finished := r.store.Finished()
	for _, number := range r.wanted {
		list = append(list, job.SolvedTier{Tier: r.tiers[number], TierStats: finished[number]})
	}
	return list
}

// solution sums up.
func (r *retrograde[S]) solution() (*job.Solution, error) {
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
	return s, nil
}
