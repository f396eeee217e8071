package serve

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"zermelo/games"
)

const (
	// maxURL is the longest path and query, in bytes. Positions are far shorter.
	maxURL = 8 << 10
	// maxHeader is the longest header, in bytes; net/http rejects longer ones.
	maxHeader = 16 << 10
)

// policy is the Content-Security-Policy of the page: it loads only from this server.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// middleware sets the headers of security, rejects bad requests, and counts and logs
// all.
func (s *Server) middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		recorder := &responseRecorder{ResponseWriter: w, status: http.StatusOK}
		s.metrics.begin()
		done := markActive(r.Context())
		defer func() {
			done()
			took := time.Since(began)
			s.metrics.end(r.Pattern, recorder.status, took)
			if !s.options.Log.Enabled(r.Context(), slog.LevelInfo) {
				return
			}
			s.options.Log.Info("request", "method", r.Method, "path", games.Echo(r.URL.Path), "status", recorder.status, "bytes", recorder.bytes, "ms", took.Seconds()*1e3)
		}()
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if f := s.reject(r); f != nil {
			if f.status == http.StatusMethodNotAllowed {
				h.Set("Allow", "GET, HEAD")
			}
			fail(recorder, f)
			return
		}
		next.ServeHTTP(recorder, r)
	})
}

// reject returns the answer to a request that is not let through, else nil.
func (s *Server) reject(r *http.Request) *failure {
	switch {
	case s.options.Local && !isLocal(r.Host):
		return newFailure(http.StatusForbidden, "this server answers only requests for this machine", "use localhost or 127.0.0.1 as the host, or start the server with --addr")
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return newFailure(http.StatusMethodNotAllowed, "only GET and HEAD are allowed", "the server is read-only")
	case len(r.URL.Path)+len(r.URL.RawQuery) > maxURL:
		return newFailure(http.StatusRequestURITooLong, "the address is too long", "positions are far shorter")
	case r.ContentLength != 0:
		return newFailure(http.StatusRequestEntityTooLarge, "requests must not have a body", "put the position into the address, as in ?p=NOTATION")
	}
	return nil
}

// isLocal reports whether a Host header names this machine, as seen from itself.
func isLocal(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	if addr, err := netip.ParseAddr(host); err == nil {
		return addr.IsLoopback()
	}
	return strings.EqualFold(host, "localhost")
}

// responseRecorder counts the bytes of an answer and keeps its status.
type responseRecorder struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (r *responseRecorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *responseRecorder) Write(data []byte) (int, error) {
	n, err := r.ResponseWriter.Write(data)
	r.bytes += n
	return n, err
}
