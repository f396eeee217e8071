package search

import (
	"testing"

	"zermelo/solver/job"
)

// TestDefaultLimitFitsLargeTable checks the default of --cache, 384 MiB. The size of most tables
// is a power of two.
func TestDefaultLimitFitsLargeTable(t *testing.T) {
	if m := DivideMemory(384 << 20); m.Tables < 256<<20 {
		t.Errorf("got %d MiB for tables, want at least 256 MiB", m.Tables>>20)
	}
}

func TestMemoryIsDividedWithinTheLimit(t *testing.T) {
	for limit := int64(1 << 20); limit <= 1<<40; limit += limit / 3 {
		m := DivideMemory(limit)
		if whole := m.Tables + 2*m.Heap + job.NonHeapMemory; limit >= 96<<20 && whole > limit {
			t.Errorf("%d MiB: %d MiB for tables and twice %d MiB of heap", limit>>20, m.Tables>>20, m.Heap>>20)
		}
		if m.Tables < limit/2 || m.Tables > limit {
			t.Errorf("%d MiB: %d MiB for tables", limit>>20, m.Tables>>20)
		}
		for _, words := range []int{1, 2, 4} {
			held := int64(m.MaxResults(words)*resultSets*(8*words+24)) + int64(m.MaxQuestions(words)*3*(8*words+8))
			if held > 3*m.Heap/4 || m.MaxResults(words) < 1<<12 {
				t.Errorf("%d MiB, %d words: %d results and %d questions take %d MiB of %d", limit>>20, words, m.MaxResults(words), m.MaxQuestions(words), held>>20, m.Heap>>20)
			}
		}
	}
}
