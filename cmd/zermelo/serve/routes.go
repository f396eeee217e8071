package serve

import (
	"fmt"
	"net/http"
	"runtime/debug"

	"zermelo/games"
)

// route is a path with its handler.
type route struct {
	pattern string // of http.ServeMux, without the method, which is GET
	answer  func(http.ResponseWriter, *http.Request) error
}

// routes are all paths of the server. openapi.yaml describes them.
func (s *Server) routes() []route {
	list := []route{
		{"/{$}", s.page.named("index.html")},
		{"/page/{name}", s.page.file},
		{"/api/games", s.getGames},
		{"/api/tables", s.getTables},
		{"/api/{table}/position", s.getPosition},
		{"/api/{table}/report", s.getReport},
		{"/openapi.yaml", s.page.named("openapi.yaml")},
		{"/metrics", s.getMetrics},
		{"/healthz", s.getHealth},
	}
	if s.options.Search > 0 {
		list = append(list, route{"/api/{table}/search", s.getSearch})
	}
	return list
}

func (s *Server) mux() http.Handler {
	mux := http.NewServeMux()
	for _, r := range s.routes() {
		mux.Handle(r.pattern, s.handle(r))
	}
	mux.Handle("/", s.handle(route{"/", func(http.ResponseWriter, *http.Request) error {
		return newFailure(http.StatusNotFound, "no such address", "/openapi.yaml describes all addresses")
	}}))
	return mux
}

// handle makes the handler of a route, errors included.
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

// safely turns a panic into an error, so that the server survives it.
func (s *Server) safely(r route, w http.ResponseWriter, req *http.Request) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v\n%s", p, debug.Stack())
		}
	}()
	return r.answer(w, req)
}
