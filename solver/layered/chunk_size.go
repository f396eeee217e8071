package layered

import "zermelo/solver/job"

type chunkSizer struct {
	plan     job.Plan
	children []float64 // average number of children per state, by layer; 0 if unknown
}

const (
	minChildren = 1 << 12 // minimum number of children per chunk, to amortize scheduling
	maxChildren = 1 << 22 // maximum number of children per chunk, to limit memory
	minChunks   = 4       // minimum number of chunks per worker, to balance their loads
)

func (p *chunkSizer) record(layer, states, children int) {
	for len(p.children) <= layer {
		p.children = append(p.children, 0)
	}
	p.children[layer] = float64(children) / float64(max(1, states))
}

// size returns the number of states per chunk of a layer. It returns usual, or fewer
// if there would otherwise be too few chunks or too many children per chunk. Layers
// that have not been recorded are assumed to resemble the last recorded one.
func (p *chunkSizer) size(layer, states, usual int) int {
	if len(p.children) == 0 {
		return usual
	}
	children := p.children[min(layer, len(p.children)-1)]
	if children == 0 {
		return usual
	}
	size := max(int(minChildren/children), states/(minChunks*p.plan.Workers))
	return max(1, min(usual, size, int(maxChildren/children)))
}
