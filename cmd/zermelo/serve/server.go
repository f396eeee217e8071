// Package serve answers questions about solved games over HTTP: a JSON API over the
// tables of a directory, and a page to explore them in a browser.
//
// A server is read-only. Several can share a directory, and tables can be made,
// replaced and deleted while it runs. The listener accepts 512 connections and evicts
// the one idle longest. The middleware checks method, length and Host. Requests whose
// answer is not cached wait on a semaphore for 1 or 2 seconds, then get 503.
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

	"github.com/klauspost/compress/gzhttp"

	"zermelo/cmd/zermelo/serve/page"
	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
)

// Options say what is served and how. DB and Registry are required.
type Options struct {
	DB       string          // directory of the tables
	Registry *games.Registry // the games whose tables are served
	Sheets   []games.Variant // rule sheets, served as well
	Only     []string        // names of variants; if there are any, the registry's others are not served
	// Search is the longest search for a position that is not stored; 0 allows none.
	Search time.Duration
	// CORS are the origins whose pages may read answers, as in https://example.org;
	// "*" stands for all.
	CORS []string
	// Solve, if not nil, lets clients solve games. Without it the server writes nothing.
	Solve *Solving
	// Local rejects requests whose Host does not name this machine. Without it a web
	// page could reach the server under its own name (DNS rebinding).
	Local   bool
	Version string       // of the program; part of the ETag of answers
	Log     *slog.Logger // gets a line for each request; may be nil
}

// limits bound the time of clients and the number of connections, against clients that
// are slow on purpose.
type limits struct {
	header      time.Duration // to send the header of a request
	read        time.Duration // to send all of it
	write       time.Duration // to take the answer, from the end of the header on
	idle        time.Duration // between two requests
	stop        time.Duration // to finish when the server stops
	connections int           // at once; systems often allow a process 1024 descriptors
}

func defaultLimits() limits {
	return limits{header: 5 * time.Second, read: 10 * time.Second, write: 30 * time.Second, idle: time.Minute, stop: 5 * time.Second, connections: 512}
}

// Server is the HTTP server. Close closes its tables.
type Server struct {
	options  Options
	limits   limits
	tables   *tables
	open     *tableCache
	quick    *semaphore // for look-ups in tables, which take less than a millisecond
	slow     *semaphore // for reports and proofs
	searches *searches
	answers  *answerCache
	page     *page.Page
	mux      *http.ServeMux
	solver   *solver // nil if clients cannot solve
	metrics  *metrics
	handler  http.Handler
}

// New makes a server. It opens tables when they are asked for.
func New(o Options) (*Server, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Server{
		options: o, limits: defaultLimits(), tables: newTables(o), open: newTableCache(o.DB, maxOpen, o.Version), metrics: newMetrics(), answers: newAnswerCache(cacheBytes),
		quick: newSemaphore(maxQuick, quickWait), slow: newSemaphore(max(1, runtime.GOMAXPROCS(0)/2), slowWait), searches: newSearches(max(1, runtime.GOMAXPROCS(0)/2)),
	}
	var err error
	if s.page, err = page.New(); err != nil {
		return nil, err
	}
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(minCompressed), gzhttp.ContentTypeFilter(isText), gzhttp.SuffixETag(reply.GzipTag))
	if err != nil {
		return nil, fmt.Errorf("compression: %w", err)
	}
	if o.Solve != nil {
		if s.solver, err = s.newSolver(o.Solve); err != nil {
			return nil, err
		}
	}
	s.mux = s.newMux()
	s.handler = s.middleware(compress(s.mux))
	return s, nil
}

// Handler answers requests.
func (s *Server) Handler() http.Handler { return s.handler }

// Serve answers requests on a listener, which it closes, until ctx ends. Then it
// finishes the requests that have begun, within 5 s, and returns nil.
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
		ConnContext:       connContext,
	}
	limited := newLimitListener(listener, s.limits.connections)
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		late := time.AfterFunc(s.limits.stop/2, cancel) // ends searches
		defer late.Stop()
		limit, done := context.WithTimeout(context.WithoutCancel(ctx), s.limits.stop)
		defer done()
		_ = listener.Close() // Shutdown waits for idle clients first
		limited.closeIdle()
		stopped <- errors.Join(server.Shutdown(limit), server.Close())
	})
	err := server.Serve(limited)
	if stop() {
		return fmt.Errorf("serve: %w", err)
	}
	if err := <-stopped; err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("stop serving: %w", err)
	}
	return nil
}

// Close closes all tables. Call it after Serve has returned.
func (s *Server) Close() error {
	if s.solver != nil {
		s.solver.queue.Close()
	}
	s.searches.close()
	return s.open.close()
}
