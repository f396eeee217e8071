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

// answer describes how to compute a reply from a table.
type answer struct {
	key  string // cache key, unique within the table; "" disables caching
	kind string // content type
	slow bool   // slow even for a table with all positions
	make func(context.Context, solved.Game) ([]byte, error)
}

// read replies from the cache or from the table named in the request. If the table is
// replaced concurrently, read makes up to three attempts.
func (s *Server) read(w http.ResponseWriter, r *http.Request, a answer) error {
	t, err := s.tables.resolve(r.PathValue("table"))
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

// readOnce makes one attempt to reply. It reports whether the attempt failed because
// the table was replaced.
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

// cacheBytes is the size of the reply cache, which is sufficient for about 10,000
// positions or 100 reports.
const cacheBytes = 32 << 20

// answerCache is an LRU cache of replies. Computing a reply takes 2 to 100 times as long
// as sending it. Keys include the digest of the table, so replies become unreachable
// when the table is replaced.
type answerCache struct {
	limit int // bytes

	mu      sync.Mutex
	size    int // bytes
	answers *simplelru.LRU[string, []byte]
}

func newAnswerCache(limit int) *answerCache {
	c := &answerCache{limit: limit}
	evicted := func(key string, body []byte) { c.size -= cost(key, body) }
	c.answers, _ = simplelru.NewLRU(math.MaxInt, evicted) // fails only for a size below 1
	return c
}

// cost returns the approximate memory usage of an entry, in bytes.
func cost(key string, body []byte) int { return len(key) + len(body) + 200 }

// get returns a cached reply, or nil if there is none. The caller must not modify the
// reply.
func (c *answerCache) get(key string) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	body, _ := c.answers.Get(key)
	return body
}

// put adds a reply unless it is larger than a quarter of the cache.
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
	// maxLookups limits the number of concurrent position lookups.
	maxLookups = 32
	// quickWait and slowWait limit the time that a request waits for a slot before
	// the server replies with status 503.
	quickWait = time.Second
	slowWait  = 2 * time.Second
)

// semaphore limits concurrency and the time that callers wait.
type semaphore struct {
	*weighted.Weighted
	wait time.Duration
}

func newSemaphore(width int, wait time.Duration) *semaphore {
	return &semaphore{weighted.NewWeighted(int64(width)), wait}
}

// acquire waits for a slot. It returns reply.ErrBusy if the wait times out, or the
// error of ctx. If it returns nil, the caller must call release.
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
