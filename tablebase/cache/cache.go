// Package cache provides a cache for decoded blocks and a pool for decoders.
package cache

import "sync"

// Place identifies a block of a layer or tier.
type Place struct{ Layer, Block int32 }

// Cache caches decoded blocks. It evicts blocks using the clock algorithm (Corbató,
// 1968). A Cache is safe for concurrent use.
type Cache[B any] struct {
	mu    sync.Mutex
	index map[Place]int // index into slots
	slots []slot[B]
	limit int
	hand  int
}

type slot[B any] struct {
	at   Place
	b    *B
	used bool // since the hand last passed this slot
}

// New returns a cache for at most limit blocks.
func New[B any](limit int) *Cache[B] {
	return &Cache[B]{index: map[Place]int{}, limit: limit}
}

// Get returns the block at a place, or nil if the block is not cached.
func (c *Cache[B]) Get(at Place) *B {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, ok := c.index[at]
	if !ok {
		return nil
	}
	c.slots[i].used = true
	return c.slots[i].b
}

// Put adds a block. It replaces any block cached for the same place, because that
// block may have been decoded without remoteness.
func (c *Cache[B]) Put(at Place, b *B) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if i, ok := c.index[at]; ok {
		c.slots[i].b = b
		return
	}
	i := len(c.slots)
	if i < c.limit {
		c.slots = append(c.slots, slot[B]{})
	} else {
		for c.slots[c.hand].used {
			c.slots[c.hand].used = false
			c.hand = (c.hand + 1) % len(c.slots)
		}
		i = c.hand
		c.hand = (c.hand + 1) % len(c.slots)
		delete(c.index, c.slots[i].at)
	}
	c.slots[i] = slot[B]{at: at, b: b}
	c.index[at] = i
}

// Resize changes the maximum number of blocks. If more blocks are cached, Resize
// empties the cache.
func (c *Cache[B]) Resize(limit int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.limit = limit; len(c.slots) > limit {
		c.slots, c.hand = nil, 0
		clear(c.index)
	}
}

// Pool is a set of idle values for reuse. Unlike a sync.Pool, it keeps values until
// Clear is called. The zero value is an empty pool. A Pool is safe for concurrent
// use.
type Pool[T any] struct {
	mu   sync.Mutex
	idle []*T
}

// Get removes and returns an idle value, or returns a new zero value if the pool is
// empty.
func (p *Pool[T]) Get() *T {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle) - 1
	if n < 0 {
		return new(T)
	}
	v := p.idle[n]
	p.idle = p.idle[:n]
	return v
}

// Put adds an idle value to the pool.
func (p *Pool[T]) Put(v *T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, v)
}

// Clear releases all idle values.
func (p *Pool[T]) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = nil
}
