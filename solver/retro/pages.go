package retro

import (
	"cmp"
	"fmt"
	"os"
	"sync"

	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// tierCells stores the cells of the current tier in ranges of equal size. Each
// range has a lock. Usually all cells are in memory, in one slice. If memory is
// short, only some ranges are in memory, and the others are in a scratch file.
// The clock algorithm (Corbató 1968) selects the range to replace.
//
// Ranges are read and written as a whole, so accesses are grouped by range. The
// first pass proceeds range by range, and the changes of a round are buffered
// by range (tierWorker.change).
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

// setLimit raises the maximum number of ranges in memory to at least maxLoaded.
// It does nothing if the cells are not paged.
func (c *tierCells) setLimit(maxLoaded int) {
	if c.file != nil {
		c.maxLoaded = max(c.maxLoaded, maxLoaded)
	}
}

// shrink reduces the number of ranges in memory to at most maxLoaded. It does
// nothing if the cells are not paged. No range may be locked.
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

// close closes and removes the file, if any.
func (c *tierCells) close() {
	if c.file != nil {
		c.file.Close()
		os.Remove(c.file.Name())
	}
}

// acquire locks a range and returns its cells. The caller must set change if it
// modifies them, and must call release. It must not lock two ranges at the same
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

// fetch loads a range. If the limit is reached, it evicts another range. The
// caller must hold the lock of range k.
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

// drop evicts a range and returns its memory. The range must be locked; drop
// unlocks it.
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

// victim chooses a range to evict that was not used recently. It locks the
// range and returns its number. It returns -1 if the limit is not reached.
// Since each worker locks at most one range, a victim always exists.
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
	return c.eachRange(len(dst), first, false, func(at int, cells []value.Cell) { copy(dst[at:], cells) })
}

// eachRange calls visit for each range that overlaps the n cells starting at
// first. The arguments of visit are the overlapping cells and their offset from
// first. If visit modifies them, change must be set.
func (c *tierCells) eachRange(n, first int, change bool, visit func(at int, cells []value.Cell)) error {
	for at := 0; at < n; {
		k := (first + at) >> c.shift
		cells, err := c.acquire(k, change)
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

// save writes the cells from..to to a scratch file at path.
func (c *tierCells) save(from, to int, path string) error {
	w, err := runs.CreateScratch[value.Cell](path)
	if err != nil {
		return err
	}
	failed := error(nil)
	err = c.eachRange(to-from, from, false, func(_ int, cells []value.Cell) {
		if failed == nil {
			failed = w.Append(cells)
		}
	})
	return w.End(cmp.Or(err, failed))
}

// load reads the cells from..to from the scratch file at path. The result whole
// is false if the file is missing or incomplete.
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
	err = c.eachRange(to-from, from, true, func(at int, cells []value.Cell) {
		if failed == nil {
			_, failed = saved.Read(&cells, at, at+len(cells))
		}
	})
	err = cmp.Or(err, failed)
	return err == nil, err
}
