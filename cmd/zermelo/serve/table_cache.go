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

// maxOpen limits the number of open tables. Each uses a few file descriptors and,
// under load, about 20 MiB of caches.
const maxOpen = 16

// tableCache keeps recently used tables open. If a table is replaced on disk, the
// next acquire opens the new version, and the last reader closes the old one.
type tableCache struct {
	db      string
	limit   int
	program string // program version

	mu     sync.Mutex
	tables map[string]*openTable // by ID
	clock  int64                 // number of acquire calls
	open   int                   // number of tables that have not been closed
}

type openTable struct {
	version store.Version
	ready   chan struct{} // closed once game or err is set
	game    solved.Game
	err     error
	tag     string // program version and digest; part of the ETag of replies

	// The following fields are guarded by tableCache.mu.
	checked  time.Time // time of the last version check
	readers  int
	lastUsed int64
	evicted  bool // removed from the cache; closed by the last reader
}

func newTableCache(db string, limit int, program string) *tableCache {
	return &tableCache{db: db, limit: limit, program: program, tables: map[string]*openTable{}}
}

// acquire returns an open table, which the caller must release. It returns
// store.ErrNoTable if the table no longer exists, and reply.ErrBusy if all open
// tables are in use.
func (c *tableCache) acquire(ctx context.Context, t *table) (*openTable, error) {
	version, err := c.versionOf(t)
	c.mu.Lock()
	v := c.tables[t.ID]
	if v != nil && (err != nil || !v.version.Same(version)) {
		_ = c.evict(t.ID, v) // the table no longer exists; errors from Close are irrelevant
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
		v = &openTable{version: version, checked: time.Now(), ready: make(chan struct{})}
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
		} else { // the next request tries again
			c.mu.Lock()
			_ = c.evict(t.ID, v) // there is nothing to close
			c.mu.Unlock()
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
		c.release(v)
		return nil, err
	}
	return v, nil
}

// versionTTL is the time for which the version of a table in an object store is cached,
// because checking the version requires a request to the store.
const versionTTL = 10 * time.Second

func (c *tableCache) versionOf(t *table) (store.Version, error) {
	if !store.Remote(c.db) {
		return store.VersionOf(c.db, t.Table)
	}
	c.mu.Lock()
	v := c.tables[t.ID]
	fresh := v != nil && time.Since(v.checked) < versionTTL
	c.mu.Unlock()
	if fresh {
		return v.version, nil
	}
	now, err := store.VersionOf(c.db, t.Table)
	if v != nil && v.version.Same(now) {
		c.mu.Lock()
		v.checked = time.Now()
		c.mu.Unlock()
	}
	return now, err
}

func (c *tableCache) release(v *openTable) {
	c.mu.Lock()
	defer c.mu.Unlock()
	v.readers--
	_ = c.closeUnused(v) // the table is read-only
}

func (c *tableCache) evict(id string, v *openTable) error {
	if v.evicted {
		return nil
	}
	v.evicted = true
	delete(c.tables, id)
	return c.closeUnused(v)
}

// closeUnused closes a table if it has been evicted and has no readers.
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

// makeRoom evicts the least recently used tables until the cache is below its limit.
// It returns false if all tables are in use.
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
		_ = c.evict(oldest, c.tables[oldest]) // the table is read-only
	}
	return true
}

// stale reports whether a table has been replaced or deleted since it was opened.
func (c *tableCache) stale(t *table, v *openTable) bool {
	now, err := c.versionOf(t)
	return err != nil || !v.version.Same(now)
}

func (c *tableCache) size() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.open
}

// close evicts all tables. A table in use is closed by its last reader.
func (c *tableCache) close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var errs []error
	for id, v := range c.tables {
		errs = append(errs, c.evict(id, v))
	}
	return errors.Join(errs...)
}
