package serve

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/reports/solved"
)

// analysisInterval is the minimum time between analysis events.
const analysisInterval = 100 * time.Millisecond

func (s *Server) requestedSearch(r *http.Request, tree bool) (*table, string, error) {
	t, text, _, err := s.requested(r)
	switch {
	case err != nil:
	case tree && t.Stochastic:
		err = reply.NewFailure(http.StatusUnprocessableEntity, "Monte Carlo tree search does not support games with chance", "the position has the values of all moves")
	case !tree && !t.Search:
		err = reply.NewFailure(http.StatusUnprocessableEntity, "this game does not support searches", "searches require two players, constant sum and alternating moves")
	}
	return t, text, err
}

func (s *Server) getSearch(w http.ResponseWriter, r *http.Request) error {
	return s.search(w, r, s.options.Search, false)
}

func (s *Server) getMCTS(w http.ResponseWriter, r *http.Request) error {
	return s.search(w, r, s.options.MCTS, true)
}

// search searches a position. It uses Monte Carlo tree search, which accepts any game, if tree is set.
func (s *Server) search(w http.ResponseWriter, r *http.Request, limit time.Duration, tree bool) error {
	t, text, err := s.requestedSearch(r, tree)
	if err != nil {
		return err
	}
	search, err := s.searches.acquire(r.Context(), t, tree)
	if err != nil {
		return err
	}
	defer s.searches.release(search)
	found, err := search.Search(r.Context(), text, limit)
	if err != nil {
		return err
	}
	if err := r.Context().Err(); err != nil {
		return err // the search was cut short
	}
	w.Header().Set("Cache-Control", "no-store") // another search may find more
	return reply.JSON(w, r, found)
}

type searchEnd struct {
	Proven bool `json:"proven"` // all values are proven; if false, time ran out
}

// getLiveSearch searches a position and its moves. It sends intermediate results in
// "analysis" events, followed by an "end" event.
func (s *Server) getLiveSearch(w http.ResponseWriter, r *http.Request) error {
	t, text, err := s.requestedSearch(r, false)
	if err != nil {
		return err
	}
	if _, err := solved.After(t.variant, text, nil); err != nil {
		return err // an error sets the status, so it must precede the stream
	}
	search, err := s.searches.acquire(r.Context(), t, false)
	if err != nil {
		return err
	}
	defer s.searches.release(search)
	limited, cancel := context.WithTimeout(r.Context(), s.options.Search)
	defer cancel()
	events := reply.NewEvents(w)
	var latest atomic.Pointer[solved.Analysis] // nil if already sent
	done := make(chan error, 1)
	go func() { done <- search.Searcher.(solved.Watcher).Watch(limited, text, latest.Store) }()
	tick := time.NewTicker(analysisInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			if a := latest.Swap(nil); a != nil && events.Send("analysis", a) != nil {
				cancel()
				return <-done
			}
		case err := <-done:
			if err != nil {
				_ = events.Send("error", reply.FailureOf(err).JSON()) // the client may have disconnected
				return nil
			}
			if last := latest.Swap(nil); last != nil {
				_ = events.Send("analysis", last)
			}
			_ = events.Send("end", searchEnd{Proven: limited.Err() == nil})
			return nil
		}
	}
}
