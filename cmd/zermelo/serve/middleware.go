package serve

import (
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"time"

	"zermelo/cmd/zermelo/serve/page"
	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
)

const (
	// maxURL is the longest path and query, in bytes. Positions are far shorter.
	maxURL = 8 << 10
	// maxHeader is the longest header, in bytes; net/http rejects longer ones.
	maxHeader = 16 << 10
)

// minCompressed is the size from which on answers are compressed, in bytes: most
// positions are smaller, and fit into one or two packets as they are.
const minCompressed = 4 << 10

// isText reports whether a type of content is worth compressing. Streams of events are
// not: each event is to leave at once.
func isText(kind string) bool {
	return !strings.HasPrefix(kind, "image/png") && !strings.HasPrefix(kind, reply.TypeEvents)
}

// middleware sets the headers of security, rejects bad requests, and counts and logs
// all.
func (s *Server) middleware(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		recorder := &responseRecorder{ResponseWriter: w, status: http.StatusOK}
		s.metrics.working.Add(1)
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
		h.Set("Content-Security-Policy", page.Policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		shared := s.share(h, r)
		if f := s.reject(r); f != nil && !(shared && r.Method == http.MethodOptions) {
			if f.Status == http.StatusMethodNotAllowed {
				h.Set("Allow", s.allowed(r))
			}
			reply.Fail(recorder, r, f)
			return
		}
		if r.Method == http.MethodOptions { // what a browser asks before it sends a request
			h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
			h.Set("Access-Control-Allow-Headers", "Content-Type, If-None-Match")
			h.Set("Access-Control-Max-Age", "86400")
			recorder.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(recorder, r)
	})
}

// allowed are the methods of the path of a request.
func (s *Server) allowed(r *http.Request) string {
	var list []string
	if s.takes(r, http.MethodGet) || !s.takes(r, http.MethodPost) {
		list = append(list, "GET, HEAD")
	}
	if s.takes(r, http.MethodPost) {
		list = append(list, "POST")
	}
	return strings.Join(list, ", ")
}

// share lets pages of the origins of Options.CORS read the answer to a request. It
// reports whether the request is from one of them.
func (s *Server) share(h http.Header, r *http.Request) bool {
	if len(s.options.CORS) == 0 {
		return false
	}
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if origin == "" || !slices.Contains(s.options.CORS, origin) && !slices.Contains(s.options.CORS, "*") {
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", "ETag, Retry-After")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	return true
}

// reject returns the answer to a request that is not let through, else nil.
func (s *Server) reject(r *http.Request) *reply.Failure {
	switch {
	case s.options.Local && !isLocal(r.Host):
		return reply.NewFailure(http.StatusForbidden, "this server answers only requests for this machine", "use localhost or 127.0.0.1 as the host, or start the server with --addr")
	case r.Method == http.MethodPost && s.takes(r, http.MethodPost):
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return reply.NewFailure(http.StatusMethodNotAllowed, "only GET and HEAD are allowed here", "/openapi.yaml describes all addresses")
	case len(r.URL.Path)+len(r.URL.RawQuery) > maxURL:
		return reply.NewFailure(http.StatusRequestURITooLong, "the address is too long", "positions are far shorter")
	case r.ContentLength != 0 && r.Method != http.MethodPost:
		return reply.NewFailure(http.StatusRequestEntityTooLarge, "requests must not have a body", "put the position into the address, as in ?p=NOTATION")
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

// Unwrap is for http.ResponseController.
func (r *responseRecorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Flush is for streams of events.
func (r *responseRecorder) Flush() { _ = http.NewResponseController(r.ResponseWriter).Flush() } // tests cannot

func (r *responseRecorder) Write(data []byte) (int, error) {
	n, err := r.ResponseWriter.Write(data)
	r.bytes += n
	return n, err
}
