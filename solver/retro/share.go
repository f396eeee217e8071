package retro

import "zermelo/solver/job"

// tierShare describes how memory is used while a tier is solved. In the first pass,
// memory is divided between the cells of the tier and those of the lower tiers. In the
// rounds, change buffers replace the lower tiers. Finally, the store needs memory to
// write the cells.
//
// If memory is short, the lower tiers are read in windows, with one first pass per
// window. The cells may also be kept in a file (tierCells), with only some ranges in
// memory and larger change buffers. The computed values do not depend on these
// choices.
type tierShare struct {
	shift        int   // log2 of the number of cells per range
	window       int64 // maximum number of lower-tier cells in memory
	paged        bool  // cells are kept in a file
	atInitialize int   // number of ranges in memory during the first pass, if paged
	atRounds     int   // number of ranges in memory during the rounds, if paged
	atFinish     int   // number of ranges in memory while storing, if paged
	bufferLen    int   // number of changes per range in a worker's buffer
	putWorkers   int   // number of workers that put cells into the store
	release      bool  // the store must release its memory before the tier is solved
}

const (
	lowerBlocks  = 64 // minimum size of a window, in blocks of cells
	minBufferLen = 256
	maxRanges    = 512
)

// storeMemory returns the memory in bytes that the store may keep while the tier is
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

// frontierBytes returns the size in bytes of a frontier with 32 bitmaps.
func frontierBytes(size uint64) int64 { return int64(size / 16) }

// bufferBytes returns the total size in bytes of the workers' change buffers, with one
// change per cache line of a range.
func bufferBytes(size uint64, workers int) int64 {
	shift := rangeShift(size)
	return int64(size>>shift+1) * int64(max(minBufferLen, 1<<shift/32)) * 4 * int64(workers)
}

// roundBytes returns the memory in bytes required by rounds that keep all cells in
// memory.
func roundBytes(size uint64, workers int) int64 {
	return 2*int64(size) + frontierBytes(size) + bufferBytes(size, workers)
}

// minMemory returns the minimum memory in bytes for solving a tier.
func minMemory(size uint64, workers int) int64 {
	shift := rangeShift(size)
	ranges := int64(size>>shift + 1)
	cells := min(2*int64(size), int64(workers+2)*2<<shift)
	return max(frontierBytes(size)+cells+max(lowerBlocks*job.BlockCells*2, ranges*minBufferLen*4*int64(workers)), cells+job.PutMemory)
}

// putWorkers returns the number of workers that can put cells concurrently with the
// given memory. It is at least 1.
func putWorkers(memory int64, workers int) int {
	return max(1, min(int(memory/job.PutMemory), workers))
}

// shareMemory divides memory for solving a tier of the given size. The memory must be
// at least minMemory. The argument lower is the number of cells in the tier's lower
// tiers.
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
