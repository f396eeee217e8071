package serve

import (
	"net/http"

	"zermelo/reports/model"
)

// getGames answers with the games of the registry, their options and presets.
func (s *Server) getGames(w http.ResponseWriter, r *http.Request) error {
	list, err := model.NewGameList(s.options.Registry)
	if err != nil {
		return err
	}
	return sendJSON(w, r, list)
}

func (s *Server) getTables(w http.ResponseWriter, r *http.Request) error {
	list, err := s.tables.list()
	if err != nil {
		return err
	}
	return sendJSON(w, r, list)
}

// getHealth answers whether the server can read its directory.
func (s *Server) getHealth(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.tables.list(); err != nil {
		return newFailure(http.StatusServiceUnavailable, "the directory of the tables cannot be read", "see the server's log")
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
	return nil
}
