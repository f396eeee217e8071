// Package serve answers questions about solved games over HTTP: a JSON API over
// the tables of a directory, and a page to explore them in a browser. It only
// reads, so that several servers can share one directory, and it goes on while
// tables are made, made again and deleted.
package serve

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"time"

	"zermelo/games"
)

// Options say what is served and how. DB and Registry are needed.
type Options struct {
	DB       string          // directory of the tables
	Registry *games.Registry // the games whose tables are served
	Sheets   []games.Variant // games of rule sheets, which are served too
	Only     []string        // names of variants: if there are any, no others of the registry are served
	// Search allows searches for positions that are not stored, each for so
	// long; 0 allows none.
	Search time.Duration
	// Local answers only requests whose Host names this machine, so that no
	// web page can reach the server under a name of its own (DNS rebinding).
	Local   bool
	Version string       // of the program; a new one makes stored answers stale
	Log     *slog.Logger // a line for each request; nil means none
}

// limits say how long clients may take and how many there may be. They protect
// against clients that are slow on purpose; people's browsers are faster by far.
type limits struct {
	header time.Duration // to send the header of a request
	read   time.Duration // to send all of it
	write  time.Duration // to take the answer, from the end of the header on
	idle   time.Duration // between two requests
	stop   time.Duration // to finish when the server stops
	guests int           // connections at once: systems often allow a process 1024 descriptors
}

func defaultLimits() limits {
	return limits{header: 5 * time.Second, read: 10 * time.Second, write: 30 * time.Second, idle: time.Minute, stop: 5 * time.Second, guests: 512}
}

// Server is the HTTP server. Close releases its tables.
type Server struct {
	options Options
	limits  limits
	tables  *tables
	shelf   *shelf
	probes  *gate // for what takes less than a millisecond
	works   *gate // for what takes longer: reports, proofs
	cache   *cache
	page    *page
	metrics *metrics
	handler http.Handler
}

// New makes a server. It opens nothing yet.
func New(o Options) (*Server, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		options: o, limits: defaultLimits(), tables: newTables(o), shelf: newShelf(o.DB, maxOpen), metrics: newMetrics(), cache: newCache(cacheBytes),
		probes: newGate(maxProbes, probeWait), works: newGate(max(1, runtime.GOMAXPROCS(0)/2), workWait),
	}
	var err error
	if s.page, err = newPage(); err != nil {
		return nil, err
	}
	s.handler = s.guard(s.mux())
	return s, nil
}

// Handler answers requests.
func (s *Server) Handler() http.Handler { return s.handler }

// Serve answers requests on a listener, which it closes, until ctx ends; then it
// finishes those that have begun. It returns nil after such an end.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	working, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	server := &http.Server{
		Handler:           s.handler,
		ReadHeaderTimeout: s.limits.header,
		ReadTimeout:       s.limits.read,
		WriteTimeout:      s.limits.write + s.options.Search,
		IdleTimeout:       s.limits.idle,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return working },
		ConnContext:       introduce,
	}
	door := newDoor(listener, s.limits.guests)
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		late := time.AfterFunc(s.limits.stop/2, cancel) // ends what searches
		defer late.Stop()
		limit, done := context.WithTimeout(context.WithoutCancel(ctx), s.limits.stop)
		defer done()
		_ = listener.Close() // Shutdown does so too, but waits for those who say nothing
		door.empty()
		stopped <- errors.Join(server.Shutdown(limit), server.Close())
	})
	err := server.Serve(door)
	if stop() {
		return fmt.Errorf("serve: %w", err)
	}
	if err := <-stopped; err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("stop serving: %w", err)
	}
	return nil
}

// Close releases all tables. No request may be under way.
func (s *Server) Close() error { return s.shelf.close() }
