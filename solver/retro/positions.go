package retro

import "zermelo/games"

// positions holds the game's results for some indexes of a tier. Each worker
// has its own.
type positions[S games.State] struct {
	indexes  []uint64
	states   []S     // states of the used indexes
	places   []int32 // offsets in indexes
	used     []bool
	children []S // or parents
	ends     []int32
	slots    []games.Slot // slots of the children
	own      []int32      // plies of each state within the tier; set by ExpandLower
	weights  []int32
}

// unrankRange unranks n indexes starting with first.
func (p *positions[S]) unrankRange(g games.Tiered[S], tier int, first uint64, n int) {
	p.indexes = p.indexes[:0]
	for i := range n {
		p.indexes = append(p.indexes, first+uint64(i))
	}
	p.unrank(g, tier)
}

// unrank computes the positions of p.indexes.
func (p *positions[S]) unrank(g games.Tiered[S], tier int) {
	p.states, p.used = g.Unrank(p.states[:0], p.used[:0], tier, p.indexes)
	p.places = p.places[:0]
	for i, used := range p.used {
		if used {
			p.states[len(p.places)] = p.states[i]
			p.places = append(p.places, int32(i))
		}
	}
	p.states = p.states[:len(p.places)]
}

// expand computes the children of the positions.
func (p *positions[S]) expand(g games.Tiered[S]) {
	p.children, p.ends = g.Expand(p.children[:0], p.ends[:0], p.states)
	p.slots = g.Rank(p.slots[:0], p.children)
}

// countPositions returns the number of positions, including symmetric ones.
func (p *positions[S]) countPositions(g games.Tiered[S]) int64 {
	p.weights = g.Weights(p.weights[:0], p.states)
	sum := int64(0)
	for _, n := range p.weights {
		sum += int64(n)
	}
	return sum
}
