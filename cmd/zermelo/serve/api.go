package serve

import (
	"bytes"
	"cmp"
	"context"
	_ "embed"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/solved"
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
	_, text, _, err := s.asked(r)
	if err != nil {
		return err
	}
	// The key is the text that the client sent. A position may have several.
	return s.read(w, r, answer{
		key: "position " + text, kind: reply.TypeJSON,
		make: func(_ context.Context, b solved.Game) ([]byte, error) {
			view, err := b.View(text)
			if err != nil {
				return nil, s.refine(b, text, err)
			}
			// A board and its moves have about this size.
			size := 512 + 40*len(view.Board.Cells) + 256*len(view.Moves)
			return bytes.Clone(append(view.AppendJSON(make([]byte, 0, size)), '\n')), nil
		},
	})
}

// asked is the table of a request, and its position: that of p, or the one after the
// moves from there. Without moves the position is not read. More has the values of
// further parameters that the route has.
func (s *Server) asked(r *http.Request, names ...string) (t *table, text string, more []string, err error) {
	given, err := parameters(r, append([]string{"p", "moves"}, names...)...)
	if err != nil {
		return nil, "", nil, err
	}
	if t, err = s.named(r); err != nil {
		return nil, "", nil, err
	}
	text = given[0]
	if moves := games.SplitMoves(given[1]); len(moves) > 0 {
		if text, err = solved.After(t.variant, text, moves); err != nil {
			return nil, "", nil, reply.NewFailure(http.StatusBadRequest, err.Error(), "the field moves of a position has its moves")
		}
	}
	return t, text, given[2:], nil
}

// refine adds to an error about a position its board, if it is not stored, or the
// table that has it.
func (s *Server) refine(b solved.Game, text string, err error) error {
	var input *games.InputError
	switch {
	case errors.Is(err, store.ErrNotStored):
		view, drawErr := b.Unstored(text)
		if drawErr != nil {
			return drawErr
		}
		f := reply.FailureOf(err)
		f.Position = view
		return f
	case errors.As(err, &input):
		name := b.Info().Name
		if other := s.tables.reading(name, text); other != nil {
			return reply.NewFailure(http.StatusUnprocessableEntity, games.Message("%s is a position of %s, not of %s", text, other.Game, name), "its table is at /api/"+other.ID+"/position")
		}
	}
	return err
}

// parameters are the values of the parameters of a route, "" for what is left out.
// Others are errors.
func parameters(r *http.Request, names ...string) ([]string, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, reply.NewFailure(http.StatusBadRequest, "the address is malformed after ?", "write ?p= and the value, percent-encoded; curl does it with -G --data-urlencode")
	}
	values := make([]string, len(names))
	for key, given := range query {
		at := slices.Index(names, key)
		if at < 0 {
			return nil, reply.NewFailure(http.StatusBadRequest, games.Message("unknown parameter %q", key), cmp.Or(strings.Join(names, ", "), "none")+": these are the parameters")
		}
		if len(given) > 1 {
			return nil, reply.NewFailure(http.StatusBadRequest, games.Message("parameter %q is given %d times", key, len(given)), "give it once")
		}
		values[at] = given[0]
	}
	return values, nil
}

// named is the table in the path of a request.
func (s *Server) named(r *http.Request) (*table, error) {
	return s.tables.named(r.PathValue("table"))
}

// getGames answers with the games of the registry, their options and presets.
func (s *Server) getGames(w http.ResponseWriter, r *http.Request) error {
	list, err := model.NewGameList(s.options.Registry)
	if err != nil {
		return err
	}
	return reply.JSON(w, r, list)
}

func (s *Server) getTables(w http.ResponseWriter, r *http.Request) error {
	list, err := s.tables.list()
	if err != nil {
		return err
	}
	return reply.JSON(w, r, list)
}

// getHealth answers whether the server can read its directory.
func (s *Server) getHealth(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.tables.list(); err != nil {
		return reply.NewFailure(http.StatusServiceUnavailable, "the directory of the tables cannot be read", "see the server's log")
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
	return nil
}

//go:embed openapi.yaml
var openAPI string

// getPage answers with the page. An address with another name of a table, such as a
// preset, leads to the one with its id.
func (s *Server) getPage(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	if name := query.Get("table"); name != "" {
		if t, err := s.tables.named(name); err == nil && t.ID != name {
			query.Set("table", t.ID)
			http.Redirect(w, r, (&url.URL{Path: "/", RawQuery: query.Encode()}).String(), http.StatusFound)
			return nil
		}
	}
	return s.page.Index(w, r)
}

// getDescription answers with the description of the API.
func getDescription(w http.ResponseWriter, r *http.Request) error {
	return reply.Send(w, r, "application/yaml", reply.Tag(openAPI), []byte(openAPI))
}
