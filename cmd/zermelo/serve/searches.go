package serve

import (
	"context"
	"runtime"
	"sync"
	"time"

	"zermelo/reports/solved"
)

const (
	// searchMemory is the memory of one search, in bytes.
	searchMemory = 128 << 20
	// searchThreads is how many threads a search has, where there are as many.
	searchThreads = 2
	// searchIdle is how long a search is kept for the next one in its game.
	searchIdle = time.Minute
)

// searches bounds how many searches run at once, and keeps those that are over for a
// while: the next one in the same game, or a longer one, goes on from what is known.
type searches struct {
	turns *semaphore
	most  int // searches in memory, running or not

	mu      sync.Mutex
	idle    []*keptSearch // the one used last at the end
	running int
}

// keptSearch is a search of one game.
type keptSearch struct {
	solved.Searcher
	game  string
	timer *time.Timer // closes it when it is idle for long
}

func newSearches(most int) *searches {
	return &searches{turns: newSemaphore(most, slowWait), most: most}
}

// acquire returns a search in the game of a table, within the waiting time. Call release
// after each nil. The errors are those of semaphore.acquire and of solved.NewSearcher.
func (l *searches) acquire(ctx context.Context, t *table) (*keptSearch, error) {
	if err := l.turns.acquire(ctx); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running++
	for i, k := range l.idle {
		if k.game == t.variant.Info().Name {
			l.remove(i)
			return k, nil
		}
	}
	for len(l.idle) > 0 && l.running+len(l.idle) > l.most {
		l.remove(0).Close()
	}
	s, err := solved.NewSearcher(t.variant, min(searchThreads, runtime.GOMAXPROCS(0)), searchMemory)
	if err != nil {
		l.running--
		l.turns.release()
		return nil, err
	}
	return &keptSearch{Searcher: s, game: t.variant.Info().Name}, nil
}

// remove takes an idle search out.
func (l *searches) remove(i int) *keptSearch {
	k := l.idle[i]
	k.timer.Stop()
	l.idle = append(l.idle[:i], l.idle[i+1:]...)
	return k
}

func (l *searches) release(k *keptSearch) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.running--
	l.idle = append(l.idle, k)
	k.timer = time.AfterFunc(searchIdle, func() { l.expire(k) })
	l.turns.release()
}

// expire closes a search that is idle.
func (l *searches) expire(k *keptSearch) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, other := range l.idle {
		if other == k {
			l.remove(i).Close()
			return
		}
	}
}

// close closes the idle searches.
func (l *searches) close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.idle) > 0 {
		l.remove(0).Close()
	}
}
