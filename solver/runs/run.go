// Package runs stores, sorts and merges runs of states.
//
// A run is a sorted list of states without duplicates, in memory or in a scratch file. Files
// hold the words as they are in memory, with a checksum, and are not synced: a file that is
// torn is made again. A merge reads up to MostFanIn files at once, in as many passes as it
// takes. Sorting takes about 15 ns a state of 48 bits.
package runs

import (
	"fmt"
	"os"
	"unsafe"

	"zermelo/games"
)

// Run is a sorted list of distinct states, in memory or in a file of its own.
// The file is open only while it is written or merged, so that the number of
// runs is not bounded by the number of files that a process may open.
type Run[S games.State] struct {
	N    int
	Mem  []S    // all n states, where there is no file
	path string // of the file with all n states as they are in memory, or ""
}

// SpillRun writes sorted states to a file. It leaves none if it fails.
func SpillRun[S games.State](path string, states []S) (*Run[S], error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("spill a run to disk: %w", err)
	}
	_, err = file.Write(BytesOf(states))
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(path) // the disk may be full
		return nil, fmt.Errorf("spill a run to disk: %w", err)
	}
	return &Run[S]{N: len(states), path: path}, nil
}

// Remove gives back the memory or the file of a run.
func (r *Run[S]) Remove() {
	r.Mem = nil
	if r.path != "" {
		os.Remove(r.path)
	}
}

// cursor goes through a run from its first state to its last.
type cursor[S games.State] struct {
	run    *Run[S]
	file   *os.File
	buf    []S // what window is a part of, where there is a file: as long as the longest window
	window []S // the next states
	next   int // index in the run of the first state after window
	reads  int64
}

// open opens the file of the run, whose states go through buf.
func (c *cursor[S]) open(buf []S) error {
	file, err := os.Open(c.run.path)
	c.file, c.buf = file, buf
	return err
}

func (c *cursor[S]) close() {
	if c.file != nil {
		c.file.Close()
	}
}

// needsFill reports whether a window of size states is to be filled: where less than
// half is left, so that reads are of half a window at least.
func (c *cursor[S]) needsFill(size int) bool { return c.next < c.run.N && len(c.window) <= size/2 }

// fill extends the window to size states, or to the end of the run.
func (c *cursor[S]) fill(size int) error {
	from := c.next
	c.next = min(from+size-len(c.window), c.run.N)
	if c.file == nil {
		c.window = c.run.Mem[from-len(c.window) : c.next]
		return nil
	}
	left := copy(c.buf, c.window)
	c.window = c.buf[:left+c.next-from]
	var zero S
	c.reads++
	if _, err := c.file.ReadAt(BytesOf(c.window[left:]), int64(from)*int64(unsafe.Sizeof(zero))); err != nil {
		return fmt.Errorf("read %s: %w", c.file.Name(), err)
	}
	return nil
}
