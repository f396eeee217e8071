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
	r := reaching[S]{game: g, tiers: tiers, prog: prog, seen: make([][]uint64, len(tiers)), workers: make([]reachingWorker[S], workers)}
	start := g.Rank(nil, []S{g.Start()})[0]
	r.provide(start.Tier())
	r.mark(start)
	reached := make([]Reached, len(tiers))
	for tier := len(tiers) - 1; tier >= 0; tier-- {
		if r.seen[tier] == nil {
			continue
		}
		prog.Layer.Store(int64(tier))
		if err := r.complete(ctx, tier); err != nil {
			return nil, err
		}
		reached[tier] = r.count(tier)
		r.seen[tier] = nil
	}
	prog.Phase.Store(int64(job.Finished))
	return reached, nil
}

// reaching is what the workers of Reachable share.
type reaching[S games.State] struct {
	game    games.Tiered[S]
	tiers   []games.Tier
	seen    [][]uint64 // by tier: a bit for each index; nil where none is reached yet
	workers []reachingWorker[S]
	prog    *job.Progress
}

// reachingWorker is the buffers of one worker, and what it counted of a tier.
type reachingWorker[S games.State] struct {
	positions[S]
	weight, expanded int64
}

// reachingGrain is how many words of 64 indexes a worker takes at a time.
const reachingGrain = 64

// provide makes room for the bits of a tier.
func (r *reaching[S]) provide(tier int) {
	if r.seen[tier] == nil {
		r.seen[tier] = make([]uint64, (r.tiers[tier].Size+63)/64)
	}
}

// mark notes that an index is reached. Several workers may do so at once.
func (r *reaching[S]) mark(at games.Slot) {
	word, bit := &r.seen[at.Tier()][at.Index()/64], uint64(1)<<(at.Index()%64)
	if atomic.LoadUint64(word)&bit == 0 {
		atomic.OrUint64(word, bit)
	}
}

// complete finds all that is reached in a tier, and what that leads to below.
func (r *reaching[S]) complete(ctx context.Context, tier int) error {
	for _, lower := range r.tiers[tier].Lower {
		r.provide(lower)
	}
	seen := r.seen[tier]
	done := make([]uint64, len(seen))
	for before := int64(-1); before != r.expanded(); {
		before = r.expanded()
		err := parallel.For(ctx, len(r.workers), len(seen), reachingGrain, func(worker, from, to int) error {
			w := &r.workers[worker]
			w.indexes = w.indexes[:0]
			for word := from; word < to; word++ {
				for left := atomic.LoadUint64(&seen[word]) &^ done[word]; left != 0; left &= left - 1 {
					w.indexes = append(w.indexes, uint64(word)*64+uint64(bits.TrailingZeros64(left)))
					done[word] |= left & -left
				}
			}
			r.expand(w, tier)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// expanded is how many positions were expanded so far.
func (r *reaching[S]) expanded() int64 {
	sum := int64(0)
	for i := range r.workers {
		sum += r.workers[i].expanded
	}
	return sum
}

// expand marks the children of the indexes that a worker has taken.
func (r *reaching[S]) expand(w *reachingWorker[S], tier int) {
	if len(w.indexes) == 0 {
		return
	}
	w.expanded += int64(len(w.indexes))
	r.prog.States.Add(int64(len(w.indexes)))
	w.unrank(r.game, tier)
	w.weight += w.weigh(r.game)
	if r.tiers[tier].AtSight {
		return
	}
	w.positions.expand(r.game)
	for _, s := range w.slots {
		r.mark(s)
	}
}

// count is what was found in a tier that is complete.
func (r *reaching[S]) count(tier int) (sum Reached) {
	for _, word := range r.seen[tier] {
		sum.Indexes += int64(bits.OnesCount64(word))
	}
	for i := range r.workers {
		sum.Positions += r.workers[i].weight
		r.workers[i].weight = 0
	}
	return sum
}
