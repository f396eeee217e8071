package retro

import "zermelo/games"

// positions holds the results of a game's methods for some indexes of a tier.
type positions[S games.State] struct {
	indexes  []uint64
	states   []S     // states at the used indexes
	places   []int32 // offset in indexes of each state
	used     []bool
	children []S // children or parents of the states
	ends     []int32
	slots    []games.Slot // slots of the children
	own      []int32      // number of plies within the tier, by state; set by ExpandLower
	weights  []int32
}

func (p *positions[S]) unrankRange(g games.Tiered[S], tier int, first uint64, n int) {
	p.indexes = p.indexes[:0]
	for i := range n {
		p.indexes = append(p.indexes, first+uint64(i))
	}
	p.unrank(g, tier)
}

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
