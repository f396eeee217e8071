package shards

import (
	"os"
	"path/filepath"
	"sync"
)

// spool stores parts of objects in a file, for the later tasks of a run. It is safe for
// concurrent use.
type spool struct {
	dir string

	mu    sync.Mutex
	file  *os.File // nil unless a run is in progress
	size  int64
	parts map[string][]part // by object name
	reads map[string][]read // by object name; the sections of these are stored
}

// part is a part of an object: size bytes at offset from, stored at offset at of the
// file.
type part struct{ from, size, at int64 }

// begin removes all parts. Parts can be added if run is set.
func (s *spool) begin(run bool) (err error) {
	s.size, s.parts, s.reads = 0, map[string][]part{}, map[string][]read{}
	switch {
	case s.file != nil && run:
		return s.file.Truncate(0)
	case s.file != nil:
		err = s.file.Close()
		s.file = nil
	case run:
		if s.file, err = os.Create(filepath.Join(s.dir, "run.parts")); err == nil {
			err = os.Remove(s.file.Name()) // the file stays open
		}
	}
	return err
}

func (s *spool) open() bool { return s.file != nil }

func (s *spool) part(object string, from, size int64) (part, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, p := range s.parts[object] {
		if p.from <= from && from+size <= p.from+p.size {
			return p, true
		}
	}
	return part{}, false
}

// find reports whether size bytes of an object at offset from are stored.
func (s *spool) find(object string, from, size int64) bool {
	_, ok := s.part(object, from, size)
	return ok
}

// read fills data with the bytes of an object at offset from. It reports whether they are
// stored.
func (s *spool) read(object string, from int64, data []byte) bool {
	p, ok := s.part(object, from, int64(len(data)))
	if ok {
		_, err := s.file.ReadAt(data, p.at+from-p.from)
		ok = err == nil
	}
	return ok
}

func (s *spool) add(object string, from int64, data []byte) error {
	size := int64(len(data))
	s.mu.Lock()
	at := s.size
	s.size += size
	s.mu.Unlock()
	_, err := s.file.WriteAt(data, at)
	if err == nil {
		s.mu.Lock()
		s.parts[object] = append(s.parts[object], part{from, size, at})
		s.mu.Unlock()
	}
	return err
}

// has reports whether the sections of r are stored.
func (s *spool) has(r read) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, k := range s.reads[r.m.Name] {
		if k.from <= r.from && r.to <= k.to {
			return true
		}
	}
	return false
}

// complete records that the sections of r are stored, if a run is in progress.
func (s *spool) complete(r read) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file != nil {
		s.reads[r.m.Name] = append(s.reads[r.m.Name], r)
	}
}
