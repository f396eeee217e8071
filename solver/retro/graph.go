package retro

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
)

// reverseGraph lists the parents of each index of a tier, for games that do not
// implement games.Retro. The parents of index i are links[ends[i-1]:ends[i]]. The
// graph takes 4 bytes per index and 4 bytes per link. The first pass can take hours.
// The links are therefore counted before it, so that a tier whose graph does not fit
// into memory is rejected early.
type reverseGraph struct {
	ends  []uint32 // number of parents of each index until links is built
	links []uint32
	sum   int64 // total number of links
}

func (g *reverseGraph) parents(index uint64) []uint32 {
	from := uint32(0)
	if index > 0 {
		from = g.ends[index-1]
	}
	return g.links[from:g.ends[index]]
}

const maxLinks = 1<<32 - 1 // links are numbered in 32 bits

// graphBytes returns the size in bytes of a reverse graph with the given numbers of
// indexes and links, or 0 if the game needs no graph.
func (r *retrograde[S]) graphBytes(size uint64, links int64) int64 {
	if hasParents(r.game) {
		return 0
	}
	return 4*int64(size) + 4*links
}

// countLinks counts the links of a tier. It returns a *TierTooLargeError if the
// graph does not fit into memory. The argument used is the number of bytes already
// in use. If part of the tier has been solved, begun must be set.
func (r *retrograde[S]) countLinks(ctx context.Context, t *tierWork[S], used int64, begun bool) error {
	g := &reverseGraph{ends: make([]uint32, t.cells.n)}
	err := t.links(ctx, func(child uint64, _ int) { atomic.AddUint32(&g.ends[child], 1) })
	if err != nil {
		return err
	}
	for _, n := range g.ends {
		g.sum += int64(n)
	}
	t.graph = g
	tier := r.tiers[t.number]
	if g.sum > maxLinks {
		return fmt.Errorf("tier %s contains %s plies; the maximum without games.Retro is %s", tier.Name, job.Count(g.sum), job.Count(maxLinks))
	}
	if need := used + r.graphBytes(tier.Size, g.sum); need > r.memory {
		err := r.waitStored()
		return cmp.Or(err, error(&TierTooLargeError{
			Tier: tier.Name, Size: tier.Size, Need: job.ProgramMemory + need, Memory: job.ProgramMemory + r.memory, InProgress: begun || len(r.store.Finished()) > 0,
		}))
	}
	return nil
}

// completeGraph builds the links. Filling each list from its end turns ends into the
// starts of the lists, so completeGraph then restores ends.
func (t *tierWork[S]) completeGraph(ctx context.Context) error {
	g := t.graph
	sum := uint32(0)
	for i, n := range g.ends {
		sum += n
		g.ends[i] = sum
	}
	g.links = make([]uint32, g.sum)
	err := t.links(ctx, func(child uint64, parent int) { g.links[atomic.AddUint32(&g.ends[child], ^uint32(0))] = uint32(parent) })
	begins := g.ends
	g.ends = append(begins[1:len(begins):len(begins)], sum)
	return err
}

// links calls visit, possibly concurrently, once for each pair of indexes connected by
// a ply within the tier.
func (t *tierWork[S]) links(ctx context.Context, visit func(child uint64, parent int)) error {
	_, err := t.batches(ctx, 0, nil, func(w *tierWorker[S], first, n int) error { return w.linkBatch(first, n, visit) })
	return err
}

// linkBatch implements links for n indexes starting at first.
func (w *tierWorker[S]) linkBatch(first, n int, visit func(child uint64, parent int)) error {
	w.unrankRange(w.game, w.number, uint64(first), n)
	w.expand(w.game)
	from := int32(0)
	for i, end := range w.ends {
		children := w.slots[from:end]
		from = end
		at := first + int(w.places[i])
		w.distinct.begin(len(children))
		for _, c := range children {
			if c.Tier() != w.number {
				continue
			}
			if c.Index() >= uint64(w.cells.n) {
				return w.contractError(uint64(at), "child index exceeds the size of the tier")
			}
			if w.distinct.add(c) {
				visit(c.Index(), at)
			}
		}
	}
	return nil
}

func hasParents[S games.State](g games.Tiered[S]) bool {
	_, ok := any(g).(games.Retro[S])
	return ok
}
