package serve

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"zermelo/games"
)

const (
	// maxURL is the longest address, in bytes: positions are far shorter.
	maxURL = 8 << 10
	// maxHeader is the longest header, in bytes; net/http answers longer ones.
	maxHeader = 16 << 10
)

// policy lets the page use nothing but what this server serves.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard checks each request before it is looked at, and counts it.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		counted := &counter{ResponseWriter: w, status: http.StatusOK}
		s.metrics.begin()
		done := attend(r.Context())
		defer func() {
			done()
			took := time.Since(began)
			s.metrics.end(r.Pattern, counted.status, took)
			s.options.Log.Info("request", "method", r.Method, "path", games.Echo(r.URL.Path), "status", counted.status, "bytes", counted.bytes, "ms", took.Seconds()*1e3)
		}()
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		if f := s.refuse(r); f != nil {
			if f.status == http.StatusMethodNotAllowed {
				h.Set("Allow", "GET, HEAD")
			}
			fail(counted, f)
			return
		}
		next.ServeHTTP(counted, r)
	})
}

// refuse says why a request is not looked at; nil if it is.
func (s *Server) refuse(r *http.Request) *failure {
	switch {
	case s.options.Local && !isLocal(r.Host):
		return newFailure(http.StatusForbidden, "this server answers only requests to this machine", "use localhost or 127.0.0.1 in the address, or start the server with --addr")
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return newFailure(http.StatusMethodNotAllowed, "only GET and HEAD are answered", "the server changes nothing")
	case len(r.URL.Path)+len(r.URL.RawQuery) > maxURL:
		return newFailure(http.StatusRequestURITooLong, "the address is too long", "positions are far shorter")
	case r.ContentLength != 0:
		return newFailure(http.StatusRequestEntityTooLarge, "a request has no body here", "put the position into the address, as in ?p=NOTATION")
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

// counter remembers what was answered.
type counter struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (c *counter) WriteHeader(status int) {
	c.status = status
	c.ResponseWriter.WriteHeader(status)
}

func (c *counter) Write(data []byte) (int, error) {
	n, err := c.ResponseWriter.Write(data)
	c.bytes += n
	return n, err
}
