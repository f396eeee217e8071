package proof

import (
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/tablebase/store"
)

const (
	// recordWork is how many nodes a result must have cost to be recorded. An
	// alpha-beta search of 0.43 million nodes that is stopped at 75 % and goes on
	// from its results does 12 % of that again, with 10,000 in place of 1,000 55 %.
	recordWork = 1000
	// mostResults is how many results are recorded at most: with more, those that cost
	// the least are dropped. A million take about 100 MB.
	mostResults = 1 << 20
	// MostOpen is how many open questions of a proof-number search are stored at most.
	MostOpen = 1 << 20
	// recordEvery is how much time a crash may cost at least, and recordShare how
	// much of the time writing may take: 1/recordShare.
	recordEvery = 2 * time.Second
	recordShare = 20
	// lastWait is how long the last writing waits for that of another search.
	lastWait = 10 * time.Second
)

// Recorder stores what a search proves on its way, so that a later one begins with
// it: now and then, and at the end. It is safe for concurrent use.
type Recorder[S games.State] struct {
	db   string
	game games.Game[S]
	tool string
	more func() error // writes what an unfinished search needs besides; may be nil
	warn func(error)  // is told the first time that writing fails

	mu    sync.Mutex
	known Known[S]
	level uint8 // the least Bounds.Work that is recorded
	news  bool  // since the last writing

	quit chan bool // whether the search has come to its end
	done chan error
}

// keeper is a search that tells what it proves.
type keeper[S games.State] interface {
	Keep(work uint64, keep func(s S, b search.Bounds))
}

// RecorderOptions say what a Recorder works with.
type RecorderOptions struct {
	Tool string // version of the program, for the headers
	// More, if not nil, writes what an unfinished search needs besides; it is called
	// with each writing.
	More func() error
	// Warn is told the first time that writing fails; what fails is tried again.
	Warn func(error)
}

// NewRecorder records in the data directory db what a search proves of a game, until
// Close is called. What is known already is not recorded.
func NewRecorder[S games.State](db string, g games.Game[S], known Known[S], from keeper[S], o RecorderOptions) *Recorder[S] {
	r := &Recorder[S]{
		db: db, game: g, tool: o.Tool, more: o.More, warn: o.Warn, known: known, level: uint8(bits.Len64(recordWork)),
		quit: make(chan bool), done: make(chan error, 1),
	}
	from.Keep(recordWork, r.add)
	go r.run()
	return r
}

// Known reports whether anything is known by now.
func (r *Recorder[S]) Known() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.known) > 0
}

// add records a result.
func (r *Recorder[S]) add(s S, b search.Bounds) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if b.Work >= r.level {
		r.merge(s, b)
	}
}

// merge narrows what is known of a position.
func (r *Recorder[S]) merge(s S, b search.Bounds) {
	old, ok := r.known[s]
	if ok {
		b.Low, b.High, b.Work = max(b.Low, old.Low), min(b.High, old.High), max(b.Work, old.Work)
	}
	if !ok || b.Low != old.Low || b.High != old.High {
		b.Move = -1
		r.known[s], r.news = b, true
	}
	for len(r.known) > mostResults {
		r.level++
		for s, b := range r.known {
			if b.Work < r.level {
				delete(r.known, s)
			}
		}
	}
}

// run writes now and then.
func (r *Recorder[S]) run() {
	due := time.NewTimer(recordEvery)
	defer due.Stop()
	warned := false
	for {
		select {
		case finished := <-r.quit:
			if finished {
				r.more = nil
			}
			r.done <- r.writeLast()
			return
		case <-due.C:
			// What fails now is tried again. Where another search is writing that is
			// nothing to tell of; a full disk is, while there is time to make room.
			began := time.Now()
			if err := r.write(); err != nil && !warned && !errors.Is(err, store.ErrBusy) {
				r.warn(fmt.Errorf("what the search has proven so far cannot be kept, it is tried again: %w", err))
				warned = true
			}
			due.Reset(max(recordEvery, recordShare*time.Since(began)))
		}
	}
}

// writeLast is the last write. Another search of the same game may be writing: it
// waits for that.
func (r *Recorder[S]) writeLast() error {
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		if err := r.write(); !errors.Is(err, store.ErrBusy) || time.Since(began) > lastWait {
			return err
		}
	}
}

// write stores what is new.
func (r *Recorder[S]) write() error {
	err := r.writeKnown()
	if r.more != nil {
		err = errors.Join(err, r.more())
	}
	return err
}

// writeKnown stores the results, with those that another search has stored
// meanwhile.
func (r *Recorder[S]) writeKnown() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.news || games.Failure(r.game) != nil { // what failed rules have led to is worth nothing
		return nil
	}
	stored, err := ReadKnown(r.db, r.game)
	var newer *store.VersionError
	if err != nil && (!store.Unusable(err) || errors.As(err, &newer)) {
		return err // what a newer program has stored is not replaced, nor what may be good
	}
	for s, b := range stored {
		r.merge(s, b)
	}
	err = WriteKnown(r.db, r.game, r.known, store.Options{Tool: r.tool})
	r.news = err != nil
	return err
}

// Close writes what is left: of a search that has come to its end, the results
// only.
func (r *Recorder[S]) Close(finished bool) error {
	r.quit <- finished
	return <-r.done
}
