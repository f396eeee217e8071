package serve

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/reports/solved"
	"zermelo/tablebase/store"
)

// maxOpen is how many tables are open at once. Each has some descriptors, and caches
// of about 20 MiB under load.
const maxOpen = 16

// tableCache keeps the tables open that were used last. When a table is replaced on
// disk, the old one is closed after its last reader and the new one opened.
type tableCache struct {
	db      string
	limit   int
	program string // its version

	mu     sync.Mutex
	tables map[string]*openTable // by id
	clock  int64                 // counts calls of acquire
	open   int                   // tables not closed yet
}

// openTable is a table that is open, or about to be.
type openTable struct {
	version store.Version
	ready   chan struct{} // closed when game or err is set
	game    solved.Game
	err     error
	tag     string // of the program and the solution: part of the ETag of its answers

	// Guarded by the mutex of the cache.
	asked    time.Time // when the version was asked for
	readers  int
	lastUsed int64
	evicted  bool // no longer in the cache; the last reader closes it
}

func newTableCache(db string, limit int, program string) *tableCache {
	return &tableCache{db: db, limit: limit, program: program, tables: map[string]*openTable{}}
}

// acquire returns a table from the cache, or opens it. It returns store.ErrNoTable
// if the table is gone, and reply.ErrBusy when all open tables are in use. Call release after
// each nil.
func (c *tableCache) acquire(ctx context.Context, t *table) (*openTable, error) {
	version, err := c.versionOf(t)
	c.mu.Lock()
	v := c.tables[t.ID]
	if v != nil && (err != nil || !v.version.Same(version)) {
		_ = c.evict(t.ID, v) // an error of closing what is gone does not matter
		v = nil
	}
	if err != nil {
		c.mu.Unlock()
		return nil, err
	}
	fresh := v == nil
	if fresh {
		if !c.makeRoom() {
			c.mu.Unlock()
			return nil, reply.ErrBusy
		}
		v = &openTable{version: version, asked: time.Now(), ready: make(chan struct{})}
		c.tables[t.ID] = v
		c.open++
	}
	c.clock++
	v.readers, v.lastUsed = v.readers+1, c.clock
	c.mu.Unlock()
	if fresh {
		v.game, v.err = t.open(c.db)
		if v.err == nil {
			v.tag = fmt.Sprintf("%s %016x %s ", c.program, v.game.Solution().Digest, t.Table)
		}
		close(v.ready)
	}
	select {
	case <-v.ready:
		err = v.err
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		c.drop(t.ID, v)
		return nil, err
	}
	return v, nil
}

// askAgain is how long the version of a table in an object store is believed: asking costs a request.
const askAgain = 10 * time.Second

// versionOf is the version of a table.
func (c *tableCache) versionOf(t *table) (store.Version, error) {
	if !store.Remote(c.db) {
		return store.VersionOf(c.db, t.Table)
	}
	c.mu.Lock()
	v := c.tables[t.ID]
	fresh := v != nil && time.Since(v.asked) < askAgain
	c.mu.Unlock()
	if fresh {
		return v.version, nil
	}
	now, err := store.VersionOf(c.db, t.Table)
	if v != nil && v.version.Same(now) {
		c.mu.Lock()
		v.asked = time.Now()
		c.mu.Unlock()
	}
	return now, err
}

// drop releases a table that could not be acquired. One that could not be opened is
// evicted, so that the next request tries again.
func (c *tableCache) drop(id string, v *openTable) {
	select {
	case <-v.ready:
		if v.err != nil {
			c.mu.Lock()
			_ = c.evict(id, v) // there is nothing to close
			c.mu.Unlock()
		}
	default:
	}
	c.release(v)
}

func (c *tableCache) release(v *openTable) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v.readers--
	_ = c.closeUnused(v) // nothing was written
}

// evict takes a table out of the cache.
func (c *tableCache) evict(id string, v *openTable) error {
	if v.evicted {
		return nil
	}
	v.evicted = true
	delete(c.tables, id)
	return c.closeUnused(v)
}

// closeUnused closes an evicted table without readers. That is quick: tables are open
// for reading only.
func (c *tableCache) closeUnused(v *openTable) error {
	if !v.evicted || v.readers > 0 {
		return nil
	}
	c.open--
	if v.game == nil {
		return nil
	}
	return v.game.Close()
}

// makeRoom evicts the tables unused for the longest time while there are too many. It
// returns false when all are in use.
func (c *tableCache) makeRoom() bool {
	for c.open >= c.limit {
		oldest := ""
		for id, v := range c.tables {
			if v.readers == 0 && (oldest == "" || v.lastUsed < c.tables[oldest].lastUsed) {
				oldest = id
			}
		}
		if oldest == "" {
			return false
		}
		_ = c.evict(oldest, c.tables[oldest]) // nothing was written
	}
	return true
}

// stale reports whether a table was replaced or deleted since it was opened.
func (c *tableCache) stale(t *table, v *openTable) bool {
	now, err := c.versionOf(t)
	return err != nil || !v.version.Same(now)
}

func (c *tableCache) size() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open
}

// close evicts all tables. Those in use are closed by their last reader.
func (c *tableCache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for id, v := range c.tables {
		errs = append(errs, c.evict(id, v))
	}
	return errors.Join(errs...)
}
