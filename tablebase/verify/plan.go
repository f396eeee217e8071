package verify

import (
	"fmt"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// MemoryError says that a verification needs more memory than it may use.
type MemoryError struct {
	Name         string // the variant
	Need, Memory int64  // bytes needed, bytes allowed
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("too little memory to verify %s: it needs %d MiB at least, and %d MiB may be used", e.Name, (e.Need+1<<20-1)>>20, e.Memory>>20)
}

// maxUnitBlocks is how many blocks are verified at once at most: their children
// are looked up together, in order.
const maxUnitBlocks = 32

// leastCached is how many decoded blocks are kept at least.
const leastCached = 32

// plan is how the verification of a table of states divides its memory.
type plan struct {
	cacheBlocks int   // decoded blocks that are kept
	unitBlocks  []int // by layer: blocks that a worker verifies at once
	seen        int   // findings that a worker remembers
	bytes       int64 // all of that, and what it needs for each state
}

// makePlan divides the memory. What is needed for each state comes first: a bit
// that says whether the state is a child of another, where all are verified, and the
// directories. Of the rest, half is for decoded blocks and a quarter for the workers'
// states with their children; the last quarter is left to the heap.
func makePlan[S games.State](h *store.Header, full, linked bool, o Options) (p plan, err error) {
	word := int64(8 * games.Words[S]())
	blockBytes := job.BlockStates * (word + 4)
	fixed, largest := int64(0), 0
	for _, l := range h.Solution.Layers {
		n := blocksIn(l.Stored())
		largest = max(largest, n)
		fixed += int64(n) * word
		if full {
			fixed += (l.Stored() + 63) / 64 * 8
			if linked {
				fixed += linkedBytes(l)
			}
		}
	}
	// A worker needs a block of states; the cache what its children are looked up in.
	unit := int64(0)
	for _, l := range h.Solution.Layers {
		unit = max(unit, unitBytes[S](l))
	}
	workers := int64(o.Workers)
	rest := max(o.Memory-job.Program-fixed, 0)
	if least := max(4*workers*unit, 2*leastCached*blockBytes); rest < least {
		return p, &MemoryError{h.Name, job.Program + fixed + least, o.Memory}
	}
	share := rest / 4 / workers // of a worker
	if h.Solution.Outcomes.Kind != value.Alternating {
		share /= 2
		p.seen = int(min(share/seenBytes(h.Solution), maxSeen))
	}
	p.bytes = fixed + workers*int64(p.seen)*seenBytes(h.Solution)
	unit = 0
	for _, l := range h.Solution.Layers {
		one := unitBytes[S](l)
		n := min(max(1, share/one), maxUnitBlocks)
		p.unitBlocks = append(p.unitBlocks, int(n))
		unit = max(unit, min(n, int64(blocksIn(l.Stored())))*one)
	}
	p.cacheBlocks = int(min(rest/2/blockBytes, int64(2*largest+maxUnitBlocks)))
	p.bytes += workers*unit + int64(p.cacheBlocks)*blockBytes
	return p, nil
}

// unitBytes is what a worker holds for a block of a layer: its states twice, with
// their values, and of each child the state twice, its value, place and number. A
// buffer that has grown has a third more.
func unitBytes[S games.State](l job.LayerStats) int64 {
	word := float64(8 * games.Words[S]())
	states := max(1, l.Stored())
	children := float64(l.Moves) / float64(states)
	return int64(float64(min(states, job.BlockStates)) * (3*word + 25 + children*(2*word+25)) * 4 / 3)
}

// seenBytes is the room of a finding that a worker remembers: its key has five
// bytes a child.
func seenBytes(s *job.Solution) int64 {
	children := int64(0)
	for _, l := range s.Layers {
		children = max(children, l.Moves/max(1, l.States-l.Terminals))
	}
	return 96 + 5*children
}

// linkedBytes is the room of the links between the states of a layer.
func linkedBytes(l job.LayerStats) int64 { return 64*l.Stored() + 16*l.Moves }

// blocksIn is the number of blocks of a layer with so many states.
func blocksIn(states int64) int { return int((states + job.BlockStates - 1) / job.BlockStates) }
