package retro

import (
	"cmp"
	"context"
	"fmt"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
)

// reverseGraph lists the parents of each index of a tier, for games that cannot
// take plies back: those of index i are links[ends[i-1]:ends[i]]. It does not
// depend on lower tiers: so the links are counted before the first pass, which can
// take hours, and a tier whose graph does not fit is refused there.
//
// Cost: two more passes over the tier, 4 bytes an index from before the first
// pass, and 4 a link after it. Looking at all undecided positions anew in each
// round needs no memory, but as many passes as there are rounds.
type reverseGraph struct {
	ends  []uint32 // before links are there: how many parents each index has
	links []uint32
	sum   int64 // of links
}

// parents are the parents of an index.
func (g *reverseGraph) parents(index uint64) []uint32 {
	from := uint32(0)
	if index > 0 {
		from = g.ends[index-1]
	}
	return g.links[from:g.ends[index]]
}

// maxLinks is how many links a reverse graph can have.
const maxLinks = 1<<32 - 1

// graphBytes is the memory that the reverse graph of a tier takes with so many
// links, 0 where the game needs none.
func (r *retrograde[S]) graphBytes(size uint64, links int64) int64 {
	if takesBack(r.game) {
		return 0
	}
	return 4*int64(size) + 4*links
}

// countLinks begins the reverse graph of a tier, which has to fit into the memory
// beside what the rounds use. With an error that it does not, begun says whether
// something of the tier is done.
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
		return fmt.Errorf("tier %s has %s plies within it, more than %s: the game has to tell the parents of a position", tier.Name, job.Count(g.sum), job.Count(maxLinks))
	}
	if need := used + r.graphBytes(tier.Size, g.sum); need > r.memory {
		err := r.stored()
		return cmp.Or(err, error(&TierTooLargeError{
			Tier: tier.Name, Size: tier.Size, Need: job.Program + need, Memory: job.Program + r.memory, Begun: begun || len(r.store.Finished()) > 0,
		}))
	}
	return nil
}

// reverse completes the reverse graph of a tier. It fills each list from its end,
// which leaves in ends where the lists begin.
func (t *tierWork[S]) reverse(ctx context.Context) error {
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

// links calls visit for each ply within the tier, those from a position to the same
// class once. Calls come from several goroutines.
func (t *tierWork[S]) links(ctx context.Context, visit func(child uint64, parent int)) error {
	_, err := t.batches(ctx, 0, nil, func(w *tierWorker[S], first, n int) error { return w.linksOf(first, n, visit) })
	return err
}

// linksOf is links for n indexes from first on.
func (w *tierWorker[S]) linksOf(first, n int, visit func(child uint64, parent int)) error {
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
				return w.broken(uint64(at), "a child has an index beyond the size")
			}
			if w.distinct.add(c) {
				visit(c.Index(), at)
			}
		}
	}
	return nil
}

// takesBack reports whether a game has games.Retro, so that it needs no reverse
// graph.
func takesBack[S games.State](g games.Tiered[S]) bool {
	_, ok := any(g).(games.Retro[S])
	return ok
}
