package cluster

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"zermelo/solver/machine"
)

// localObjects keeps copies of the objects that this process has written, so that its
// tasks do not request them from the store. The files are in Dir, which must exist.
type localObjects struct {
	Dir string

	mu    sync.Mutex
	files map[string]string // paths by name
	count int
	bytes int64
}

// localCopy is a copy of an object that is being written. Writing never fails, because
// copies are optional.
type localCopy struct {
	file *os.File
	err  error // first error
}

func (c *localCopy) Write(p []byte) (int, error) {
	if c.err == nil {
		_, c.err = c.file.Write(p)
	}
	return len(p), nil
}

// create returns a copy to be written and passed to add, or nil if the copies take a third
// of the free disk space.
func (l *localObjects) create() *localCopy {
	free, err := machine.FreeDisk(l.Dir)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err != nil || l.bytes > free/3 {
		return nil
	}
	l.count++
	f, err := os.Create(filepath.Join(l.Dir, fmt.Sprintf("%d.object", l.count)))
	if err != nil {
		return nil
	}
	return &localCopy{file: f}
}

// add closes the copy of an object, and keeps it if it is complete and ok is set.
func (l *localObjects) add(name string, c *localCopy, ok bool) {
	f := c.file
	size, err := f.Seek(0, io.SeekEnd)
	if errors.Join(c.err, err, f.Close()) != nil || !ok {
		_ = os.Remove(f.Name())
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.files == nil {
		l.files = map[string]string{}
	}
	l.files[name], l.bytes = f.Name(), l.bytes+size
}

// open opens a part of a copy, or returns nil if there is none.
func (l *localObjects) open(name string, from, size int64) io.ReadCloser {
	l.mu.Lock()
	path := l.files[name]
	l.mu.Unlock()
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	return struct {
		io.Reader
		io.Closer
	}{io.NewSectionReader(f, from, size), f}
}

// clear removes all copies.
func (l *localObjects) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, path := range l.files {
		_ = os.Remove(path)
	}
	l.files, l.bytes = nil, 0
}
