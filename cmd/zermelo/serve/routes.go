package serve

import (
	"fmt"
	"net/http"
	"runtime/debug"

	"zermelo/games"
)

// route is an address with what answers it.
type route struct {
	pattern string // of http.ServeMux, without the method, which is GET
	answer  func(http.ResponseWriter, *http.Request) error
}

// routes are all addresses of the server; openapi.yaml describes them.
func (s *Server) routes() []route {
	list := []route{
		{"/{$}", s.page.index},
		{"/page/{name}", s.page.file},
		{"/api/games", s.getGames},
		{"/api/tables", s.getTables},
		{"/api/{table}/position", s.getPosition},
		{"/api/{table}/report", s.getReport},
		{"/openapi.yaml", s.page.openAPI},
		{"/metrics", s.getMetrics},
		{"/healthz", s.getHealth},
	}
	if s.options.Search > 0 {
		list = append(list, route{"/api/{table}/search", s.getSearch})
	}
	return list
}

// mux sends requests to their routes.
func (s *Server) mux() http.Handler {
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.Handle(r.pattern, s.handle(r))
	}
	mux.Handle("/", s.handle(route{"/", func(http.ResponseWriter, *http.Request) error {
		return newFailure(http.StatusNotFound, "there is nothing at this address", "what there is, is described in /openapi.yaml")
	}}))
	return mux
}

// handle answers the requests of a route, and its errors.
func (s *Server) handle(r route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		err := s.safely(r, w, req)
		if err == nil {
			return
		}
		f := failureOf(err)
		if f.status == http.StatusInternalServerError {
			s.options.Log.Error("failed", "url", games.Echo(req.URL.String()), "err", err)
		}
		fail(w, f)
	})
}

// safely makes a panic an error: one request must not end the others.
func (s *Server) safely(r route, w http.ResponseWriter, req *http.Request) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v\n%s", p, debug.Stack())
		}
	}()
	return r.answer(w, req)
}
