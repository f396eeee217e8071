package serve

import (
	"container/list"
	"context"
	"net"
	"sync"
)

// limitListener accepts a limited number of connections at once. A new connection
// beyond the limit evicts the one that is idle longest: one that waits for a request,
// or for the rest of its header. So idle and slow clients compete with each other, not
// with clients whose requests are being answered. A new connection is closed when all
// others are being answered.
type limitListener struct {
	net.Listener
	limit int

	mu   sync.Mutex
	open int        // connections
	idle *list.List // of *limitedConn, the longest idle first
}

// limitedConn is a connection that counts.
type limitedConn struct {
	net.Conn
	listener *limitListener
	idle     *list.Element // nil while a request is answered, and after removal
	removed  bool          // closed or evicted
}

func newLimitListener(l net.Listener, limit int) *limitListener {
	return &limitListener{Listener: l, limit: limit, idle: list.New()}
}

// Accept implements net.Listener.
func (l *limitListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := l.add(conn); c != nil {
			return c, nil
		}
		_ = conn.Close() // nothing was sent on it
	}
}

// add counts a connection. It evicts another if it must, and returns nil if it cannot.
func (l *limitListener) add(conn net.Conn) *limitedConn {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open >= l.limit {
		longest := l.idle.Front()
		if longest == nil {
			return nil
		}
		c := longest.Value.(*limitedConn)
		c.remove()
		_ = c.Conn.Close() // the goroutine that reads from it ends
	}
	c := &limitedConn{Conn: conn, listener: l}
	c.idle = l.idle.PushBack(c)
	l.open++
	return c
}

// closeIdle closes all connections without a request being answered.
func (l *limitListener) closeIdle() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.idle.Len() > 0 {
		c := l.idle.Front().Value.(*limitedConn)
		c.remove()
		_ = c.Conn.Close() // its client gets no answer
	}
}

// remove takes a connection out of the count. The caller holds the lock.
func (c *limitedConn) remove() {
	if c.removed {
		return
	}
	c.removed = true
	c.listener.open--
	if c.idle != nil {
		c.listener.idle.Remove(c.idle)
		c.idle = nil
	}
}

// Close implements net.Conn.
func (c *limitedConn) Close() error {
	c.listener.mu.Lock()
	c.remove()
	c.listener.mu.Unlock()
	return c.Conn.Close()
}

func (c *limitedConn) setActive(now bool) {
	c.listener.mu.Lock()
	defer c.listener.mu.Unlock()
	switch {
	case c.removed:
	case now && c.idle != nil:
		c.listener.idle.Remove(c.idle)
		c.idle = nil
	case !now && c.idle == nil:
		c.idle = c.listener.idle.PushBack(c)
	}
}

// connKey is the key of a request's connection in its context.
type connKey struct{}

// connContext puts a connection into the contexts of its requests; see markActive.
func connContext(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}

// markActive keeps the connection of a request from being evicted until done is
// called.
func markActive(ctx context.Context) (done func()) {
	c, ok := ctx.Value(connKey{}).(*limitedConn)
	if !ok { // a request in a test, without a connection
		return func() {}
	}
	c.setActive(true)
	return func() { c.setActive(false) }
}
