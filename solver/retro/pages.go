package retro

import (
	"cmp"
	"fmt"
	"os"
	"sync"

	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// tierCells are the cells of a tier at work, in ranges of equal size, each with
// a lock. Usually all are in memory, in one piece. Where memory is short only
// some of the ranges are there at a time, and the others in a scratch file:
// which ones are there follows from what is used, by the clock algorithm
// (Corbató 1968).
//
// A range is read and written as a whole, and work comes to it in bulk: the
// first pass goes from range to range, and changes of a round are kept until
// there are many for a range (tierWorker.change).
type tierCells struct {
	n      int
	shift  int // log2 of the cells of a range
	ranges []cellRange
	all    []value.Cell // all cells; nil where they do not stay in memory

	// Where they do not:
	file   *os.File
	mu     sync.Mutex
	most   int // ranges in memory at once; more than there are workers
	loaded int // ranges in memory
	hand   int // the range to look at next for one that can go
}

// cellRange is a range of cells. All of it is under the lock.
type cellRange struct {
	mu     sync.Mutex
	cells  []value.Cell // nil: not in memory
	dirty  bool         // changed since it was loaded
	stored bool         // the file has it; else all cells that are not in memory are Unused
	recent bool         // used since the hand came by
}

// newTierCells makes room for n cells. Where they do not all stay in memory the others
// are in a file at path.
func newTierCells(n int, share tierShare, path string) (c *tierCells, err error) {
	c = &tierCells{n: n, shift: share.shift, ranges: make([]cellRange, (n+1<<share.shift-1)>>share.shift)}
	if share.paged {
		c.most = share.atInitialize
		c.file, err = os.Create(path)
		return c, err
	}
	c.all = make([]value.Cell, n)
	for k := range c.ranges {
		c.ranges[k].cells = c.all[k<<c.shift : min((k+1)<<c.shift, n)]
	}
	return c, nil
}

// keep sets how many ranges are in memory at once, where not all are.
func (c *tierCells) keep(most int) {
	if c.file != nil {
		c.most = max(c.most, most)
	}
}

// shrink makes ranges go until so many are in memory, where not all are. Nobody
// holds one.
func (c *tierCells) shrink(most int) error {
	if c.file == nil {
		return nil
	}
	c.most = most
	for ; c.loaded > most; c.loaded-- {
		if _, err := c.drop(c.victim()); err != nil {
			return err
		}
	}
	return nil
}

// close removes the file, if there is one.
func (c *tierCells) close() {
	if c.file != nil {
		c.file.Close()
		os.Remove(c.file.Name())
	}
}

// hold locks a range and returns its cells; change says that they may be
// written to. Nobody holds two ranges at once.
func (c *tierCells) hold(k int, change bool) ([]value.Cell, error) {
	r := &c.ranges[k]
	r.mu.Lock()
	if r.cells == nil {
		if err := c.fetch(k); err != nil {
			r.mu.Unlock()
			return nil, err
		}
	}
	r.recent = true
	r.dirty = r.dirty || change
	return r.cells, nil
}

// release unlocks a range.
func (c *tierCells) release(k int) { c.ranges[k].mu.Unlock() }

// fetch brings a range into memory, that of another one if there are enough. Its lock is
// held.
func (c *tierCells) fetch(k int) (err error) {
	var cells []value.Cell
	if other := c.victim(); other < 0 {
		cells = make([]value.Cell, 1<<c.shift)
	} else if cells, err = c.drop(other); err != nil {
		return err
	}
	r := &c.ranges[k]
	cells = cells[:min(1<<c.shift, c.n-k<<c.shift)]
	if !r.stored {
		clear(cells)
	} else if _, err := c.file.ReadAt(runs.BytesOf(cells), int64(k)<<c.shift*2); err != nil {
		return fmt.Errorf("read %s: %w", c.file.Name(), err)
	}
	r.cells, r.dirty = cells, false
	return nil
}

// drop takes a range out of memory, which is locked, and unlocks it. It returns
// the memory.
func (c *tierCells) drop(k int) ([]value.Cell, error) {
	r := &c.ranges[k]
	defer r.mu.Unlock()
	if r.dirty {
		if _, err := c.file.WriteAt(runs.BytesOf(r.cells), int64(k)<<c.shift*2); err != nil {
			return nil, fmt.Errorf("write %s: %w", c.file.Name(), err)
		}
		r.stored = true
	}
	cells := r.cells[:cap(r.cells)]
	r.cells = nil
	return cells, nil
}

// victim locks a range whose memory is to be given to another, which has not
// been used lately; -1 if there is memory left. As each worker holds one range
// at most, there is always one that can go.
func (c *tierCells) victim() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.loaded < c.most {
		c.loaded++
		return -1
	}
	for {
		k := c.hand
		c.hand = (c.hand + 1) % len(c.ranges)
		r := &c.ranges[k]
		if !r.mu.TryLock() {
			continue
		}
		if r.cells != nil && !r.recent {
			return k
		}
		r.recent = false
		r.mu.Unlock()
	}
}

// read copies the cells from first on.
func (c *tierCells) read(dst []value.Cell, first int) error {
	return c.pieces(len(dst), first, false, func(at int, cells []value.Cell) { copy(dst[at:], cells) })
}

// pieces calls visit for the cells of each range among n cells from first on,
// with how many come before.
func (c *tierCells) pieces(n, first int, change bool, visit func(at int, cells []value.Cell)) error {
	for at := 0; at < n; {
		k := (first + at) >> c.shift
		cells, err := c.hold(k, change)
		if err != nil {
			return err
		}
		cells = cells[first+at-k<<c.shift:]
		cells = cells[:min(len(cells), n-at)]
		visit(at, cells)
		c.release(k)
		at += len(cells)
	}
	return nil
}

// save writes the cells from..to to a scratch file.
func (c *tierCells) save(from, to int, path string) error {
	w, err := runs.CreateScratch[value.Cell](path)
	if err != nil {
		return err
	}
	failed := error(nil)
	err = c.pieces(to-from, from, false, func(_ int, cells []value.Cell) {
		if failed == nil {
			failed = w.Append(cells)
		}
	})
	return w.End(cmp.Or(err, failed))
}

// load reads the cells from..to from a scratch file. It returns false where
// there is no such file that is whole.
func (c *tierCells) load(from, to int, path string) (whole bool, err error) {
	saved, err := runs.OpenScratch[value.Cell](path)
	if saved == nil || err != nil {
		return false, err
	}
	defer saved.Close()
	if saved.N != to-from {
		return false, nil
	}
	failed := error(nil)
	err = c.pieces(to-from, from, true, func(at int, cells []value.Cell) {
		if failed == nil {
			_, failed = saved.Read(cells, at, at+len(cells))
		}
	})
	err = cmp.Or(err, failed)
	return err == nil, err
}
