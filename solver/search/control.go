package search

import (
	"context"
	"sync/atomic"
)

// Counter counts the nodes that one thread searches.
type Counter struct {
	Count     uint64 // used by the thread only
	published atomic.Uint64
	pause     yielder
}

// Publish makes Count visible to other threads. In a browser, it also lets other
// goroutines run.
func (c *Counter) Publish() {
	c.published.Store(c.Count)
	c.pause.yield()
}

// Control stops the threads of a search when the context is done, the node limit is
// reached, or a thread calls Halt.
type Control struct {
	MaxNodes uint64 // approximate maximum number of nodes of each later search; 0 means no limit

	counters []*Counter // indexed by thread
	until    uint64     // total number of nodes at which to stop; 0 means no limit
	halted   atomic.Bool
	failed   atomic.Pointer[error]
}

// Add registers the counter of a thread. It must not be called during a search.
func (c *Control) Add(counter *Counter) { c.counters = append(c.counters, counter) }

// Nodes returns the total number of nodes that the threads have published in all
// searches. It is safe to call during a search.
func (c *Control) Nodes() uint64 {
	var n uint64
	for _, counter := range c.counters {
		n += counter.published.Load()
	}
	return n
}

// Start starts a search. The caller must call end exactly once, after the search, so
// that a late cancellation of ctx cannot stop the next search.
func (c *Control) Start(ctx context.Context) (end func()) {
	c.Continue()
	c.failed.Store(nil)
	if c.until = 0; c.MaxNodes > 0 {
		c.until = c.Nodes() + c.MaxNodes
	}
	if ctx.Done() == nil {
		return func() {}
	}
	set := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		c.Halt()
		close(set)
	})
	return func() {
		if !stop() {
			<-set
		}
	}
}

// Halt stops all threads.
func (c *Control) Halt() { c.halted.Store(true) }

// Continue undoes Halt. Because it also undoes the effect of a cancelled context, the
// caller must check its context afterwards.
func (c *Control) Continue() { c.halted.Store(false) }

// Halted reports whether the threads must stop.
func (c *Control) Halted() bool { return c.halted.Load() }

// Fail stops all threads with an error.
func (c *Control) Fail(err error) {
	c.failed.Store(&err)
	c.Halt()
}

// LimitReached publishes the count of a thread and reports whether the search has
// reached its node limit. Each thread calls it once per PublishInterval nodes.
func (c *Control) LimitReached(own *Counter) bool {
	own.Publish()
	return c.until > 0 && c.Nodes() >= c.until
}

// Err returns the error that stopped a search: the error of ctx, the error passed to
// Fail, or ErrNodes.
func (c *Control) Err(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := c.failed.Load(); err != nil {
		return *err
	}
	return ErrNodes
}
