package serve

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"zermelo/reports"
)

// How far to search for each value that a proof does not tell. A position has
// dozens of moves, so that this is far less than what query takes.
const (
	proofNodes = 20_000
	proofTime  = 50 * time.Millisecond
)

// getPosition answers with a position: its board, its value and its moves.
func (s *Server) getPosition(w http.ResponseWriter, r *http.Request) error {
	text, err := positionOf(r)
	if err != nil {
		return err
	}
	return s.read(r, s.gateOf, func(v *volume) error {
		// The tag is of the text as the client wrote it: one position may have
		// several, which does no harm.
		mark := tag(s.options.Version, v.tag, "position", text)
		if unchanged(w, r, mark) {
			return nil
		}
		view, err := v.book.View(text)
		if err != nil {
			return err
		}
		body, err := encodeJSON(view)
		if err != nil {
			return err
		}
		return send(w, r, "application/json; charset=utf-8", mark, body)
	})
}

// positionOf is the position that a request asks for, "" for the start.
func positionOf(r *http.Request) (string, error) {
	query := r.URL.Query()
	if err := onlyKnown(query, "p"); err != nil {
		return "", err
	}
	return query.Get("p"), nil
}

// onlyKnown refuses parameters that a route does not have: they are mistakes.
func onlyKnown(query map[string][]string, names ...string) error {
	for name, values := range query {
		known := false
		for _, n := range names {
			known = known || n == name
		}
		if !known {
			return &failure{http.StatusBadRequest, fmt.Sprintf("unknown parameter %q", name), fmt.Sprintf("the parameters are %q", names)}
		}
		if len(values) > 1 {
			return &failure{http.StatusBadRequest, fmt.Sprintf("parameter %q is given %d times", name, len(values)), "give it once"}
		}
	}
	return nil
}

// gateOf is the gate for looking up positions of a table.
func (s *Server) gateOf(t *table) *gate {
	if t.Kind == kindProof {
		return s.works
	}
	return s.probes
}

// read lets use work with the book of the table that a request names, and does
// so again if the table was replaced under its hands.
func (s *Server) read(r *http.Request, through func(*table) *gate, use func(*volume) error) error {
	t, err := s.named(r)
	if err != nil {
		return err
	}
	gate := through(t)
	if err := gate.enter(r.Context()); err != nil {
		return err
	}
	defer gate.leave()
	for tries := 1; ; tries++ {
		again, err := s.readOnce(r.Context(), t, use)
		if !again || tries == 3 {
			return err
		}
	}
}

// readOnce is one try of read. It reports whether it failed as the table was
// replaced.
func (s *Server) readOnce(ctx context.Context, t *table, use func(*volume) error) (again bool, err error) {
	v, err := s.shelf.borrow(ctx, t)
	if err != nil {
		return false, err
	}
	defer s.shelf.giveBack(v)
	if err = use(v); err == nil || failureOf(err).status != http.StatusInternalServerError {
		return false, err
	}
	return s.shelf.stale(t, v), err
}

// tagOf tells the answers from a table from those of others of its name.
func tagOf(b reports.Book) string {
	return fmt.Sprintf("%s %016x", b.Info().Name, b.Solution().Digest)
}
