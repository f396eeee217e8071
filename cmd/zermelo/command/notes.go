package command

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
)

const (
	// noteWork is how many nodes a result must have cost to be noted. An
	// alpha-beta search of 0.43 million nodes that is stopped at 75 % and goes on
	// from its notes does 12 % of that again, with 10,000 in place of 1,000 55 %.
	noteWork = 1000
	// mostNotes is how many results are noted at most: with more, those that cost
	// the least are dropped. A million take about 100 MB.
	mostNotes = 1 << 20
	// mostOpen is how many open questions of a proof-number search are stored.
	mostOpen = 1 << 20
	// noteEvery is how much time a crash may cost at least, and noteShare how
	// much of the time writing may take: 1/noteShare.
	noteEvery = 2 * time.Second
	noteShare = 20
	// lastPatience is how long the last writing waits for that of another search.
	lastPatience = 10 * time.Second
)

// notes keep what a search proves on its way, so that a later one begins with
// it. They are written now and then and at the end.
type notes[S games.State] struct {
	db   string
	game games.Game[S]
	tool string
	more func() error // writes what an unfinished search needs besides; may be nil
	warn func(error)  // is told the first time that writing fails

	mu    sync.Mutex
	known proof.Known[S]
	level uint8 // the least Bounds.Work that is noted
	news  bool  // since the last writing

	quit chan bool // whether the search has come to its end
	done chan error
}

// keeper is a search that tells what it proves.
type keeper[S games.State] interface {
	Keep(work uint64, keep func(s S, b search.Bounds))
}

// newNotes notes what a search proves until close is called. What is known
// already is not noted. More, if not nil, is called with each writing.
func newNotes[S games.State](db string, g games.Game[S], known proof.Known[S], from keeper[S], more func() error, tool string, warn func(error)) *notes[S] {
	n := &notes[S]{
		db: db, game: g, tool: tool, more: more, warn: warn, known: known, level: uint8(bits.Len64(noteWork)),
		quit: make(chan bool), done: make(chan error, 1),
	}
	from.Keep(noteWork, n.add)
	go n.run()
	return n
}

// add notes a result.
func (n *notes[S]) add(s S, b search.Bounds) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if b.Work >= n.level {
		n.merge(s, b)
	}
}

// merge narrows what is known of a position.
func (n *notes[S]) merge(s S, b search.Bounds) {
	old, ok := n.known[s]
	if ok {
		b.Low, b.High, b.Work = max(b.Low, old.Low), min(b.High, old.High), max(b.Work, old.Work)
	}
	if !ok || b.Low != old.Low || b.High != old.High {
		b.Move = -1
		n.known[s], n.news = b, true
	}
	for len(n.known) > mostNotes {
		n.level++
		for s, b := range n.known {
			if b.Work < n.level {
				delete(n.known, s)
			}
		}
	}
}

// run writes the notes now and then.
func (n *notes[S]) run() {
	due := time.NewTimer(noteEvery)
	defer due.Stop()
	warned := false
	for {
		select {
		case finished := <-n.quit:
			if finished {
				n.more = nil
			}
			n.done <- n.writeLast()
			return
		case <-due.C:
			// What fails now is tried again. Where another search is writing that is
			// nothing to tell of; a full disk is, while there is time to make room.
			began := time.Now()
			if err := n.write(); err != nil && !warned && !errors.Is(err, store.ErrBusy) {
				n.warn(fmt.Errorf("what the search has proven so far cannot be kept, it is tried again: %w", err))
				warned = true
			}
			due.Reset(max(noteEvery, noteShare*time.Since(began)))
		}
	}
}

// writeLast is the last write. Another search of the same game may be writing: it
// waits for that.
func (n *notes[S]) writeLast() error {
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		if err := n.write(); !errors.Is(err, store.ErrBusy) || time.Since(began) > lastPatience {
			return err
		}
	}
}

// write stores what is new.
func (n *notes[S]) write() error {
	err := n.writeKnown()
	if n.more != nil {
		err = errors.Join(err, n.more())
	}
	return err
}

// writeKnown stores the results, with those that another search has stored
// meanwhile.
func (n *notes[S]) writeKnown() error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if !n.news {
		return nil
	}
	stored, err := proof.ReadKnown(n.db, n.game)
	var newer *store.VersionError
	if err != nil && (!store.Unusable(err) || errors.As(err, &newer)) {
		return err // what a newer program has stored is not replaced, nor what may be good
	}
	for s, b := range stored {
		n.merge(s, b)
	}
	err = proof.WriteKnown(n.db, n.game, n.known, write.Options{Tool: n.tool})
	n.news = err != nil
	return err
}

// close writes what is left: of a search that has come to its end, the results
// only.
func (n *notes[S]) close(finished bool) error {
	n.quit <- finished
	return <-n.done
}
