package serve

import (
	"context"
	"net/http"
	"sync"
	"time"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/reports/solved"
)

// liveEvery is how often a search tells how far it is, at most.
const liveEvery = 100 * time.Millisecond

// searched is the table of a request for a search, and the position.
func (s *Server) searched(r *http.Request) (*table, string, error) {
	t, text, _, err := s.asked(r)
	if err == nil && !t.Search {
		err = reply.NewFailure(http.StatusUnprocessableEntity, "positions of this game cannot be searched", "only games of two players and constant sum where one is to move can be searched")
	}
	return t, text, err
}

// getSearch answers with the result of a search of limited time, of any position.
func (s *Server) getSearch(w http.ResponseWriter, r *http.Request) error {
	t, text, err := s.searched(r)
	if err != nil {
		return err
	}
	search, err := s.searches.acquire(r.Context(), t)
	if err != nil {
		return err
	}
	defer s.searches.release(search)
	found, err := search.Search(r.Context(), text, s.options.Search)
	if err != nil {
		return err
	}
	if err := r.Context().Err(); err != nil {
		return err // cut short
	}
	w.Header().Set("Cache-Control", "no-store") // another search may find more
	return reply.JSON(w, r, found)
}

// searchEnd is the last event of a search.
type searchEnd struct {
	Proven bool `json:"proven"` // the values of all moves; else the time is over
}

// getLiveSearch searches a position and its moves, and sends what is known by then as
// events "analysis", at the end an event "end". It ends when the client leaves.
func (s *Server) getLiveSearch(w http.ResponseWriter, r *http.Request) error {
	t, text, err := s.searched(r)
	if err != nil {
		return err
	}
	if _, err := solved.After(t.variant, text, nil); err != nil {
		return err // before the stream begins
	}
	search, err := s.searches.acquire(r.Context(), t)
	if err != nil {
		return err
	}
	defer s.searches.release(search)
	limited, cancel := context.WithTimeout(r.Context(), s.options.Search)
	defer cancel()
	events := reply.NewEvents(w)
	var (
		mu     sync.Mutex
		latest *solved.Analysis // nil: told already
	)
	tell := func(a *solved.Analysis) {
		mu.Lock()
		defer mu.Unlock()
		latest = a
	}
	take := func() *solved.Analysis {
		mu.Lock()
		defer mu.Unlock()
		a := latest
		latest = nil
		return a
	}
	ended := make(chan error, 1)
	go func() { ended <- search.Watch(limited, text, tell) }()
	tick := time.NewTicker(liveEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if a := take(); a != nil && events.Send("analysis", a) != nil {
				cancel()
				return <-ended
			}
		case err := <-ended:
			if err != nil {
				_ = events.Send("error", reply.FailureOf(err).JSON()) // the client may be gone
				return nil
			}
			last := take()
			if last != nil {
				_ = events.Send("analysis", last)
			}
			_ = events.Send("end", searchEnd{Proven: limited.Err() == nil})
			return nil
		}
	}
}
