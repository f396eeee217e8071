package serve

import (
	"container/list"
	"sync"
)

// cacheBytes is the size of the cache of answers: some 3000 positions, or a hundred
// reports.
const cacheBytes = 32 << 20

// answerCache keeps the answers used last. Making an answer takes 2 to 100 times as
// long as sending it. Keys contain the digest of the solution, so that an answer is
// not served after its table was replaced.
type answerCache struct {
	limit int // in bytes

	mu      sync.Mutex
	size    int        // in bytes
	order   *list.List // of *cachedAnswer, the one used last in front
	answers map[string]*list.Element
}

type cachedAnswer struct {
	key  string
	body []byte
}

func newAnswerCache(limit int) *answerCache {
	return &answerCache{limit: limit, order: list.New(), answers: map[string]*list.Element{}}
}

// get returns the answer with a key, or nil. The caller must not change it.
func (c *answerCache) get(key string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.answers[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*cachedAnswer).body
}

// put adds an answer, unless it takes more than a quarter of the cache, and evicts
// others for it.
func (c *answerCache) put(key string, body []byte) {
	const overhead = 200 // of the list and the map
	cost := func(r *cachedAnswer) int { return len(r.key) + len(r.body) + overhead }
	fresh := &cachedAnswer{key, body}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answers[key] != nil || cost(fresh) > c.limit/4 {
		return
	}
	c.answers[key] = c.order.PushFront(fresh)
	for c.size += cost(fresh); c.size > c.limit; {
		last := c.order.Back()
		old := c.order.Remove(last).(*cachedAnswer)
		delete(c.answers, old.key)
		c.size -= cost(old)
	}
}
