package layered

import "zermelo/solver/job"

// pieces says how many states of a layer a worker takes at once.
type pieces struct {
	plan     job.Plan
	children []float64 // of a state, on average, by layer; 0 where that is not known
}

const (
	// leastChildren are worth the handing out of a piece, mostChildren its memory.
	leastChildren = 1 << 12
	mostChildren  = 1 << 22
	// piecesPerWorker is how many pieces there are at least for each worker, so that all are
	// busy to the end of a layer.
	piecesPerWorker = 4
)

// note notes how many children the states of a layer have.
func (p *pieces) note(layer, states, children int) {
	for len(p.children) <= layer {
		p.children = append(p.children, 0)
	}
	p.children[layer] = float64(children) / float64(max(1, states))
}

// size is that of the pieces of a layer of so many states: usual, but less where the states have
// so many children that there would be few pieces, or large ones. A layer that is not known is
// like the one before.
func (p *pieces) size(layer, states, usual int) int {
	if len(p.children) == 0 {
		return usual
	}
	children := p.children[min(layer, len(p.children)-1)]
	if children == 0 {
		return usual
	}
	size := max(int(leastChildren/children), states/(piecesPerWorker*p.plan.Workers))
	return max(1, min(usual, size, int(mostChildren/children)))
}
