package serve

import (
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
	"zermelo/reports/model"
)

// handler replies to a request or returns an error; see reply.FailureOf.
type handler = func(http.ResponseWriter, *http.Request) error

// replyWith returns a handler that replies with the JSON encoding of the result of get.
func replyWith[T any](get func() (T, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		v, err := get()
		if err != nil {
			return err
		}
		return reply.JSON(w, r, v)
	}
}

// route is a path and its handler.
type route struct {
	pattern string // pattern for http.ServeMux; the method defaults to GET
	answer  handler
	body    int64 // maximum size of the request body in bytes; 0 allows no body
}

// routes returns all routes of the server, which are documented in openapi.yaml.
func (s *Server) routes() []route {
	list := []route{
		{"/{$}", s.getPage, 0},
		{"/embed", s.getPage, 0},
		{"/page/{name...}", s.page.File, 0},
		{"/api/games", replyWith(func() (*model.GameList, error) { return model.NewGameList(s.options.Registry) }), 0},
		{"/api/tables", replyWith(s.tables.list), 0},
		{"/api/{table}/rules", s.getRules, 0},
		{"/api/{table}/start", s.getStart, 0},
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
	if s.options.MCTS > 0 {
		list = append(list, route{"/api/{table}/mcts", s.getMCTS, 0})
	}
	if s.options.Search > 0 {
		list = append(list, route{"/api/{table}/search", s.getSearch, 0}, route{"/api/{table}/search/live", s.getLiveSearch, 0})
	}
	if s.solver != nil {
		list = append(list, s.solveRoutes()...)
	}
	return list
}

func (s *Server) newMux() *http.ServeMux {
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.Handle(r.pattern, s.handle(r))
	}
	mux.Handle("/", s.handle(route{"/", s.noRoute, 0}))
	return mux
}

// hasRoute reports whether the path of a request has a route with the given method,
// which must be GET or POST.
func (s *Server) hasRoute(r *http.Request, method string) bool {
	probe := *r
	probe.Method = method
	_, pattern := s.mux.Handler(&probe)
	return pattern != "/" && strings.HasPrefix(pattern, http.MethodPost+" ") == (method == http.MethodPost)
}

// noRoute handles requests that match no route. If the path is the name of a table,
// the reply links to the table's page.
func (s *Server) noRoute(w http.ResponseWriter, r *http.Request) error {
	if s.hasRoute(r, http.MethodPost) {
		w.Header().Set("Allow", s.allowedMethods(r))
		return reply.NewFailure(http.StatusMethodNotAllowed, "only POST is allowed here", "see /openapi.yaml")
	}
	f := reply.NewFailure(http.StatusNotFound, "no such URL", "see /openapi.yaml")
	name := strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/"), "api/")
	if t, err := s.tables.resolve(strings.TrimSuffix(name, "/")); err == nil {
		f.Link = "/?table=" + t.ID
	}
	return f
}

// handle returns an http.Handler for a route. If the route returns an error, the
// handler replies with that error.
func (s *Server) handle(r route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		var err error = &http.MaxBytesError{Limit: r.body}
		if req.ContentLength <= r.body {
			req.Body = http.MaxBytesReader(w, req.Body, r.body)
			err = s.answerSafely(r, w, req)
		}
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

// answerSafely calls the handler of a route and converts a panic to an error.
func (s *Server) answerSafely(r route, w http.ResponseWriter, req *http.Request) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v\n%s", p, debug.Stack())
		}
	}()
	return r.answer(w, req)
}
