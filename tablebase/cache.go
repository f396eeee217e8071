package tablebase

import (
	"sync"

	"zermelo/games"
)

// cacheBlocks is how many decoded blocks a table keeps: 12 MiB for states of
// one word.
const cacheBlocks = 256

// place says which block of which layer.
type place struct{ layer, block int32 }

// cache keeps decoded blocks by the clock algorithm (Corbató, 1968): each use
// marks a block, the hand passes over marked ones once.
type cache[S games.State] struct {
	mu    sync.Mutex
	index map[place]int // into slots
	slots []slot[S]
	limit int
	hand  int
}

type slot[S games.State] struct {
	at   place
	b    *block[S]
	used bool
}

func newCache[S games.State](limit int) cache[S] {
	return cache[S]{index: map[place]int{}, limit: limit}
}

func (c *cache[S]) get(at place) *block[S] {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, ok := c.index[at]
	if !ok {
		return nil
	}
	c.slots[i].used = true
	return c.slots[i].b
}

func (c *cache[S]) put(at place, b *block[S]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.index[at]; ok {
		return
	}
	i := len(c.slots)
	if i < c.limit {
		c.slots = append(c.slots, slot[S]{})
	} else {
		for c.slots[c.hand].used {
			c.slots[c.hand].used = false
			c.hand = (c.hand + 1) % len(c.slots)
		}
		i = c.hand
		c.hand = (c.hand + 1) % len(c.slots)
		delete(c.index, c.slots[i].at)
	}
	c.slots[i] = slot[S]{at: at, b: b}
	c.index[at] = i
}

// grow lets the cache keep at least limit blocks from now on.
func (c *cache[S]) grow(limit int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit = max(c.limit, limit)
}
