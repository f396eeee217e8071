package serve

import (
	"context"
	"errors"
	"time"
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
	slots chan struct{}
	wait  time.Duration
}

func newSemaphore(width int, wait time.Duration) *semaphore {
	return &semaphore{make(chan struct{}, width), wait}
}

// acquire waits for a slot. It returns errBusy after the waiting time, or the error of
// ctx. Call release after each nil.
func (s *semaphore) acquire(ctx context.Context) error {
	select {
	case s.slots <- struct{}{}:
		return nil
	default:
	}
	timer := time.NewTimer(s.wait)
	defer timer.Stop()
	select {
	case s.slots <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return errBusy
	}
}

func (s *semaphore) release() { <-s.slots }
