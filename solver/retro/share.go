package retro

import "zermelo/solver/job"

// tierShare is how the memory is divided while a tier is at work: first between its
// cells and those of the lower tiers, then for buffers of changes, at last for the store.
//
// There are two ways to need less. The lower tiers are read in windows, and the first
// pass is made once for each. And the cells are in a file, of which ranges are in memory
// (tierCells); changes wait in larger buffers then. Cells and values are the same.
type tierShare struct {
	shift        int   // log2 of the cells of a range
	window       int64 // cells of lower tiers at once
	paged        bool  // the cells are in a file
	atInitialize int   // ranges in memory in the first pass, where they are
	atRounds     int   // and in the rounds
	atFinish     int   // and in the end
	room         int   // changes of a worker's buffer for a range
	putters      int   // workers that put the cells into the store at once
	release      bool  // the store has to give back its memory before
}

const (
	// lowerBlocks is the least window, in blocks of cells.
	lowerBlocks = 64
	minRoom     = 256
	maxRanges   = 512
)

// encoders is the memory that the store may keep while the tier is solved.
func (s tierShare) encoders(workers int) int64 {
	if s.release {
		return 0
	}
	return int64(workers) * job.PutMemory
}

// rangeShift is log2 of the cells of a range of a tier.
func rangeShift(size uint64) int {
	shift := 12
	for size>>shift >= maxRanges {
		shift++
	}
	return shift
}

// frontierBytes is the memory for the rounds of a tier of which 32 lie ahead at
// once.
func frontierBytes(size uint64) int64 { return int64(size / 16) }

// bufferBytes is the memory that the workers' buffers for changes take, with one
// change for each cache line of a range.
func bufferBytes(size uint64, workers int) int64 {
	shift := rangeShift(size)
	return int64(size>>shift+1) * int64(max(minRoom, 1<<shift/32)) * 4 * int64(workers)
}

// roundBytes is the memory that the rounds of a tier take with all cells in memory.
func roundBytes(size uint64, workers int) int64 {
	return 2*int64(size) + frontierBytes(size) + bufferBytes(size, workers)
}

// leastMemory is the least memory that a tier can be solved with.
func leastMemory(size uint64, workers int) int64 {
	shift := rangeShift(size)
	ranges := int64(size>>shift + 1)
	cells := min(2*int64(size), int64(workers+2)*2<<shift)
	return max(frontierBytes(size)+cells+max(lowerBlocks*job.BlockCells*2, ranges*minRoom*4*int64(workers)), cells+job.PutMemory)
}

// putters is how many of the workers can put cells into the store at once, with
// this memory; one at least.
func putters(memory int64, workers int) int {
	return max(1, min(int(memory/job.PutMemory), workers))
}

// shareMemory divides memory, which is at least leastMemory, for a tier of the
// given size whose lower tiers have lower cells in all.
func shareMemory(memory int64, size uint64, lower int64, workers int) tierShare {
	s := tierShare{shift: rangeShift(size), window: lower, room: max(minRoom, 1<<rangeShift(size)/32)}
	cells, free := 2*int64(size), memory-frontierBytes(size)
	s.putters = putters(memory-cells, workers)
	s.release = free-cells-max(2*lower, bufferBytes(size, workers)) < int64(workers)*job.PutMemory
	inMemory := cells+bufferBytes(size, workers) <= free && cells+job.PutMemory <= memory
	if inMemory && cells+2*lower <= free {
		return s
	}
	// Reading cells again is cheaper than looking at all positions again.
	s.paged = !inMemory || cells > free/2
	if !s.paged {
		s.window = (free - cells) / 2
		return s
	}
	oneRange := int64(2) << s.shift
	s.atFinish = workers + 2
	s.putters = putters(memory-int64(s.atFinish)*oneRange, workers)
	ranges := int64(size>>s.shift + 1)
	s.atInitialize = int(max(int64(workers+2), min(free/8, cells)/oneRange))
	s.window = max(lowerBlocks*job.BlockCells, (free-int64(s.atInitialize)*oneRange)/2)
	buffers := min(free/4, ranges*int64(4<<s.shift)*int64(workers))
	s.room = int(max(minRoom, buffers/(4*ranges*int64(workers))))
	s.atRounds = int(max(int64(workers+2), min(ranges, (free-buffers)/oneRange)))
	return s
}
