package verify

import (
	"fmt"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// MemoryError is returned if a verification requires more memory than it may use.
type MemoryError struct {
	Name         string // name of the variant
	Need, Memory int64  // required memory and memory limit in bytes
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("verify %s: requires at least %d MiB of memory, but the limit is %d MiB", e.Name, (e.Need+1<<20-1)>>20, e.Memory>>20)
}

const (
	// maxUnitBlocks is the maximum number of blocks per unit of work. The children of all states
	// in a unit are looked up in one batch.
	maxUnitBlocks = 32
	minCached     = 32 // minimum number of cached blocks
)

// plan divides the memory for verifying a table that stores states.
type plan struct {
	cacheBlocks int   // number of cached blocks
	unitBlocks  []int // number of blocks per unit of work, by layer
	seen        int   // number of findings that a worker caches
	bytes       int64 // total memory, including the memory per state
}

// makePlan divides the memory. It first reserves the memory that is proportional to the number of
// states: the directories and, for a full verification, one bit per state. Half of the rest is used
// for decoded blocks and a quarter for the workers. The last quarter is left to the heap.
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
	// Each worker needs at least one block of states, and the cache must hold the blocks of their
	// children.
	unit := int64(0)
	for _, l := range h.Solution.Layers {
		unit = max(unit, unitBytes[S](l))
	}
	workers := int64(o.Workers)
	rest := max(o.Memory-job.ProgramMemory-fixed, 0)
	if least := max(4*workers*unit, 2*minCached*blockBytes); rest < least {
		return p, &MemoryError{h.Name, job.ProgramMemory + fixed + least, o.Memory}
	}
	share := rest / 4 / workers // per worker
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

// unitBytes returns the memory in bytes that a worker needs per block of a layer for the states,
// their children and the values. The result includes a third for buffers that have grown.
func unitBytes[S games.State](l job.LayerStats) int64 {
	word := float64(8 * games.Words[S]())
	states := max(1, l.Stored())
	children := float64(l.Moves) / float64(states)
	return int64(float64(min(states, job.BlockStates)) * (3*word + 25 + children*(2*word+25)) * 4 / 3)
}

// seenBytes returns the size in bytes of a cached finding. Its key has five bytes per child.
func seenBytes(s *job.Solution) int64 {
	children := int64(0)
	for _, l := range s.Layers {
		children = max(children, l.Moves/max(1, l.States-l.Terminals))
	}
	return 96 + 5*children
}

// linkedBytes returns the size in bytes of the links from the states of a layer to their children.
func linkedBytes(l job.LayerStats) int64 { return 64*l.Stored() + 16*l.Moves }

func blocksIn(states int64) int { return int((states + job.BlockStates - 1) / job.BlockStates) }
