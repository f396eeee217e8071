package layered

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"zermelo/games"
	"zermelo/solver/runs"
)

// segmentChildren holds the children of a segment, grouped by part.
type segmentChildren[S games.State] struct {
	mem  []S     // nil if the children are in the file of the childStore
	at   int     // offset in the file, in states
	ends []int32 // end of each part, relative to the first child
}

// childStore stores the unsorted children of a layer. Children that exceed a memory
// limit are stored in a file. The method place is safe for concurrent use.
type childStore[S games.State] struct {
	work          string
	mu            sync.Mutex
	blocks        [][]S
	most          int // maximum number of states in memory
	held          int // total capacity of the blocks, in states
	block         int // index of the block being filled
	used          int // number of states used in that block
	file          *os.File
	end           int   // number of states in the file
	spilledStates int64 // total number of states ever written to the file
}

// blockStates is the default number of states per allocated block.
const blockStates = 1 << 20

// place reserves space for n children and records its location in k.
func (s *childStore[S]) place(k *segmentChildren[S], n int) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k.mem = s.take(n); k.mem != nil {
		return nil
	}
	if s.file == nil {
		if s.file, err = os.Create(filepath.Join(s.work, "children.work")); err != nil {
			return fmt.Errorf("write children: %w", err)
		}
	}
	k.at = s.end
	s.end += n
	s.spilledStates += int64(n)
	return nil
}

// take returns memory for n states, or nil if they would exceed the limit.
func (s *childStore[S]) take(n int) []S {
	for ; s.block < len(s.blocks); s.block, s.used = s.block+1, 0 {
		if b := s.blocks[s.block]; s.used+n <= len(b) {
			s.used += n
			return b[s.used-n : s.used : s.used]
		}
	}
	size := max(n, min(blockStates, s.most-s.held))
	if s.held+size > s.most {
		return nil
	}
	s.held += size
	s.blocks, s.used = append(s.blocks, make([]S, size)), n
	return s.blocks[s.block][:n:n]
}

func (s *childStore[S]) write(states []S, at int) error {
	if _, err := s.file.WriteAt(runs.BytesOf(states), int64(at)*int64(8*games.Words[S]())); err != nil {
		return fmt.Errorf("write children: %w", err)
	}
	return nil
}

func (s *childStore[S]) read(states []S, at int) error {
	if _, err := s.file.ReadAt(runs.BytesOf(states), int64(at)*int64(8*games.Words[S]())); err != nil {
		return fmt.Errorf("read children: %w", err)
	}
	return nil
}

// reset discards all states but keeps the blocks for reuse.
func (s *childStore[S]) reset() {
	s.block, s.used, s.end = 0, 0, 0
	if s.file != nil {
		_ = s.file.Truncate(0) // an error only delays the release of disk space
	}
}
