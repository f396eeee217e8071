package serve

import (
	"context"
	"fmt"
	"net/http"

	"zermelo/reports/book"
)

// answer is a kind of answer from a table.
type answer struct {
	key  string // within the table
	kind string // content type
	slow bool   // to make, from a table of all positions too
	make func(book.Book) ([]byte, error)
}

// read answers a request from the cache or from the table that it names. It tries up to
// three times if the table is replaced meanwhile.
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

// readOnce is one try of read. It reports whether it failed because the table was
// replaced.
func (s *Server) readOnce(w http.ResponseWriter, r *http.Request, t *table, a answer) (again bool, err error) {
	v, err := s.open.acquire(r.Context(), t)
	if err != nil {
		return false, err
	}
	defer s.open.release(v)
	key := fmt.Sprint(s.options.Version, v.tag, " ", t.Table, " ", a.key)
	mark := tag(key)
	if unchanged(w, r, mark) {
		return false, nil
	}
	body := s.answers.get(key)
	if body == nil {
		if body, err = s.make(r.Context(), v, a, t); err != nil {
			return failureOf(err).status == http.StatusInternalServerError && s.open.stale(t, v), err
		}
		s.answers.put(key, body)
	}
	return false, send(w, r, a.kind, mark, body)
}

func (s *Server) make(ctx context.Context, v *openTable, a answer, t *table) ([]byte, error) {
	turn := s.quick
	if a.slow || t.Kind == kindProof {
		turn = s.slow
	}
	if err := turn.acquire(ctx); err != nil {
		return nil, err
	}
	defer turn.release()
	return a.make(v.book)
}
