package tablebase

import "sync"

// cacheBlocks is how many decoded blocks a table keeps: 12 MiB for states of
// one word.
const cacheBlocks = 256

// place says which block of which layer or tier.
type place struct{ layer, block int32 }

// cache keeps decoded blocks by the clock algorithm (Corbató, 1968): each use
// marks a block, the hand passes over marked ones once.
type cache[B any] struct {
	mu    sync.Mutex
	index map[place]int // into slots
	slots []slot[B]
	limit int
	hand  int
}

type slot[B any] struct {
	at   place
	b    *B
	used bool
}

func newCache[B any](limit int) cache[B] {
	return cache[B]{index: map[place]int{}, limit: limit}
}

func (c *cache[B]) get(at place) *B {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, ok := c.index[at]
	if !ok {
		return nil
	}
	c.slots[i].used = true
	return c.slots[i].b
}

// put keeps a block, in the place of an older one: that may have been without
// remoteness.
func (c *cache[B]) put(at place, b *B) {
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

// grow lets the cache keep at least limit blocks from now on.
func (c *cache[B]) grow(limit int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit = max(c.limit, limit)
}
