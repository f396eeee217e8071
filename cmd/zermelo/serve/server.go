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

// How long clients may take. They protect against clients that are slow on
// purpose; people's browsers are faster by far.
const (
	headerTime = 5 * time.Second  // to send the header of a request
	readTime   = 10 * time.Second // to send all of it
	writeTime  = 30 * time.Second // to take the answer, from the end of the header on
	idleTime   = 60 * time.Second // between two requests
	stopTime   = 5 * time.Second  // to finish when the server stops
)

// Server is the HTTP server. Close releases its tables.
type Server struct {
	options Options
	tables  *tables
	shelf   *shelf
	probes  *gate // for what takes less than a millisecond
	works   *gate // for what takes longer: reports, proofs
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
		options: o, tables: newTables(o), shelf: newShelf(o.DB, maxOpen), metrics: newMetrics(),
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
		ReadHeaderTimeout: headerTime,
		ReadTimeout:       readTime,
		WriteTimeout:      writeTime + s.options.Search,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return working },
	}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		late := time.AfterFunc(stopTime/2, cancel) // ends what searches
		defer late.Stop()
		limit, done := context.WithTimeout(context.WithoutCancel(ctx), stopTime)
		defer done()
		stopped <- errors.Join(server.Shutdown(limit), server.Close())
	})
	err := server.Serve(listener)
	if stop() {
		return fmt.Errorf("serve: %w", err)
	}
	if err := <-stopped; err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("stop serving: %w", err)
	}
	return nil
}

// Close releases all tables. No request may be under way.
func (s *Server) Close() error { return s.shelf.close() }
