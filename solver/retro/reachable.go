package retro

import (
	"context"
	"math/bits"
	"runtime"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/parallel"
)

// Reached is what play from the start can lead to in a tier.
type Reached struct {
	Indexes   int64 // positions, symmetric ones counted once
	Positions int64 // the same by their weights: each of a class, though the start may lead to one of them alone
}

// Reachable counts the positions that play from the start can lead to, by tier.
// Tables of tiers hold a value for every position that has a number, reachable
// or not, so that this says how much of them is met at all. A position that is
// decided at sight has a number in common with others (games.Tier.AtSight): it
// counts once with them, and play is not followed beyond it.
//
// It goes through the tiers from the last one down, as no ply leads up. Within a
// tier it sweeps over a bit for each index, expanding what was found since the
// sweep before, until nothing is. The result does not depend on the number of
// workers; 0 stands for one on each core.
//
// Cost: two bits an index of the tier, one of those below; Unrank, Expand and
// Rank once for each position reached. The error is that of the context. Prog
// may be nil.
func Reachable[S games.State](ctx context.Context, g games.Tiered[S], workers int, prog *job.Progress) ([]Reached, error) {
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	if prog == nil {
		prog = new(job.Progress)
	}
	tiers := g.Tiers()
	prog.Enter(job.Reaching, len(tiers), 0)
	f := flood[S]{game: g, tiers: tiers, prog: prog, seen: make([][]uint64, len(tiers)), workers: make([]floodWorker[S], workers)}
	start := g.Rank(nil, []S{g.Start()})[0]
	f.provide(start.Tier())
	f.mark(start)
	reached := make([]Reached, len(tiers))
	for tier := len(tiers) - 1; tier >= 0; tier-- {
		if f.seen[tier] == nil {
			continue
		}
		prog.Layer.Store(int64(tier))
		if err := f.fill(ctx, tier); err != nil {
			return nil, err
		}
		reached[tier] = f.count(tier)
		f.seen[tier] = nil
	}
	prog.Phase.Store(int64(job.Finished))
	return reached, nil
}

// flood is what the workers of Reachable share.
type flood[S games.State] struct {
	game    games.Tiered[S]
	tiers   []games.Tier
	seen    [][]uint64 // by tier: a bit for each index; nil where none is reached yet
	workers []floodWorker[S]
	prog    *job.Progress
}

// floodHand is the buffers of one worker, and what it counted of a tier.
type floodWorker[S games.State] struct {
	indexes  []uint64
	states   []S
	used     []bool
	children []S
	ends     []int32
	slots    []games.Slot
	weights  []int32
	positions,
	expanded int64
}

// floodGrain is how many words of 64 indexes a worker takes at a time.
const floodGrain = 64

// provide makes room for the bits of a tier.
func (f *flood[S]) provide(tier int) {
	if f.seen[tier] == nil {
		f.seen[tier] = make([]uint64, (f.tiers[tier].Size+63)/64)
	}
}

// mark notes that an index is reached. Several workers may do so at once.
func (f *flood[S]) mark(at games.Slot) {
	word, bit := &f.seen[at.Tier()][at.Index()/64], uint64(1)<<(at.Index()%64)
	if atomic.LoadUint64(word)&bit == 0 {
		atomic.OrUint64(word, bit)
	}
}

// fill finds all that is reached in a tier, and what that leads to below.
func (f *flood[S]) fill(ctx context.Context, tier int) error {
	for _, lower := range f.tiers[tier].Lower {
		f.provide(lower)
	}
	seen := f.seen[tier]
	done := make([]uint64, len(seen))
	for {
		for i := range f.workers {
			f.workers[i].expanded = 0
		}
		err := parallel.For(ctx, len(f.workers), len(seen), floodGrain, func(worker, from, to int) error {
			w := &f.workers[worker]
			w.indexes = w.indexes[:0]
			for word := from; word < to; word++ {
				for left := atomic.LoadUint64(&seen[word]) &^ done[word]; left != 0; left &= left - 1 {
					w.indexes = append(w.indexes, uint64(word)*64+uint64(bits.TrailingZeros64(left)))
					done[word] |= left & -left
				}
			}
			f.expand(w, tier)
			return nil
		})
		if err != nil {
			return err
		}
		expanded := int64(0)
		for i := range f.workers {
			expanded += f.workers[i].expanded
		}
		if expanded == 0 {
			return nil
		}
	}
}

// expand marks the children of the indexes that a worker has taken.
func (f *flood[S]) expand(w *floodWorker[S], tier int) {
	if len(w.indexes) == 0 {
		return
	}
	w.expanded += int64(len(w.indexes))
	f.prog.States.Add(int64(len(w.indexes)))
	w.states, w.used = f.game.Unrank(w.states[:0], w.used[:0], tier, w.indexes)
	w.weights = f.game.Weights(w.weights[:0], w.states)
	for _, i := range w.weights {
		w.positions += int64(i)
	}
	if f.tiers[tier].AtSight {
		return
	}
	w.children, w.ends = f.game.Expand(w.children[:0], w.ends[:0], w.states)
	w.slots = f.game.Rank(w.slots[:0], w.children)
	for _, s := range w.slots {
		f.mark(s)
	}
}

// count is what was found in a tier that is filled.
func (f *flood[S]) count(tier int) (r Reached) {
	for _, word := range f.seen[tier] {
		r.Indexes += int64(bits.OnesCount64(word))
	}
	for i := range f.workers {
		r.Positions += f.workers[i].positions
		f.workers[i].positions = 0
	}
	return r
}
