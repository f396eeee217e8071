// Package cache keeps decoded blocks, and what decodes them.
package cache

import "sync"

// Place says which block of which layer or tier.
type Place struct{ Layer, Block int32 }

// Cache keeps decoded blocks by the clock algorithm (Corbató, 1968): each use
// marks a block, the hand passes over marked ones once.
type Cache[B any] struct {
	mu    sync.Mutex
	index map[Place]int // into slots
	slots []slot[B]
	limit int
	hand  int
}

type slot[B any] struct {
	at   Place
	b    *B
	used bool
}

func New[B any](limit int) *Cache[B] {
	return &Cache[B]{index: map[Place]int{}, limit: limit}
}

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

// Put keeps a block, in the place of an older one: that may have been without
// remoteness.
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

// Resize lets the cache keep so many blocks from now on. What it has goes if that
// is more.
func (c *Cache[B]) Resize(limit int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.limit = limit; len(c.slots) > limit {
		c.slots, c.hand = nil, 0
		clear(c.index)
	}
}

// Pool keeps values that are not in use, as encoders are large and slow to make. Unlike
// sync.Pool it keeps all until Clear. It is safe for concurrent use, and the zero value
// is empty.
type Pool[T any] struct {
	mu   sync.Mutex
	idle []*T
}

// Get takes a value, a new one if there is none.
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

// Put gives a value back.
func (p *Pool[T]) Put(v *T) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = append(p.idle, v)
}

// Clear lets go of all values that are not in use.
func (p *Pool[T]) Clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.idle = nil
}
