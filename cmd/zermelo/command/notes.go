package command

import (
	"sync"
	"time"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/tablebase"
)

const (
	// noteWork is how many nodes a result must have cost to be noted.
	noteWork = 10_000
	// noteEvery is how much time a crash may cost.
	noteEvery = 30 * time.Second
)

// notes keep what a search proves on its way, so that a later one begins with
// it. They are written every noteEvery and at the end.
type notes[S games.State] struct {
	db   string
	game games.Game[S]
	tool string

	mu    sync.Mutex
	known tablebase.Known[S]
	news  bool // since the last writing

	quit chan struct{}
	done chan error
}

// keeper is a search that tells what it proves.
type keeper[S games.State] interface {
	Keep(work uint64, keep func(s S, b search.Bounds))
}

// newNotes notes what a search proves until close is called. What is known
// already is not noted.
func newNotes[S games.State](db string, g games.Game[S], known tablebase.Known[S], from keeper[S], tool string) *notes[S] {
	n := &notes[S]{db: db, game: g, tool: tool, known: known, quit: make(chan struct{}), done: make(chan error, 1)}
	from.Keep(noteWork, n.add)
	go n.run()
	return n
}

// add notes a result.
func (n *notes[S]) add(s S, b search.Bounds) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.merge(s, b)
}

// merge narrows what is known of a position.
func (n *notes[S]) merge(s S, b search.Bounds) {
	old, ok := n.known[s]
	if ok {
		b.Low, b.High = max(b.Low, old.Low), min(b.High, old.High)
	}
	if !ok || b.Low != old.Low || b.High != old.High {
		n.known[s], n.news = b, true
	}
}

// run writes the notes now and then.
func (n *notes[S]) run() {
	tick := time.NewTicker(noteEvery)
	defer tick.Stop()
	for {
		select {
		case <-n.quit:
			n.done <- n.write()
			return
		case <-tick.C:
			// What fails now is tried again, and told at the end.
			_ = n.write()
		}
	}
}

// write stores what is new, and keeps what another search has stored meanwhile.
func (n *notes[S]) write() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.news {
		return nil
	}
	stored, err := tablebase.ReadKnown(n.db, n.game)
	if err != nil {
		return err
	}
	for s, b := range stored {
		n.merge(s, b)
	}
	err = tablebase.WriteKnown(n.db, n.game, n.known, tablebase.Options{Tool: n.tool})
	n.news = err != nil
	return err
}

// close writes what is left.
func (n *notes[S]) close() error {
	close(n.quit)
	return <-n.done
}
