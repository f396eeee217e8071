package serve

import (
	"context"
	"errors"
	"sync"

	"zermelo/reports/book"
	"zermelo/tablebase/store"
)

// maxOpen is how many tables are open at once. Each has some descriptors, and
// caches of about 20 MiB when it is used much.
const maxOpen = 16

// shelf keeps books open, those used last. A book whose table was made again
// meanwhile is closed, once nobody reads it any more, and opened anew.
type shelf struct {
	db    string
	limit int

	mu    sync.Mutex
	books map[string]*volume // by id
	clock int64              // counts borrowings
	open  int                // volumes not closed yet
}

// volume is a book on the shelf, or one that was there.
type volume struct {
	edition store.Edition
	ready   chan struct{} // closed when book or err is there
	book    book.Book
	err     error
	tag     string // tells its answers from those of other tables

	// Guarded by the shelf.
	readers int
	used    int64
	retired bool // no longer on the shelf; the last reader closes it
}

func newShelf(db string, limit int) *shelf {
	return &shelf{db: db, limit: limit, books: map[string]*volume{}}
}

// borrow opens the book of a table, or takes it from the shelf. It returns
// tablebase.ErrNoTable if the table is gone, and errBusy when all books are in
// use. Each nil needs a giveBack.
func (s *shelf) borrow(ctx context.Context, t *table) (*volume, error) {
	edition, err := store.EditionOf(s.db, t.Table)
	s.mu.Lock()
	v := s.books[t.ID]
	if v != nil && (err != nil || !v.edition.Same(edition)) {
		_ = s.retire(t.ID, v) // what was wrong with a table that is gone does not matter
		v = nil
	}
	if err != nil {
		s.mu.Unlock()
		return nil, err
	}
	fresh := v == nil
	if fresh {
		if !s.makeRoom() {
			s.mu.Unlock()
			return nil, errBusy
		}
		v = &volume{edition: edition, ready: make(chan struct{})}
		s.books[t.ID] = v
		s.open++
	}
	s.clock++
	v.readers, v.used = v.readers+1, s.clock
	s.mu.Unlock()
	if fresh {
		v.book, v.err = t.open(s.db)
		if v.err == nil {
			v.tag = tagOf(v.book)
		}
		close(v.ready)
	}
	select {
	case <-v.ready:
		err = v.err
	case <-ctx.Done():
		err = ctx.Err()
	}
	if err != nil {
		s.drop(t.ID, v)
		return nil, err
	}
	return v, nil
}

// drop gives back a volume that could not be borrowed; one that could not be
// opened leaves the shelf, so that the next one tries again.
func (s *shelf) drop(id string, v *volume) {
	select {
	case <-v.ready:
		if v.err != nil {
			s.mu.Lock()
			_ = s.retire(id, v) // it has no book to close
			s.mu.Unlock()
		}
	default:
	}
	s.giveBack(v)
}

// giveBack ends a borrowing.
func (s *shelf) giveBack(v *volume) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v.readers--
	_ = s.closeUnread(v) // nothing was written
}

// retire takes a volume from the shelf.
func (s *shelf) retire(id string, v *volume) error {
	if v.retired {
		return nil
	}
	v.retired = true
	delete(s.books, id)
	return s.closeUnread(v)
}

// closeUnread closes a retired volume that nobody reads. Tables are open for
// reading only, so that this writes nothing and is quick.
func (s *shelf) closeUnread(v *volume) error {
	if !v.retired || v.readers > 0 {
		return nil
	}
	s.open--
	if v.book == nil {
		return nil
	}
	return v.book.Close()
}

// makeRoom closes the volume that was not used for the longest time when there
// are too many. It reports false when all are in use.
func (s *shelf) makeRoom() bool {
	for s.open >= s.limit {
		oldest := ""
		for id, v := range s.books {
			if v.readers == 0 && (oldest == "" || v.used < s.books[oldest].used) {
				oldest = id
			}
		}
		if oldest == "" {
			return false
		}
		_ = s.retire(oldest, s.books[oldest]) // nothing was written
	}
	return true
}

// stale reports whether the table of a borrowed volume was replaced or deleted
// since it was opened.
func (s *shelf) stale(t *table, v *volume) bool {
	now, err := store.EditionOf(s.db, t.Table)
	return err != nil || !v.edition.Same(now)
}

// size is the number of tables that are open.
func (s *shelf) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.open
}

// close takes all books from the shelf and closes them; those that somebody still
// reads are closed by the last reader.
func (s *shelf) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for id, v := range s.books {
		errs = append(errs, s.retire(id, v))
	}
	return errors.Join(errs...)
}
