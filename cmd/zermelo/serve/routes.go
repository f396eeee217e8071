package serve

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
)

// route is a path with its handler.
type route struct {
	pattern string // of http.ServeMux: GET where it names no method
	answer  func(http.ResponseWriter, *http.Request) error
	body    int64 // the longest body of a request, in bytes; 0 for none
}

// routes are all paths of the server. openapi.yaml describes them.
func (s *Server) routes() []route {
	list := []route{
		{"/{$}", s.getPage, 0},
		{"/page/{name}", s.page.File, 0},
		{"/api/games", s.getGames, 0},
		{"/api/tables", s.getTables, 0},
		{"/api/{table}/position", s.getPosition, 0},
		{"/api/{table}/position.svg", s.getPicture(false), 0},
		{"/api/{table}/position.png", s.getPicture(true), 0},
		{"POST /api/{table}/positions", s.postPositions, maxBatchBytes},
		{"/api/{table}/line", s.getLine, 0},
		{"/api/{table}/report", s.getReport, 0},
		{"/openapi.yaml", getDescription, 0},
		{"/metrics", s.getMetrics, 0},
		{"/healthz", s.getHealth, 0},
	}
	if s.options.Search > 0 {
		list = append(list, route{"/api/{table}/search", s.getSearch, 0}, route{"/api/{table}/search/live", s.getLiveSearch, 0})
	}
	if s.solver != nil {
		list = append(list, s.solveRoutes()...)
	}
	return list
}

// newMux makes the handler of all routes.
func (s *Server) newMux() *http.ServeMux {
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.Handle(r.pattern, s.handle(r))
	}
	mux.Handle("/", s.handle(route{"/", s.noRoute, 0}))
	return mux
}

// takes reports whether the path of a request has a route for a method, GET or POST.
func (s *Server) takes(r *http.Request, method string) bool {
	asked := *r
	asked.Method = method
	_, pattern := s.mux.Handler(&asked)
	return pattern != "/" && strings.HasPrefix(pattern, http.MethodPost+" ") == (method == http.MethodPost)
}

// noRoute answers where there is no route. A name of a table alone may be meant for the
// page.
func (s *Server) noRoute(w http.ResponseWriter, r *http.Request) error {
	if s.takes(r, http.MethodPost) {
		w.Header().Set("Allow", s.allowed(r))
		return reply.NewFailure(http.StatusMethodNotAllowed, "only POST is allowed here", "/openapi.yaml describes all addresses")
	}
	f := reply.NewFailure(http.StatusNotFound, "no such address", "/openapi.yaml describes all addresses")
	name := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/"), "api/")
	if t, err := s.tables.named(strings.TrimSuffix(name, "/")); err == nil {
		f.Link = "/?table=" + t.ID
	}
	return f
}

// handle makes the handler of a route, errors included.
func (s *Server) handle(r route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.Method == http.MethodPost {
			req.Body = http.MaxBytesReader(w, req.Body, r.body)
		}
		err := s.safely(r, w, req)
		if err == nil {
			return
		}
		f := reply.FailureOf(err)
		if f.Status == http.StatusInternalServerError {
			s.options.Log.Error("failed", "url", games.Echo(req.URL.String()), "err", err)
		}
		reply.Fail(w, req, f)
	})
}

// safely turns a panic into an error, so that the server survives it.
func (s *Server) safely(r route, w http.ResponseWriter, req *http.Request) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v\n%s", p, debug.Stack())
		}
	}()
	return r.answer(w, req)
}
