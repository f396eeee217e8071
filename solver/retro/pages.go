package retro

import (
	"fmt"
	"os"
	"sync"

	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// tierCells stores the cells of the current tier in ranges of equal size, each with a
// lock. Usually all cells are in memory, in one slice. If memory is short, some
// ranges are in a scratch file. The clock algorithm (Corbató 1968) selects the range
// to replace. Ranges are read and written as a whole, so accesses are grouped by
// range; see tierWorker.change.
type tierCells struct {
	n      int
	shift  int // log2 of the number of cells per range
	ranges []cellRange
	all    []value.Cell // all cells; nil if some may be in the file

	// The remaining fields are used if all is nil.
	file      *os.File
	mu        sync.Mutex
	maxLoaded int // maximum number of ranges in memory; must exceed the number of workers
	loaded    int // number of ranges in memory
	hand      int // next range to consider for replacement
}

// cellRange is a range of cells. The mutex guards all other fields.
type cellRange struct {
	mu     sync.Mutex
	cells  []value.Cell // nil if not in memory
	dirty  bool         // modified since loaded
	stored bool         // saved in the file; if not, cells that are not in memory are value.Unused
	recent bool         // used since the clock hand last passed
}

// newTierCells allocates n cells. If share.paged is set, it creates a file at
// path for the cells that are not in memory.
func newTierCells(n int, share tierShare, path string) (c *tierCells, err error) {
	c = &tierCells{n: n, shift: share.shift, ranges: make([]cellRange, (n+1<<share.shift-1)>>share.shift)}
	if share.paged {
		c.maxLoaded = share.atInitialize
		c.file, err = os.Create(path)
		return c, err
	}
	c.all = make([]value.Cell, n)
	for k := range c.ranges {
		c.ranges[k].cells = c.all[k<<c.shift : min((k+1)<<c.shift, n)]
	}
	return c, nil
}

// setLimit raises the maximum number of ranges in memory if the cells are paged.
func (c *tierCells) setLimit(maxLoaded int) {
	if c.file != nil {
		c.maxLoaded = max(c.maxLoaded, maxLoaded)
	}
}

// shrink reduces the number of ranges in memory to at most maxLoaded if the cells are
// paged. No range may be locked.
func (c *tierCells) shrink(maxLoaded int) error {
	if c.file == nil {
		return nil
	}
	c.maxLoaded = maxLoaded
	for ; c.loaded > maxLoaded; c.loaded-- {
		if _, err := c.drop(c.victim()); err != nil {
			return err
		}
	}
	return nil
}

func (c *tierCells) close() {
	if c.file != nil {
		c.file.Close()
		os.Remove(c.file.Name())
	}
}

// acquire locks a range and returns its cells. The caller must set change if it
// modifies the cells, must call release, and must not lock two ranges at the same
// time.
func (c *tierCells) acquire(k int, change bool) ([]value.Cell, error) {
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

func (c *tierCells) release(k int) { c.ranges[k].mu.Unlock() }

// fetch loads range k, which must be locked. If the limit is reached, it evicts another
// range.
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

// drop evicts and unlocks a locked range and returns its memory.
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

// victim locks a range that was not used recently and returns it for eviction. It
// returns -1 if the limit is not reached. A victim exists because each worker locks
// at most one range.
func (c *tierCells) victim() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.loaded < c.maxLoaded {
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

// read copies len(dst) cells to dst, starting at cell first.
func (c *tierCells) read(dst []value.Cell, first int) error {
	return c.eachRange(len(dst), first, false, func(at int, cells []value.Cell) error {
		copy(dst[at:], cells)
		return nil
	})
}

// eachRange calls visit for each range that overlaps the n cells starting at first.
// The arguments of visit are the overlapping cells and their offset from first. If
// visit modifies them, change must be set.
func (c *tierCells) eachRange(n, first int, change bool, visit func(at int, cells []value.Cell) error) error {
	for at := 0; at < n; {
		k := (first + at) >> c.shift
		cells, err := c.acquire(k, change)
		if err != nil {
			return err
		}
		cells = cells[first+at-k<<c.shift:]
		cells = cells[:min(len(cells), n-at)]
		err = visit(at, cells)
		c.release(k)
		if err != nil {
			return err
		}
		at += len(cells)
	}
	return nil
}

func (c *tierCells) save(from, to int, path string) error {
	w, err := runs.CreateScratch[value.Cell](path)
	if err != nil {
		return err
	}
	return w.End(c.eachRange(to-from, from, false, func(_ int, cells []value.Cell) error { return w.Append(cells) }))
}

// load reads the cells from..to from the scratch file at path. It returns false if the
// file is missing or incomplete.
func (c *tierCells) load(from, to int, path string) (whole bool, err error) {
	saved, err := runs.OpenScratch[value.Cell](path)
	if saved == nil || err != nil {
		return false, err
	}
	defer saved.Close()
	if saved.N != to-from {
		return false, nil
	}
	err = c.eachRange(to-from, from, true, func(at int, cells []value.Cell) error {
		_, err := saved.Read(&cells, at, at+len(cells))
		return err
	})
	return err == nil, err
}
