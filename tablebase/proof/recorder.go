package proof

import (
	"cmp"
	"errors"
	"fmt"
	"math/bits"
	"sync"
	"sync/atomic"
	"time"

	"zermelo/games"
	"zermelo/solver/machine"
	"zermelo/solver/runs"
	"zermelo/solver/search"
	"zermelo/tablebase/store"
)

const (
	// recordWork is the minimum cost of a recorded result, in nodes. An alpha-beta search of
	// 0.43 million nodes that is stopped at 75 % and resumed from its results repeats 12 % of
	// the work; with 10,000 instead of 1,000 it repeats 55 %.
	recordWork = 1000
	// maxResults is the default of RecorderOptions.Results.
	maxResults = 1 << 20
	// recordInterval is the minimum interval between writes. At most 1/recordShare of the time
	// is spent writing.
	recordInterval = 2 * time.Second
	recordShare    = 20
	// lastWait is the maximum time that the last write waits for another search.
	lastWait = 10 * time.Second
	// lastCPU is the default of Recorder.lastCPU. It suffices for a million results and a
	// million questions.
	lastCPU = 1500 * time.Millisecond
)

// Recorder stores the results of a search, from time to time and at its end, so that a later
// search can reuse them. It is safe for concurrent use.
type Recorder[S games.State] struct {
	db      string
	game    games.Game[S]
	options RecorderOptions

	mu    sync.Mutex
	known *search.Results[S]
	dirty bool // results were added since the last write

	stored  store.Version // version written last; used only by the goroutine that writes
	lastCPU time.Duration // processor time limit of the last write of a stopped search
	closing atomic.Bool
	quit    chan bool // receives whether the search has finished
	done    chan error
}

// resultSource is a search that reports its results.
type resultSource[S games.State] interface {
	OnResult(work uint64, keep func(s S, b search.Bounds))
}

// RecorderOptions configure a Recorder.
type RecorderOptions struct {
	Tool string // version of the program, for the headers
	// Results is the maximum number of results; 0 means 1<<20. If it is exceeded, the results
	// that cost least are dropped.
	Results int
	// More, if not nil, is called with each write to store additional state of an unfinished
	// search. It must call check repeatedly and return its error.
	More func(check func() error) error
	// Warn is called when a write fails for the first time. Failed writes are retried.
	Warn func(error)
}

// NewRecorder returns a Recorder that stores the results of a search of a game in the data
// directory db until Close is called. It does not store results in known again.
func NewRecorder[S games.State](db string, g games.Game[S], known Known[S], from resultSource[S], o RecorderOptions) *Recorder[S] {
	r := &Recorder[S]{
		db: db, game: g, options: o, known: search.NewResults[S](cmp.Or(o.Results, maxResults)), lastCPU: lastCPU,
		quit: make(chan bool), done: make(chan error, 1),
	}
	for s, b := range known {
		r.known.Add(s, b)
	}
	from.OnResult(recordWork, r.add)
	go r.run()
	return r
}

// Known reports whether any results have been recorded.
func (r *Recorder[S]) Known() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known.Len() > 0
}

func (r *Recorder[S]) add(s S, b search.Bounds) {
	if b.Work < uint8(bits.Len64(recordWork)) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known.Add(s, b) {
		r.dirty = true
	}
}

// run writes results periodically.
func (r *Recorder[S]) run() {
	timer := time.NewTimer(recordInterval)
	defer timer.Stop()
	warned := false
	for {
		select {
		case finished := <-r.quit:
			r.done <- r.writeLast(finished)
			return
		case <-timer.C:
			// Failed writes are retried. ErrBusy is not worth a warning, but a full disk is,
			// while the user can still free space.
			began := time.Now()
			if err := r.write(r.interrupted, r.options.More); err != nil && !warned && !errors.Is(err, store.ErrBusy) && !errors.Is(err, errStopped) {
				r.options.Warn(fmt.Errorf("store search results: %w; retrying", err))
				warned = true
			}
			timer.Reset(max(recordInterval, recordShare*time.Since(began)))
		}
	}
}

// errStopped aborts a write that is interrupted by Close or takes too long.
var errStopped = errors.New("write stopped")

// interrupted returns errStopped once Close is called.
func (r *Recorder[S]) interrupted() error {
	if r.closing.Load() {
		return errStopped
	}
	return nil
}

// writeLast is the last write. It waits for another search of the same game that is writing. If
// the search has not finished, the user is waiting, so a write that exceeds the limit is
// aborted; the previously stored results remain.
func (r *Recorder[S]) writeLast(finished bool) error {
	more, check := r.options.More, func() error { return nil }
	if finished {
		more = nil
	} else {
		began := machine.CPUTime()
		check = func() error {
			if machine.CPUTime()-began > r.lastCPU {
				return errStopped
			}
			return nil
		}
	}
	for began := time.Now(); ; time.Sleep(100 * time.Millisecond) {
		err := r.write(check, more)
		if errors.Is(err, errStopped) {
			return nil
		}
		if !errors.Is(err, store.ErrBusy) || time.Since(began) > lastWait {
			return err
		}
	}
}

// write stores new results.
func (r *Recorder[S]) write(check func() error, more func(check func() error) error) error {
	err := r.writeKnown(check)
	if more != nil {
		err = errors.Join(err, more(check))
	}
	return err
}

// writeKnown stores the results, merged with those that another search has stored meanwhile.
func (r *Recorder[S]) writeKnown(check func() error) error {
	if games.Failure(r.game) != nil { // results of failed rules are worthless
		return nil
	}
	r.mu.Lock()
	dirty := r.dirty
	r.mu.Unlock()
	if !dirty {
		return nil
	}
	if err := r.merge(); err != nil {
		return err
	}
	r.mu.Lock()
	list := make([]runs.Query[S], 0, r.known.Len())
	for s, b := range r.known.All() {
		list = append(list, knownNote(s, b))
	}
	r.dirty = false
	r.mu.Unlock()
	err := writeKnown(r.db, r.game, list, check, store.Options{Tool: r.options.Tool})
	if err == nil {
		r.stored, err = store.VersionOf(r.db, store.KnownName(r.game.Info().Name))
	}
	if err != nil {
		r.mu.Lock()
		r.dirty = true
		r.mu.Unlock()
	}
	return err
}

// merge adds the stored results, unless this Recorder has stored them.
func (r *Recorder[S]) merge() error {
	if now, err := store.VersionOf(r.db, store.KnownName(r.game.Info().Name)); err == nil && now.Same(r.stored) {
		return nil
	}
	stored, err := ReadKnown(r.db, r.game)
	var newer *store.VersionError
	if err != nil && (!store.Unusable(err) || errors.As(err, &newer)) {
		return err // do not replace results of a newer program, or results that may be valid
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for s, b := range stored {
		r.known.Add(s, b)
	}
	return nil
}

// Close stores the remaining results. If the search has not finished, it spends at most about
// two seconds of processor time.
func (r *Recorder[S]) Close(finished bool) error {
	r.closing.Store(true)
	r.quit <- finished
	return <-r.done
}
