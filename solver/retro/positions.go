package retro

import "zermelo/games"

// positions is what the game says about some indexes of a tier. One per worker.
type positions[S games.State] struct {
	indexes  []uint64
	states   []S     // of the indexes that are used
	places   []int32 // where in indexes they are
	used     []bool
	children []S // or parents
	ends     []int32
	slots    []games.Slot // of the children
	own      []int32      // how many plies of each stay in the tier, after ExpandLower
	weights  []int32
}

// unrankRange finds the positions of n indexes from first on.
func (p *positions[S]) unrankRange(g games.Tiered[S], tier int, first uint64, n int) {
	p.indexes = p.indexes[:0]
	for i := range n {
		p.indexes = append(p.indexes, first+uint64(i))
	}
	p.unrank(g, tier)
}

// unrank finds the positions of the indexes.
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

// expand finds the children of the positions.
func (p *positions[S]) expand(g games.Tiered[S]) {
	p.children, p.ends = g.Expand(p.children[:0], p.ends[:0], p.states)
	p.slots = g.Rank(p.slots[:0], p.children)
}

// weigh is the number of positions, symmetric ones counted each.
func (p *positions[S]) weigh(g games.Tiered[S]) int64 {
	p.weights = g.Weights(p.weights[:0], p.states)
	sum := int64(0)
	for _, n := range p.weights {
		sum += int64(n)
	}
	return sum
}
