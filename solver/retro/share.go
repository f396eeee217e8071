package retro

import "zermelo/solver/job"

// tierShare divides the memory while a tier is solved: between its cells and
// those of the lower tiers in the first pass, then for buffers of changes, and
// finally for the store.
//
// Two techniques reduce the memory. The lower tiers are read in windows, with
// one first pass per window. The cells are kept in a file with some ranges in
// memory (tierCells), and changes are collected in larger buffers. The
// resulting values are the same.
type tierShare struct {
	shift        int   // log2 of the number of cells per range
	window       int64 // maximum number of cells of lower tiers in memory
	paged        bool  // cells are in a file
	atInitialize int   // ranges in memory during the first pass, if paged
	atRounds     int   // ranges in memory during the rounds
	atFinish     int   // ranges in memory at the end
	bufferLen    int   // number of changes in a worker's buffer per range
	putWorkers   int   // number of workers that put cells into the store
	release      bool  // the store must release its memory first
}

const (
	// lowerBlocks is the minimum window in blocks of cells.
	lowerBlocks  = 64
	minBufferLen = 256
	maxRanges    = 512
)

// storeMemory returns the memory that the store may keep while the tier is
// solved.
func (s tierShare) storeMemory(workers int) int64 {
	if s.release {
		return 0
	}
	return int64(workers) * job.PutMemory
}

// rangeShift returns log2 of the number of cells per range.
func rangeShift(size uint64) int {
	shift := 12
	for size>>shift >= maxRanges {
		shift++
	}
	return shift
}

// frontierBytes returns the memory of a frontier with 32 rounds ahead.
func frontierBytes(size uint64) int64 { return int64(size / 16) }

// bufferBytes returns the memory of the workers' change buffers, with one
// change per cache line of a range.
func bufferBytes(size uint64, workers int) int64 {
	shift := rangeShift(size)
	return int64(size>>shift+1) * int64(max(minBufferLen, 1<<shift/32)) * 4 * int64(workers)
}

// roundBytes returns the memory of the rounds with all cells in memory.
func roundBytes(size uint64, workers int) int64 {
	return 2*int64(size) + frontierBytes(size) + bufferBytes(size, workers)
}

// minMemory returns the minimum memory to solve a tier.
func minMemory(size uint64, workers int) int64 {
	shift := rangeShift(size)
	ranges := int64(size>>shift + 1)
	cells := min(2*int64(size), int64(workers+2)*2<<shift)
	return max(frontierBytes(size)+cells+max(lowerBlocks*job.BlockCells*2, ranges*minBufferLen*4*int64(workers)), cells+job.PutMemory)
}

// putWorkers returns the number of workers, at least 1, that can put cells into
// the store with the given memory.
func putWorkers(memory int64, workers int) int {
	return max(1, min(int(memory/job.PutMemory), workers))
}

// shareMemory divides the memory, at least minMemory, for a tier of the given
// size. The argument lower is the number of cells of its lower tiers.
func shareMemory(memory int64, size uint64, lower int64, workers int) tierShare {
	s := tierShare{shift: rangeShift(size), window: lower, bufferLen: max(minBufferLen, 1<<rangeShift(size)/32)}
	cells, free := 2*int64(size), memory-frontierBytes(size)
	s.putWorkers = putWorkers(memory-cells, workers)
	s.release = free-cells-max(2*lower, bufferBytes(size, workers)) < int64(workers)*job.PutMemory
	inMemory := cells+bufferBytes(size, workers) <= free && cells+job.PutMemory <= memory
	if inMemory && cells+2*lower <= free {
		return s
	}
	// Rereading cells is faster than expanding all positions again.
	s.paged = !inMemory || cells > free/2
	if !s.paged {
		s.window = (free - cells) / 2
		return s
	}
	oneRange := int64(2) << s.shift
	s.atFinish = workers + 2
	s.putWorkers = putWorkers(memory-int64(s.atFinish)*oneRange, workers)
	ranges := int64(size>>s.shift + 1)
	s.atInitialize = int(max(int64(workers+2), min(free/8, cells)/oneRange))
	s.window = max(lowerBlocks*job.BlockCells, (free-int64(s.atInitialize)*oneRange)/2)
	buffers := min(free/4, ranges*int64(4<<s.shift)*int64(workers))
	s.bufferLen = int(max(minBufferLen, buffers/(4*ranges*int64(workers))))
	s.atRounds = int(max(int64(workers+2), min(ranges, (free-buffers)/oneRange)))
	return s
}
