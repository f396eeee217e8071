package solver

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"zermelo/games"
)

// reverseGraph lists the parents of each index of a tier, for games that cannot
// take plies back: those of index i are links[ends[i-1]:ends[i]]. Positions that
// are decided for good before the first round are nobody's parents.
//
// Cost: two more passes over the tier, 4 bytes an index and 4 a link. Looking at
// all undecided positions anew in each round needs no memory, but as many passes
// as there are rounds.
type reverseGraph struct {
	ends  []uint32
	links []uint32
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

// reverse makes the reverse graph of a tier after its first pass, in the memory
// that is left where so many bytes are used.
func (t *tierWork[S]) reverse(ctx context.Context, used, memory int64) error {
	g := &reverseGraph{ends: make([]uint32, t.cells.n)}
	// First count, then fill from the end of each list, which leaves in ends
	// where the lists begin.
	err := t.links(ctx, func(child uint64, _ int) { atomic.AddUint32(&g.ends[child], 1) })
	if err != nil {
		return err
	}
	var sum int64
	for i, n := range g.ends {
		sum += int64(n)
		g.ends[i] = uint32(sum)
	}
	if name := t.game.Tiers()[t.number].Name; sum > maxLinks {
		return fmt.Errorf("tier %s has %s plies within it, more than %s: the game has to tell the parents of a position", name, Count(sum), Count(maxLinks))
	} else if need := used + 4*sum + int64(4*len(g.ends)); need > memory {
		return &TierTooLargeError{Tier: name, Size: uint64(t.cells.n), Need: program + need, Memory: program + memory, Begun: true}
	}
	g.links = make([]uint32, sum)
	err = t.links(ctx, func(child uint64, parent int) { g.links[atomic.AddUint32(&g.ends[child], ^uint32(0))] = uint32(parent) })
	if err != nil {
		return err
	}
	begins := g.ends
	g.ends = append(begins[1:len(begins):len(begins)], uint32(sum))
	t.graph = g
	return nil
}

// links calls visit for each ply within the tier from a position that is not
// decided for good, those to the same class once. Calls come from several
// goroutines.
func (t *tierWork[S]) links(ctx context.Context, visit func(child uint64, parent int)) error {
	return parallel(ctx, len(t.hands), t.cells.n, t.grain(), func(w, from, to int) error {
		for ; from < to; from += batch {
			if err := t.hands[w].linksOf(from, min(batch, to-from), visit); err != nil {
				return err
			}
		}
		return nil
	})
}

// linksOf is links for n indexes from first on.
func (h *tierHand[S]) linksOf(first, n int, visit func(child uint64, parent int)) error {
	h.unrank(first, n)
	h.fresh = slices.Grow(h.fresh[:0], n)[:n]
	if err := h.cells.read(h.fresh, first); err != nil {
		return err
	}
	h.children, h.ends = h.game.Expand(h.children[:0], h.ends[:0], h.states)
	h.slots = h.game.Rank(h.slots[:0], h.children)
	from := int32(0)
	for i, end := range h.ends {
		children := h.slots[from:end]
		from = end
		at := first + int(h.places[i])
		if c := h.fresh[h.places[i]]; c == Draw || c.IsLoss() || len(children) == 0 {
			continue
		}
		h.distinct.begin(len(children))
		for _, c := range children {
			if c.Tier() == h.number && h.distinct.add(c) {
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
