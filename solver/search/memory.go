package search

import "zermelo/solver/job"

// Memory divides the memory limit of a process among the parts of a search.
type Memory struct {
	// Tables is the total size of the transposition tables in bytes.
	Tables int64
	// Heap is the size in bytes of everything else: shared and recorded
	// results, snapshots, and the positions of a proof. The garbage collector
	// lets the heap grow to twice this size.
	Heap int64
}

// Bounds of Memory.Heap. A search needs less than maxHeap outside its tables
// because recorded results are flushed every one or two seconds.
const (
	minHeap = 12 << 20
	maxHeap = 192 << 20
)

// DivideMemory divides a limit in bytes. The tables get at least half of it,
// even below 96 MiB, the approximate size of the program without a search.
func DivideMemory(limit int64) Memory {
	heap := max(minHeap, min(limit/8, maxHeap))
	return Memory{Tables: max(limit/2, limit-job.NonHeapMemory-2*heap), Heap: heap}
}

// Four sets of results take half of the heap. A snapshot and the buffers that
// write it take a quarter.
const (
	resultSets   = 4
	maxResults   = 1 << 20
	maxQuestions = 1 << 20
)

// MaxResults returns the maximum number of entries of each Results set for
// states of the given number of words. A map entry takes 1.6 times its size on
// average.
func (m Memory) MaxResults(words int) int {
	entry := int64(8*words+24) * 8 / 5
	return int(min(m.Heap/2/resultSets/entry, maxResults))
}

// MaxQuestions returns the maximum number of open questions in a snapshot.
// Sorting holds three copies of it.
func (m Memory) MaxQuestions(words int) int {
	return int(min(m.Heap/4/int64(3*(8*words+8)), maxQuestions))
}
