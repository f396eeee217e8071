// Package runs stores, sorts and merges runs of states.
//
// A run is a sorted list of distinct states in memory or in a scratch file.
// Files hold words in their memory representation with a checksum. They are not
// synced; damaged files are recreated. A merge reads up to MaxFanIn files
// together, in as many passes as necessary. Sorting takes about 15 ns per
// 48-bit state.
package runs

import (
	"fmt"
	"os"
	"unsafe"

	"zermelo/games"
)

// Run is a sorted list of distinct states, in memory or in its own file. The
// file is open only while it is written or merged, so the number of runs is not
// limited by the number of open files.
type Run[S games.State] struct {
	N    int
	Mem  []S    // all N states; nil if they are in a file
	path string // file with all N states; "" if they are in memory
}

// SpillRun writes sorted states to a file. It removes the file on error.
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

// Remove releases the memory or removes the file of a run.
func (r *Run[S]) Remove() {
	r.Mem = nil
	if r.path != "" {
		os.Remove(r.path)
	}
}

// cursor reads a run sequentially.
type cursor[S games.State] struct {
	run    *Run[S]
	file   *os.File
	buf    []S // memory of window for a run in a file
	window []S // the next states
	next   int // index in the run of the first state after window
	reads  int64
}

// open opens the file of the run and sets the buffer.
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

// needsFill reports whether a window should be filled to size states: if at
// most half is left, so that reads have at least half a window.
func (c *cursor[S]) needsFill(size int) bool { return c.next < c.run.N && len(c.window) <= size/2 }

// fill extends the window to size states or to the end of the run.
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
