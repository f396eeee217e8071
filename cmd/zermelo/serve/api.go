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
	"unicode/utf8"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/solved"
	"zermelo/tablebase/store"
)

// Limits of the search for a value that a proof does not contain. They are low,
// because a position has dozens of moves.
const (
	proofNodes = 20_000
	proofTime  = 50 * time.Millisecond
)

func (s *Server) getPosition(w http.ResponseWriter, r *http.Request) error {
	_, text, _, err := s.requested(r)
	if err != nil {
		return err
	}
	// A position can be written in several ways and thus have several keys.
	return s.read(w, r, answer{
		key: "position " + text, kind: reply.TypeJSON,
		make: func(_ context.Context, b solved.Game) ([]byte, error) {
			view, err := b.View(text)
			if err != nil {
				return nil, s.refine(b, text, err)
			}
			// The capacity is the approximate size of the encoded board and moves.
			size := 512 + 40*len(view.Board.Cells) + 256*len(view.Moves)
			return bytes.Clone(append(view.AppendJSON(make([]byte, 0, size)), '\n')), nil
		},
	})
}

type start struct {
	Game      string           `json:"game"`
	Title     string           `json:"title"`
	Goal      string           `json:"goal"`
	Variation string           `json:"variation"`
	Roles     []string         `json:"roles"`
	Paints    []string         `json:"paints"`
	Board     solved.ViewBoard `json:"board"`
}

// getStart replies with the start position of a table, a built-in game or an uploaded rule
// sheet. It opens no table.
func (s *Server) getStart(w http.ResponseWriter, r *http.Request) error {
	if _, err := parameters(r); err != nil {
		return err
	}
	name := r.PathValue("table")
	t, err := s.tables.resolve(name)
	turn := s.quick
	if err != nil {
		turn = s.slow
	}
	if err := turn.acquire(r.Context()); err != nil {
		return err
	}
	defer turn.release()
	var v games.Variant
	if err == nil {
		v = t.variant
	} else if v, err = s.openUnsolved(r.Context(), name); err != nil {
		return inputFailure(err)
	}
	info := v.Info()
	board, err := solved.StartBoard(v)
	if err != nil {
		return err
	}
	return reply.JSON(w, r, start{info.Name, info.Title, model.Goal(info), info.Variation(), info.Roles, solved.Paints(info), board})
}

// requested returns the table named in the path of r and the text of the requested
// position, which is the parameter p, unparsed, or the position after the moves in the
// parameter moves. more holds the values of the parameters in names.
func (s *Server) requested(r *http.Request, names ...string) (t *table, text string, more []string, err error) {
	given, err := parameters(r, append([]string{"p", "moves"}, names...)...)
	if err != nil {
		return nil, "", nil, err
	}
	if t, err = s.tables.resolve(r.PathValue("table")); err != nil {
		return nil, "", nil, err
	}
	text = given[0]
	if err := s.admit(r.Context(), t, text); err != nil {
		return nil, "", nil, err
	}
	if moves := games.SplitMoves(given[1]); len(moves) > 0 {
		if text, err = solved.After(t.variant, text, moves); err != nil {
			return nil, "", nil, reply.NewFailure(http.StatusBadRequest, "parameter moves: "+err.Error(), "separate the names of moves by commas; the field moves of a position lists them")
		}
	}
	return t, text, given[2:], nil
}

// admit returns an error if clients are not allowed to query the position that text
// describes; see solved.Game.Admit.
func (s *Server) admit(ctx context.Context, t *table, text string) error {
	if s.options.OwnClients || text == "" || !solved.HasForeignRules(t.variant) {
		return nil
	}
	v, err := s.open.acquire(ctx, t)
	if err != nil {
		return err
	}
	defer s.open.release(v)
	return v.game.Admit(text)
}

// refine adds details to an error about a position. If the position is not stored, it
// adds the board. If the position belongs to another variant, it names the table of
// that variant.
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
		if other := s.tables.matching(name, text); other != nil {
			return reply.NewFailure(http.StatusUnprocessableEntity, games.Message("%s is a position of %s, not of %s", text, other.Game, name), "its table is at /api/"+other.ID+"/position")
		}
	}
	return err
}

// parameters returns the values of the named query parameters, using "" for missing
// parameters. It returns an error if a parameter is repeated or is not in names.
func parameters(r *http.Request, names ...string) ([]string, error) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return nil, reply.NewFailure(http.StatusBadRequest, "the query string is malformed", "percent-encode the value of p; with curl, use -G --data-urlencode")
	}
	values := make([]string, len(names))
	for key, given := range query {
		at := slices.Index(names, key)
		if at < 0 {
			return nil, reply.NewFailure(http.StatusBadRequest, games.Message("unknown parameter %q", key), "allowed parameters: "+cmp.Or(strings.Join(names, ", "), "none"))
		}
		if len(given) > 1 {
			return nil, reply.NewFailure(http.StatusBadRequest, games.Message("parameter %q is given %d times", key, len(given)), "specify it once")
		}
		values[at] = given[0]
	}
	return values, nil
}

// rules is the reply to /api/TABLE/rules.
type rules struct {
	Paragraphs []string `json:"rules"` // plain text
	Options    []option `json:"options"`
	// Source is the text of the file with the rules. It is empty for built-in games
	// and for compiled modules.
	Source string `json:"source,omitempty"`
}

type option struct {
	model.Setting
	Words string `json:"words"` // the value in words, such as "diagonal captures"
}

func (s *Server) getRules(w http.ResponseWriter, r *http.Request) error {
	t, err := s.tables.resolve(r.PathValue("table"))
	if err != nil {
		return err
	}
	info := t.variant.Info()
	found := rules{Paragraphs: info.Rules, Options: []option{}}
	if utf8.ValidString(info.Source) {
		found.Source = info.Source
	}
	for _, o := range info.Options {
		found.Options = append(found.Options, option{model.Setting{Name: o.Name, Value: o.Value, Default: o.Default, Help: o.Help}, o.Words()})
	}
	return reply.JSON(w, r, found)
}

func (s *Server) getHealth(w http.ResponseWriter, r *http.Request) error {
	if _, err := s.tables.list(); err != nil {
		return reply.NewFailure(http.StatusServiceUnavailable, "cannot read the data directory", "see the server log")
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	_, _ = w.Write([]byte("ok\n"))
	return nil
}

//go:embed openapi.yaml
var openAPI string

// getPage replies with the explorer page, which shows only the board if the path is
// /embed. If the query refers to a table by another name, such as a preset, getPage
// redirects to the URL with the table's ID.
func (s *Server) getPage(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	if name := query.Get("table"); name != "" {
		if t, err := s.tables.resolve(name); err == nil && t.ID != name {
			query.Set("table", t.ID)
			http.Redirect(w, r, (&url.URL{Path: r.URL.Path, RawQuery: query.Encode()}).String(), http.StatusFound)
			return nil
		}
	}
	var ancestors []string
	if r.URL.Path == "/embed" {
		ancestors = s.options.Embed
	}
	return s.page.Index(w, r, ancestors)
}

func getDescription(w http.ResponseWriter, r *http.Request) error {
	return reply.Send(w, r, "application/yaml", reply.Tag(openAPI), []byte(openAPI))
}
