package serve

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"time"

	"zermelo/reports/solved"
)

const (
	searchMemory      = 128 << 20 // limit per search, in bytes
	searchThreads     = 2         // maximum per search
	searchIdleTimeout = time.Minute
)

// searchPool limits the number of concurrent searches. It retains finished searches
// for some time, so that the next search of the same game can reuse their results.
type searchPool struct {
	slots *semaphore
	limit int // maximum number of searches in memory, running or idle

	mu      sync.Mutex
	idle    []*pooledSearch // least recently used first
	running int
}

type pooledSearch struct {
	solved.Searcher
	game  string
	tree  bool        // uses Monte Carlo tree search
	timer *time.Timer // closes the search after searchIdleTimeout
}

func newSearchPool(limit int) *searchPool {
	return &searchPool{slots: newSemaphore(limit, slowWait), limit: limit}
}

// acquire returns a search for the game of t. If the error is nil, the caller must
// call release. Its errors are those of semaphore.acquire and solved.NewSearcher.
func (l *searchPool) acquire(ctx context.Context, t *table, tree bool) (*pooledSearch, error) {
	if err := l.slots.acquire(ctx); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running++
	game := t.variant.Info().Name
	if i := slices.IndexFunc(l.idle, func(k *pooledSearch) bool { return k.game == game && k.tree == tree }); i >= 0 {
		return l.remove(i), nil
	}
	for len(l.idle) > 0 && l.running+len(l.idle) > l.limit {
		l.remove(0).Close()
	}
	threads := min(searchThreads, runtime.GOMAXPROCS(0))
	if tree {
		return &pooledSearch{Searcher: solved.NewTreeSearcher(t.variant, threads, searchMemory, rand.Uint64()), game: game, tree: true}, nil
	}
	s, err := solved.NewSearcher(t.variant, threads, searchMemory)
	if err != nil {
		l.running--
		l.slots.release()
		return nil, err
	}
	return &pooledSearch{Searcher: s, game: game}, nil
}

func (l *searchPool) remove(i int) *pooledSearch {
	k := l.idle[i]
	k.timer.Stop()
	l.idle = slices.Delete(l.idle, i, i+1)
	return k
}

func (l *searchPool) release(k *pooledSearch) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running--
	l.idle = append(l.idle, k)
	k.timer = time.AfterFunc(searchIdleTimeout, func() { l.expire(k) })
	l.slots.release()
}

// expire closes a search that has been idle for searchIdleTimeout.
func (l *searchPool) expire(k *pooledSearch) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.idle, k); i >= 0 {
		l.remove(i).Close()
	}
}

func (l *searchPool) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.idle) > 0 {
		l.remove(0).Close()
	}
}
