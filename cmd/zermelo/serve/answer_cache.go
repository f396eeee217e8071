package serve

import (
	"math"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
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
	size    int // in bytes
	answers *simplelru.LRU[string, []byte]
}

func newAnswerCache(limit int) *answerCache {
	c := &answerCache{limit: limit}
	evicted := func(key string, body []byte) { c.size -= cost(key, body) }
	c.answers, _ = simplelru.NewLRU(math.MaxInt, evicted) // fails for a size below 1
	return c
}

// cost is the memory of an answer, with that of the list and the map.
func cost(key string, body []byte) int { return len(key) + len(body) + 200 }

// get returns the answer with a key, or nil. The caller must not change it.
func (c *answerCache) get(key string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	body, _ := c.answers.Get(key)
	return body
}

// put adds an answer, unless it takes more than a quarter of the cache, and evicts
// others for it.
func (c *answerCache) put(key string, body []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.answers.Contains(key) || cost(key, body) > c.limit/4 {
		return
	}
	c.answers.Add(key, body)
	for c.size += cost(key, body); c.size > c.limit; {
		c.answers.RemoveOldest()
	}
}
