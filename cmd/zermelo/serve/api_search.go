package serve

import (
	"net/http"

	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/solver/search/deepen"
)

// searchMemory is the memory of one search, in bytes.
const searchMemory = 128 << 20

// getSearch answers with the result of a search of limited time, of any position.
func (s *Server) getSearch(w http.ResponseWriter, r *http.Request) error {
	text, err := parameter(r, "p")
	if err != nil {
		return err
	}
	t, err := s.named(r)
	if err != nil {
		return err
	}
	if !t.Search {
		return newFailure(http.StatusUnprocessableEntity, "positions of this game cannot be searched", "only games of constant sum where two players take turns can be searched")
	}
	if err := s.slow.acquire(r.Context()); err != nil {
		return err
	}
	defer s.slow.release()
	found, err := book.Analyze(r.Context(), t.variant, text, deepen.Options{Threads: 2, Time: s.options.Search, Cache: searchMemory})
	if err != nil {
		return err
	}
	if err := r.Context().Err(); err != nil {
		return err // cut short
	}
	w.Header().Set("Cache-Control", "no-store") // another search may find more
	return sendJSON(w, r, found)
}

// named is the table in the path of a request: by its id, or by another name of its
// variant, such as a preset.
func (s *Server) named(r *http.Request) (*table, error) {
	id := r.PathValue("table")
	t, err := s.tables.find(id)
	if t != nil || err != nil {
		return t, err
	}
	hint := "/api/tables lists the ids of all tables; make a new one with: zermelo solve GAME"
	if name, unknown := s.options.Registry.NameOf(id); unknown == nil {
		if t, err = s.tables.find(idOf(name)); t != nil || err != nil {
			return t, err
		}
		hint = games.Message("/api/tables lists the ids of all tables; make this one with: zermelo solve %q", id)
	}
	return nil, newFailure(http.StatusNotFound, games.Message("there is no table %q", id), hint)
}
