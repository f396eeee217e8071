package serve

import (
	"container/list"
	"context"
	"net"
	"sync"
)

// door is a listener that lets in a number of connections at once. When there is
// one more, the one that has waited for a request, or for the rest of its header,
// for the longest time has to leave: so many idle or slow clients take each
// other's place and not that of those who ask something. While all are being
// answered new ones are sent away.
type door struct {
	net.Listener
	limit int

	mu      sync.Mutex
	inside  int
	waiting *list.List // of *guest, the longest waiting first
}

// guest is a connection.
type guest struct {
	net.Conn
	door    *door
	waiting *list.Element // nil while a request is answered, and when it has left
	left    bool
}

func newDoor(l net.Listener, limit int) *door {
	return &door{Listener: l, limit: limit, waiting: list.New()}
}

// Accept implements net.Listener.
func (d *door) Accept() (net.Conn, error) {
	for {
		conn, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if g := d.admit(conn); g != nil {
			return g, nil
		}
		_ = conn.Close() // nothing was said on it
	}
}

// admit makes room for a connection, or returns nil.
func (d *door) admit(conn net.Conn) *guest {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.inside >= d.limit {
		longest := d.waiting.Front()
		if longest == nil {
			return nil
		}
		g := longest.Value.(*guest)
		g.leave()
		_ = g.Conn.Close() // the goroutine that reads from it ends
	}
	g := &guest{Conn: conn, door: d}
	g.waiting = d.waiting.PushBack(g)
	d.inside++
	return g
}

// empty closes all connections on which nothing is being answered.
func (d *door) empty() {
	d.mu.Lock()
	defer d.mu.Unlock()
	for d.waiting.Len() > 0 {
		g := d.waiting.Front().Value.(*guest)
		g.leave()
		_ = g.Conn.Close() // whoever waits there is told nothing
	}
}

// leave takes a guest from the lists. The door is locked.
func (g *guest) leave() {
	if g.left {
		return
	}
	g.left = true
	g.door.inside--
	if g.waiting != nil {
		g.door.waiting.Remove(g.waiting)
		g.waiting = nil
	}
}

// Close implements net.Conn.
func (g *guest) Close() error {
	g.door.mu.Lock()
	g.leave()
	g.door.mu.Unlock()
	return g.Conn.Close()
}

// serving marks that a request is being answered, or no longer.
func (g *guest) serving(now bool) {
	g.door.mu.Lock()
	defer g.door.mu.Unlock()
	switch {
	case g.left:
	case now && g.waiting != nil:
		g.door.waiting.Remove(g.waiting)
		g.waiting = nil
	case !now && g.waiting == nil:
		g.waiting = g.door.waiting.PushBack(g)
	}
}

// guestKey is the key of a request's guest in its context.
type guestKey struct{}

// introduce puts a connection into the context of its requests.
func introduce(ctx context.Context, conn net.Conn) context.Context {
	return context.WithValue(ctx, guestKey{}, conn)
}

// attend marks the connection of a request as being answered until the function
// that it returns is called.
func attend(ctx context.Context) (done func()) {
	g, ok := ctx.Value(guestKey{}).(*guest)
	if !ok { // a request in a test, without a connection
		return func() {}
	}
	g.serving(true)
	return func() { g.serving(false) }
}
