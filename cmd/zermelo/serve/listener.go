package serve

import (
	"container/list"
	"context"
	"net"
	"sync"
)

// limitListener limits the number of open connections. At the limit, a new connection
// replaces the one that has been idle for the longest time. If no connection is idle,
// the new connection is closed. A connection is idle while it waits for a request or
// for the rest of a request header, so slow clients cannot displace others.
type limitListener struct {
	net.Listener
	limit int

	mu   sync.Mutex
	open int       // number of connections
	idle list.List // elements are *limitedConn, longest idle first
}

type limitedConn struct {
	net.Conn
	listener *limitListener
	idle     *list.Element // nil while a request is being served, and after removal
	removed  bool          // closed or evicted
}

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

// add registers a connection. At the limit, it first closes the connection that has
// been idle for the longest time. If no connection is idle, add returns nil.
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
		_ = c.Conn.Close() // its reading goroutine terminates
	}
	c := &limitedConn{Conn: conn, listener: l}
	c.idle = l.idle.PushBack(c)
	l.open++
	return c
}

func (l *limitListener) closeIdle() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.idle.Len() > 0 {
		c := l.idle.Front().Value.(*limitedConn)
		c.remove()
		_ = c.Conn.Close() // the client is not waiting for a reply
	}
}

// remove unregisters the connection. The caller must hold the listener's lock.
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

type connKey struct{}

// connContext adds conn to the context of its requests; see markActive.
func connContext(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, connKey{}, conn)
}

// markActive protects the connection of a request from eviction until done is called.
func markActive(ctx context.Context) (done func()) {
	c, ok := ctx.Value(connKey{}).(*limitedConn)
	if !ok { // a test request without a connection
		return func() {}
	}
	c.setActive(true)
	return func() { c.setActive(false) }
}
