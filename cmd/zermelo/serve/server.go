// Package serve provides an HTTP server for solved games. It serves a JSON API for
// the tables of a directory, and a page for exploring them in a browser.
//
// Unless solving is enabled, a server only reads its directory. Several servers can
// share a directory, and tables can be added, replaced and deleted while a server
// runs. The server accepts up to 512 connections. A request whose reply is not cached
// waits up to 2 seconds for a free slot and then fails with status 503.
package serve

import (
	"cmp"
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

// Options configures a Server. DB and Registry are required.
type Options struct {
	DB       string          // data directory
	Registry *games.Registry // games whose tables are served
	Sheets   []games.Variant // rule sheets to serve in addition
	Only     []string        // names of the registry's variants to serve; empty means all
	// OpenStored, if not nil, opens a variant from the rules stored with its table. It
	// returns nil if there are none.
	OpenStored func(ctx context.Context, name string) (games.Variant, error)
	// Search is the time limit of a search for a position that is not stored. If
	// it is 0, searches are disabled.
	Search time.Duration
	// MCTS is the time per move of the opponent that uses Monte Carlo tree search. If it is 0,
	// there is no such opponent.
	MCTS time.Duration
	// OwnClients allows clients to query any position of games with foreign rules.
	// It is safe if the clients control the machine, as in a browser.
	OwnClients bool
	// CORS lists the origins whose pages may read replies, such as
	// https://example.org. The element "*" allows every origin.
	CORS []string
	// Embed lists the origins whose pages may show /embed in a frame. The element "*"
	// allows every origin.
	Embed []string
	// Solve, if not nil, enables solving on behalf of clients. If it is nil, the
	// server does not write to the directory.
	Solve *Solving
	// Local rejects requests whose Host header does not refer to this machine.
	// This prevents DNS rebinding attacks.
	Local   bool
	Version string       // program version; part of the ETag of replies
	Log     *slog.Logger // receives a line per request; may be nil
}

// limits holds timeouts and the limit on connections. They protect the server from
// slow clients.
type limits struct {
	header      time.Duration // to receive the request header
	read        time.Duration // to receive the whole request
	write       time.Duration // to send the reply, measured from the end of the request header
	idle        time.Duration // between two requests
	stop        time.Duration // to complete requests during shutdown
	connections int           // concurrent connections; a process is often limited to 1024 descriptors
}

func defaultLimits() limits {
	return limits{header: 5 * time.Second, read: 10 * time.Second, write: 30 * time.Second, idle: time.Minute, stop: 5 * time.Second, connections: 512}
}

// Server is an HTTP server for solved games.
type Server struct {
	options  Options
	limits   limits
	tables   *tables
	open     *tableCache
	quick    *semaphore // for table lookups, which take less than a millisecond
	slow     *semaphore // for reports and proofs
	searches *searchPool
	answers  *answerCache
	page     *page.Page
	mux      *http.ServeMux
	solver   *solver // nil if solving is disabled
	metrics  *metrics
	handler  http.Handler
}

// New returns a server. Tables are opened on first use.
func New(o Options) (*Server, error) {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	s := &Server{
		options: o, limits: defaultLimits(), tables: newTables(o), open: newTableCache(o.DB, maxOpen, o.Version), metrics: newMetrics(), answers: newAnswerCache(cacheBytes),
		quick: newSemaphore(maxLookups, quickWait), slow: newSemaphore(max(1, runtime.GOMAXPROCS(0)/2), slowWait), searches: newSearchPool(max(1, runtime.GOMAXPROCS(0)/2)),
	}
	var err error
	if s.page, err = page.New(nil); err != nil {
		return nil, err
	}
	compress, err := gzhttp.NewWrapper(gzhttp.MinSize(minCompressed), gzhttp.ContentTypeFilter(isText), gzhttp.SuffixETag(reply.GzipTag))
	if err != nil {
		return nil, fmt.Errorf("set up compression: %w", err)
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

// Handler returns the handler for all requests.
func (s *Server) Handler() http.Handler { return s.handler }

// Serve accepts connections on listener until ctx is cancelled. It then closes
// listener, waits up to 5 seconds for active requests to complete, and returns nil.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	working, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	server := &http.Server{
		Handler:           s.handler,
		ReadHeaderTimeout: s.limits.header,
		ReadTimeout:       s.limits.read,
		WriteTimeout:      s.limits.write + max(s.options.Search, s.options.MCTS),
		IdleTimeout:       s.limits.idle,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(s.options.Log.Handler(), slog.LevelDebug),
		BaseContext:       func(net.Listener) context.Context { return working },
		ConnContext:       connContext,
	}
	limited := &limitListener{Listener: listener, limit: s.limits.connections}
	stopped := make(chan error, 1)
	stop := context.AfterFunc(ctx, func() {
		late := time.AfterFunc(s.limits.stop/2, cancel) // stops searches
		defer late.Stop()
		limit, done := context.WithTimeout(context.WithoutCancel(ctx), s.limits.stop)
		defer done()
		_ = listener.Close() // Shutdown would wait for idle clients first
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

// Close closes all tables. It must not be called before Serve has returned.
func (s *Server) Close() error {
	if s.solver != nil {
		s.solver.queue.Close()
	}
	s.searches.close()
	return s.open.close()
}
