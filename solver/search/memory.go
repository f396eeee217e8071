package search

import "zermelo/solver/job"

// Memory describes how the memory of a process is divided among the parts of a
// search.
type Memory struct {
	Tables int64 // total size of the transposition tables in bytes
	// Heap is the size in bytes of all other data: shared and recorded results,
	// snapshots, and the positions of a proof. Garbage collection can double the
	// memory used for it.
	Heap int64
}

// Bounds on Memory.Heap. A search needs less than maxHeap because recorded results are
// flushed every one or two seconds.
const (
	minHeap = 12 << 20
	maxHeap = 192 << 20
)

// maxSlack is the maximum number of bytes left for stacks and fragmentation.
const maxSlack = 16 << 20

// DivideMemory divides a memory limit in bytes. The tables get at least half of the
// limit, even if the remainder is too small for the program.
func DivideMemory(limit int64) Memory {
	heap := max(minHeap, min(limit/8, maxHeap))
	slack := min(limit/48, maxSlack)
	return Memory{Tables: max(limit/2, limit-job.NonHeapMemory-2*heap-slack), Heap: heap}
}

// Four sets of results share half of the heap. A snapshot and the buffers for
// writing it take a quarter.
const (
	resultSets   = 4
	maxResults   = 1 << 20
	maxQuestions = 1 << 20
)

// MaxResults returns the maximum number of entries in each Results set for states
// with the given number of words. On average, a map uses 1.6 times as much memory as
// its entries.
func (m Memory) MaxResults(words int) int {
	entry := int64(8*words+24) * 8 / 5
	return int(min(m.Heap/2/resultSets/entry, maxResults))
}

// MaxQuestions returns the maximum number of open questions in a snapshot for states
// with the given number of words. Sorting requires three copies of a snapshot.
func (m Memory) MaxQuestions(words int) int {
	return int(min(m.Heap/4/int64(3*(8*words+8)), maxQuestions))
}
