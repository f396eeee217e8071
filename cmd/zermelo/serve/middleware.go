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
	maxURL    = 8 << 10  // maximum length of the path and the query of a URL, in bytes
	maxHeader = 16 << 10 // maximum length of a request header, in bytes
)

// minCompressed is the minimum size of a reply that is compressed, in bytes. Most
// positions are smaller and fit into one or two packets without compression.
const minCompressed = 4 << 10

// isText reports whether replies with the content type kind are compressed. It
// returns false for PNG images, which are already compressed, and for events, which
// compression would delay.
func isText(kind string) bool {
	return !strings.HasPrefix(kind, "image/png") && !strings.HasPrefix(kind, reply.TypeEvents)
}

// middleware sets the security headers, rejects invalid requests, and counts and
// logs every request.
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
		shared := s.allowOrigin(h, r)
		if f := s.reject(r); f != nil && !(shared && r.Method == http.MethodOptions) {
			if f.Status == http.StatusMethodNotAllowed {
				h.Set("Allow", s.allowedMethods(r))
			}
			reply.Fail(recorder, r, f)
			return
		}
		if r.Method == http.MethodOptions { // CORS preflight
			h.Set("Access-Control-Allow-Methods", "GET, HEAD, POST")
			h.Set("Access-Control-Allow-Headers", "Content-Type, If-None-Match")
			h.Set("Access-Control-Max-Age", "86400")
			recorder.WriteHeader(http.StatusNoContent)
			return
		}
		next.ServeHTTP(recorder, r)
	})
}

// allowedMethods returns the value of the Allow header for the path of a request.
func (s *Server) allowedMethods(r *http.Request) string {
	var list []string
	if s.hasRoute(r, http.MethodGet) || !s.hasRoute(r, http.MethodPost) {
		list = append(list, "GET, HEAD")
	}
	if s.hasRoute(r, http.MethodPost) {
		list = append(list, "POST")
	}
	return strings.Join(list, ", ")
}

// allowOrigin reports whether the request's origin is listed in Options.CORS. If so,
// it sets the CORS headers.
func (s *Server) allowOrigin(h http.Header, r *http.Request) bool {
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

// reject returns the reply to an invalid request, or nil if the request is valid.
func (s *Server) reject(r *http.Request) *reply.Failure {
	switch {
	case s.options.Local && !isLocal(r.Host):
		return reply.NewFailure(http.StatusForbidden, "this server accepts only local requests", "use localhost or 127.0.0.1 as the host, or start the server with --addr")
	case r.Method == http.MethodPost && s.hasRoute(r, http.MethodPost):
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		return reply.NewFailure(http.StatusMethodNotAllowed, "only GET and HEAD are allowed here", "see /openapi.yaml")
	case len(r.URL.Path)+len(r.URL.RawQuery) > maxURL:
		return reply.NewFailure(http.StatusRequestURITooLong, "the URL is too long", "shorten the query; positions are much shorter")
	case r.ContentLength != 0 && r.Method != http.MethodPost:
		return reply.NewFailure(http.StatusRequestEntityTooLarge, "requests must not have a body", "pass the position in the URL, such as ?p=NOTATION")
	}
	return nil
}

// isLocal reports whether a Host header refers to the loopback interface.
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

type responseRecorder struct {
	http.ResponseWriter
	status int
	bytes  int
}

func (r *responseRecorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// Unwrap is used by http.ResponseController.
func (r *responseRecorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// Flush implements http.Flusher. It is required for event streams.
func (r *responseRecorder) Flush() { _ = http.NewResponseController(r.ResponseWriter).Flush() } // not supported by test recorders

func (r *responseRecorder) Write(data []byte) (int, error) {
	n, err := r.ResponseWriter.Write(data)
	r.bytes += n
	return n, err
}
