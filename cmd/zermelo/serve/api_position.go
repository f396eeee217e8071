package serve

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"time"

	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/tablebase/store"
)

// Bounds of the search for a value that a proof does not tell. A position has dozens
// of moves, so they are far below those of the command query.
const (
	proofNodes = 20_000
	proofTime  = 50 * time.Millisecond
)

// getPosition answers with a position: its board, its value and its moves.
func (s *Server) getPosition(w http.ResponseWriter, r *http.Request) error {
	text, err := parameter(r, "p")
	if err != nil {
		return err
	}
	// The key is the text that the client sent. A position may have several.
	return s.read(w, r, answer{
		key: "position " + text, kind: "application/json; charset=utf-8",
		make: func(b book.Book) ([]byte, error) {
			view, err := b.View(text)
			if err != nil {
				return nil, s.refine(b, text, err)
			}
			return encodeJSON(view)
		},
	})
}

// refine adds to an error about a position its board, if it is not stored, or the
// table that has it.
func (s *Server) refine(b book.Book, text string, err error) error {
	var input *games.InputError
	switch {
	case errors.Is(err, store.ErrNotStored):
		view, drawErr := b.Unstored(text)
		if drawErr != nil {
			return drawErr
		}
		f := failureOf(err)
		f.position = view
		return f
	case errors.As(err, &input):
		name := b.Info().Name
		if other := s.tables.reading(name, text); other != nil {
			return newFailure(http.StatusUnprocessableEntity, games.Message("%s is a position of %s, not of %s", text, other.Game, name), "its table is at /api/"+other.ID+"/position")
		}
	}
	return err
}

// parameter is the only parameter of a route. Others are errors.
func parameter(r *http.Request, name string) (string, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return "", newFailure(http.StatusBadRequest, "the address is malformed after ?", "write ?"+name+"= and the value, percent-encoded; curl does it with -G --data-urlencode")
	}
	for key, values := range query {
		if key != name {
			return "", newFailure(http.StatusBadRequest, games.Message("unknown parameter %q", key), fmt.Sprintf("the only parameter is %q", name))
		}
		if len(values) > 1 {
			return "", newFailure(http.StatusBadRequest, games.Message("parameter %q is given %d times", key, len(values)), "give it once")
		}
	}
	return query.Get(name), nil
}
