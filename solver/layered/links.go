package layered

import (
	"fmt"
	"os"
	"sync"

	"zermelo/solver/machine"
)

// links say of each child of a layer which state of the next layer it is, so that the sweep
// back need not look for it. Children are divided into parts, ranges of states that fit into
// a cache: of each child there is the number of its part, in the order of the parents, and
// with the part the number of its state. Both are read from start to end.
//
// They are lost when a solve is interrupted. The sweep back can do without.
type links struct {
	parts    []part
	segments []segment
	children int
	kinds    []kind // of the states; nil: the states have to be expanded again
	at       int64  // where these links begin in the file
}

// part is a range of states of the next layer.
type part struct {
	first    int // of its states, in the next layer
	from     int // children in the parts before
	children int
	wide     bool // numbers take 4 bytes, not 2
	numbers  blob // of the states of its children, less first
}

// LinkBytes is what the link to a child takes, where its part has no more than 65,536 states.
const LinkBytes = 3

// mostParts is how many parts there are at most: the number of one takes a byte.
const mostParts = 256

// segment is some consecutive states of a layer.
type segment struct {
	from, to int
	routes   blob    // the part of each child
	kinds    blob    // of the states
	starts   []int32 // by part: how many children of earlier segments are in it
}

// blob is bytes that a linkStore keeps.
type blob struct {
	mem []byte // nil: they are in the file
	at  int64
	n   int
}

// linkStore keeps the links of all layers: in memory as far as there is room, then in a file.
type linkStore struct {
	layers map[int]*links

	work string
	mu   sync.Mutex
	room int64    // bytes that may still be kept in memory
	file *os.File // nil: none has been needed
	end  int64    // of the file

	givenUp bool // there are no links any more
}

// yield gives all links up where their file takes so much of the disk that layers and the
// table may want it.
func (s *linkStore) yield() {
	free, err := machine.FreeDisk(s.work)
	if err == nil && s.end > free/3 {
		s.close()
		clear(s.layers)
		s.givenUp = true
	}
}

// put keeps bytes.
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
				return b, fmt.Errorf("keep links: %w", err)
			}
		}
	}
	s.mu.Unlock()
	if inMemory {
		b.mem = append(make([]byte, 0, b.n), bytes...)
	} else if _, err := s.file.WriteAt(bytes, b.at); err != nil {
		return b, fmt.Errorf("keep links: %w", err)
	}
	return b, nil
}

// get returns what was put, in buf if it has to be read. The result is not to be written to.
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

// of is the links of a layer, or nil.
func (s *linkStore) of(layer int) *links {
	if s == nil {
		return nil
	}
	return s.layers[layer]
}

// drop gives back the links of a layer, if there are any, and of those after it.
func (s *linkStore) drop(layer int) {
	l := s.of(layer)
	if l == nil {
		return
	}
	delete(s.layers, layer)
	if s.file != nil && l.at < s.end {
		s.end = l.at
		_ = s.file.Truncate(s.end) // else it takes more of the disk for a while
	}
}

// close gives back the file.
func (s *linkStore) close() {
	closeScratch(&s.file)
	s.end = 0
}

// closeScratch closes a file, if there is one, and removes it.
func closeScratch(file **os.File) {
	if *file != nil {
		(*file).Close()
		os.Remove((*file).Name())
		*file = nil
	}
}
