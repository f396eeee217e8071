package serve

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
	weighted "golang.org/x/sync/semaphore"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
	"zermelo/reports/solved"
)

// answer is a kind of answer from a table.
type answer struct {
	key  string // within the table; "" for answers that are not kept
	kind string // content type
	slow bool   // to make, from a table of all positions too
	make func(context.Context, solved.Game) ([]byte, error)
}

// read answers a request from the cache or from the table that it names. It tries up to
// three times if the table is replaced meanwhile.
func (s *Server) read(w http.ResponseWriter, r *http.Request, a answer) error {
	t, err := s.named(r)
	if err != nil {
		return err
	}
	for tries := 1; ; tries++ {
		again, err := s.readOnce(w, r, t, a)
		if !again || tries == 3 {
			return err
		}
	}
}

// readOnce is one try of read. It reports whether it failed because the table was
// replaced.
func (s *Server) readOnce(w http.ResponseWriter, r *http.Request, t *table, a answer) (again bool, err error) {
	v, err := s.open.acquire(r.Context(), t)
	if err != nil {
		return false, err
	}
	defer s.open.release(v)
	if a.key == "" {
		body, err := s.make(r.Context(), v, a, t)
		if err != nil {
			return false, err
		}
		w.Header().Set("Cache-Control", "no-store")
		return false, reply.Send(w, r, a.kind, reply.Tag(string(body)), body)
	}
	key := v.tag + a.key
	mark := reply.Tag(key)
	if reply.Unchanged(w, r, mark) {
		return false, nil
	}
	body := s.answers.get(key)
	if body == nil {
		if body, err = s.make(r.Context(), v, a, t); err != nil {
			return reply.FailureOf(err).Status == http.StatusInternalServerError && s.open.stale(t, v), err
		}
		s.answers.put(key, body)
	}
	return false, reply.Send(w, r, a.kind, mark, body)
}

func (s *Server) make(ctx context.Context, v *openTable, a answer, t *table) ([]byte, error) {
	turn := s.quick
	if a.slow || t.Kind == kindProof {
		turn = s.slow
	}
	if err := turn.acquire(ctx); err != nil {
		return nil, err
	}
	defer turn.release()
	body, err := a.make(ctx, v.game)
	return body, cmp.Or(games.Failure(t.variant), err)
}

// cacheBytes is the size of the cache of answers: some 10,000 positions, or a hundred
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

const (
	// maxQuick is how many positions are looked up at once.
	maxQuick = 32
	// quickWait and slowWait are how long a request waits for its turn before it gets
	// 503.
	quickWait = time.Second
	slowWait  = 2 * time.Second
)

// semaphore bounds how many requests do some kind of work at once.
type semaphore struct {
	*weighted.Weighted
	wait time.Duration
}

func newSemaphore(width int, wait time.Duration) *semaphore {
	return &semaphore{weighted.NewWeighted(int64(width)), wait}
}

// acquire waits for a slot. It returns reply.ErrBusy after the waiting time, or the error of
// ctx. Call release after each nil.
func (s *semaphore) acquire(ctx context.Context) error {
	if s.TryAcquire(1) {
		return nil
	}
	limited, cancel := context.WithTimeoutCause(ctx, s.wait, reply.ErrBusy)
	defer cancel()
	if s.Acquire(limited, 1) != nil {
		return context.Cause(limited)
	}
	return nil
}

func (s *semaphore) release() { s.Release(1) }
