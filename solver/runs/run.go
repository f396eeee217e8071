// Package runs stores, sorts and merges runs of states.
//
// A run is a sorted list of distinct states in memory or in a file. Files
// contain words in their memory representation and are not synced. Scratch
// files, which a later run of the program may use, have a checksum; damaged
// ones are recreated. A merge reads up to MaxFanIn files together, in as many
// passes as necessary. Sorting takes about 15 ns per 48-bit state.
package runs

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"zermelo/games"
)

// Run is a sorted list of distinct states, in memory or in its own file. The
// file is open only while it is written or merged, so the number of runs is not
// limited by the maximum number of open files.
type Run[S games.State] struct {
	N    int
	Mem  []S    // all N states; nil if they are in the file
	path string // file that contains all N states; "" if they are in memory
}

// SpillRun writes sorted states to a new file and returns them as a Run.
func SpillRun[S games.State](path string, states []S) (*Run[S], error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("spill a run to disk: %w", err)
	}
	_, err = file.Write(BytesOf(states))
	err = errors.Join(err, file.Close())
	if err != nil {
		os.Remove(path) // the disk may be full
		return nil, fmt.Errorf("spill a run to disk: %w", err)
	}
	return &Run[S]{N: len(states), path: path}, nil
}

// Remove releases the run's memory or removes its file.
func (r *Run[S]) Remove() {
	r.Mem = nil
	if r.path != "" {
		os.Remove(r.path)
	}
}

type cursor[S games.State] struct {
	run    *Run[S]
	file   *os.File
	buf    []S // memory for window if the run is in a file
	window []S // next states of the run
	next   int // index in the run of the first state after window
	reads  int64
}

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

func (c *cursor[S]) needsFill(size int) bool { return c.next < c.run.N && len(c.window) <= size/2 }

// fill reads states until the window has size states or the run ends.
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

// Seek returns the smallest index i >= at for which states[i] is at least s, or
// len(states) if there is none. The states must be sorted. Seek uses galloping
// search.
func Seek[S games.State](states []S, at int, s S) int {
	if at >= len(states) || !games.Less(states[at], s) {
		return at
	}
	step := 1
	for at+step < len(states) && games.Less(states[at+step], s) {
		at += step
		step *= 2
	}
	// The result is in (at, at+step].
	high := min(at+step, len(states))
	for at+1 < high {
		mid := int(uint(at+high) >> 1)
		if games.Less(states[mid], s) {
			at = mid
		} else {
			high = mid
		}
	}
	return high
}
