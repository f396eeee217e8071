package serve

import (
	"container/list"
	"sync"
)

// cacheBytes is how many bytes of answers are remembered: some 3000 positions,
// or a hundred reports.
const cacheBytes = 32 << 20

// cache remembers the answers given last. Making one takes two to a hundred times
// as long as sending it. The key of an answer says of which solution it is, so
// that no answer outlives its table.
type cache struct {
	limit int // in bytes

	mu      sync.Mutex
	size    int        // in bytes
	order   *list.List // of *remembered, the one used last in front
	answers map[string]*list.Element
}

type remembered struct {
	key  string
	body []byte
}

func newCache(limit int) *cache {
	return &cache{limit: limit, order: list.New(), answers: map[string]*list.Element{}}
}

// get is the answer with a key, or nil. It must not be changed.
func (c *cache) get(key string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.answers[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*remembered).body
}

// put remembers an answer, unless it is very large, and forgets others for it.
func (c *cache) put(key string, body []byte) {
	const overhead = 200 // of the list and the map
	cost := func(r *remembered) int { return len(r.key) + len(r.body) + overhead }
	fresh := &remembered{key, body}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answers[key] != nil || cost(fresh) > c.limit/4 {
		return
	}
	c.answers[key] = c.order.PushFront(fresh)
	for c.size += cost(fresh); c.size > c.limit; {
		last := c.order.Back()
		old := c.order.Remove(last).(*remembered)
		delete(c.answers, old.key)
		c.size -= cost(old)
	}
}
