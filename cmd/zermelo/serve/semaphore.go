package serve

import (
	"context"
	"errors"
	"time"

	weighted "golang.org/x/sync/semaphore"
)

const (
	// maxQuick is how many positions are looked up at once.
	maxQuick = 32
	// quickWait and slowWait are how long a request waits for its turn before it gets
	// 503.
	quickWait = time.Second
	slowWait  = 2 * time.Second
)

// errBusy is answered with 503.
var errBusy = errors.New("too many requests at once")

// semaphore bounds how many requests do some kind of work at once.
type semaphore struct {
	*weighted.Weighted
	wait time.Duration
}

func newSemaphore(width int, wait time.Duration) *semaphore {
	return &semaphore{weighted.NewWeighted(int64(width)), wait}
}

// acquire waits for a slot. It returns errBusy after the waiting time, or the error of
// ctx. Call release after each nil.
func (s *semaphore) acquire(ctx context.Context) error {
	limited, cancel := context.WithTimeoutCause(ctx, s.wait, errBusy)
	defer cancel()
	if s.Acquire(limited, 1) != nil {
		return context.Cause(limited)
	}
	return nil
}

func (s *semaphore) release() { s.Release(1) }
