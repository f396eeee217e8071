package layered

import (
	"fmt"
	"os"
	"sync"

	"zermelo/solver/machine"
)

// links maps each child of a layer to its state in the next layer, so that the
// second sweep needs no lookups. The states of the next layer are divided into
// parts that fit in a cache. For each child of a segment, in the order of the
// parents, routes contains the child's part. For each child in a part, in the
// same order, numbers contains the index of its state within the part. Both are
// read sequentially.
//
// Links do not survive an interruption; the second sweep then falls back to lookups.
type links struct {
	parts    []part
	segments []segment
	children int
	kinds    []kind // nil if the states must be expanded again
	at       int64  // offset of these links in the store's file
}

// part is a range of states of the next layer.
type part struct {
	first    int // index of its first state in the next layer
	from     int // number of children in earlier parts
	children int
	wide     bool // numbers are uint32 instead of uint16
	numbers  blob // for each child, the index of its state in the part
}

// LinkBytes is the size in bytes of the link to a child if its part has at most
// 65,536 children.
const LinkBytes = 3

// segment is a range of consecutive states of a layer.
type segment struct {
	from, to int
	routes   blob    // part of each child
	kinds    blob    // kind of each state
	starts   []int32 // for each part, the number of children in earlier segments
}

// blob locates bytes in a linkStore.
type blob struct {
	mem []byte // nil if the bytes are in the file
	at  int64
	n   int
}

// linkStore stores the links of all layers in memory. Links that exceed a limit are
// written to a temporary file. The methods put and get are safe for concurrent use.
type linkStore struct {
	layers map[int]*links

	work string
	mu   sync.Mutex
	room int64    // remaining bytes in memory
	file *os.File // created when needed
	end  int64    // size of the file

	disabled bool // all links were discarded
}

// checkDisk discards all links and disables the store if its file exceeds a
// third of the free disk space. The layers and the table may need the space.
func (s *linkStore) checkDisk() {
	free, err := machine.FreeDisk(s.work)
	if err == nil && s.end > free/3 {
		s.close()
		clear(s.layers)
		s.disabled = true
	}
}

func (s *linkStore) put(bytes []byte) (blob, error) {
	b := blob{n: len(bytes)}
	s.mu.Lock()
	inMemory := s.room >= int64(b.n)
	if inMemory {
		s.room -= int64(b.n)
	} else {
		b.at = s.end
		s.end += int64(b.n)
		if s.file == nil {
			var err error
			if s.file, err = os.CreateTemp(s.work, "links-*.work"); err != nil {
				s.mu.Unlock()
				return b, fmt.Errorf("write links: %w", err)
			}
		}
	}
	s.mu.Unlock()
	if inMemory {
		b.mem = append(make([]byte, 0, b.n), bytes...)
	} else if _, err := s.file.WriteAt(bytes, b.at); err != nil {
		return b, fmt.Errorf("write links: %w", err)
	}
	return b, nil
}

// get returns the bytes of b, reading them into *buf if they are in the file.
// The caller must not modify the result.
func (s *linkStore) get(b blob, buf *[]byte) ([]byte, error) {
	if b.n == 0 || b.mem != nil {
		return b.mem, nil
	}
	*buf = Resize(*buf, b.n)
	if _, err := s.file.ReadAt(*buf, b.at); err != nil {
		return nil, fmt.Errorf("read links: %w", err)
	}
	return *buf, nil
}

// of returns the links of a layer, or nil if there are none. The store may be nil.
func (s *linkStore) of(layer int) *links {
	if s == nil {
		return nil
	}
	return s.layers[layer]
}

// drop discards the links of a layer and truncates the file to the offset at
// which they begin.
func (s *linkStore) drop(layer int) {
	l := s.of(layer)
	if l == nil {
		return
	}
	delete(s.layers, layer)
	if s.file != nil && l.at < s.end {
		s.end = l.at
		_ = s.file.Truncate(s.end) // an error only delays the release of disk space
	}
}

func (s *linkStore) close() {
	closeScratch(&s.file)
	s.end = 0
}
