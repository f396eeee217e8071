package serve

import (
	"context"
	"fmt"
	"net/http"

	"zermelo/reports/book"
)

// answer is what is answered from a table.
type answer struct {
	key  string             // tells it from other answers from the table
	kind string             // content type
	gate func(*table) *gate // that it goes through when it has to be made
	make func(book.Book) ([]byte, error)
}

// read answers from the table that a request names: with what is remembered, or
// with what the table says, once more if that was replaced meanwhile.
func (s *Server) read(w http.ResponseWriter, r *http.Request, a answer) error {
	t, err := s.named(r)
	if err != nil {
		return err
	}
	for tries := 1; ; tries++ {
		again, err := s.readOnce(w, r, t, a)
		if !again || tries == 3 {
			return err
		}
	}
}

// readOnce is one try of read. It reports whether it failed as the table was
// replaced.
func (s *Server) readOnce(w http.ResponseWriter, r *http.Request, t *table, a answer) (again bool, err error) {
	v, err := s.shelf.borrow(r.Context(), t)
	if err != nil {
		return false, err
	}
	defer s.shelf.giveBack(v)
	key := fmt.Sprint(s.options.Version, v.tag, " ", t.Table, " ", a.key)
	mark := tag(key)
	if unchanged(w, r, mark) {
		return false, nil
	}
	body := s.cache.get(key)
	if body == nil {
		if body, err = s.make(r.Context(), v, a, t); err != nil {
			return failureOf(err).status == http.StatusInternalServerError && s.shelf.stale(t, v), err
		}
		s.cache.put(key, body)
	}
	return false, send(w, r, a.kind, mark, body)
}

// make makes an answer when it is its turn.
func (s *Server) make(ctx context.Context, v *volume, a answer, t *table) ([]byte, error) {
	gate := a.gate(t)
	if err := gate.enter(ctx); err != nil {
		return nil, err
	}
	defer gate.leave()
	return a.make(v.book)
}

// tagOf tells the answers from a table from those of others of its name.
func tagOf(b book.Book) string {
	return fmt.Sprintf("%016x", b.Solution().Digest)
}
