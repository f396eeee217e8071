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
	// recordWork is the minimum cost of a recorded result, in nodes. In a test, an alpha-beta
	// search that was interrupted at 75 % repeated 12 % of its work when resumed. With a minimum of
	// 10,000 nodes, it repeated 55 %.
	recordWork = 1000
	maxResults = 1 << 20 // default value of RecorderOptions.Results
	// recordInterval is the minimum time between writes. Writing takes at most 1/recordShare of the
	// running time.
	recordInterval = 2 * time.Second
	recordShare    = 20
	// lastWait is the maximum time that the last write waits for another search to finish writing.
	lastWait = 10 * time.Second
	// lastCPU is the default value of Recorder.lastCPU. It suffices for writing a million results
	// and a million open questions.
	lastCPU = 1500 * time.Millisecond
)

// Recorder stores the results of a search for use by later searches. It writes them periodically
// and when the search ends. A Recorder is safe for concurrent use.
type Recorder[S games.State] struct {
	db      string
	game    games.Game[S]
	options RecorderOptions

	mu    sync.Mutex
	known *search.Results[S]
	dirty bool // results have been added since the last write

	stored  store.Version // last version written; only accessed by the writing goroutine
	lastCPU time.Duration // processor time limit for the last write of a stopped search
	closing atomic.Bool
	quit    chan bool // receives whether the search has finished
	done    chan error
}

// resultSource is a search that reports its results by calling OnResult.
type resultSource[S games.State] interface {
	OnResult(work uint64, keep func(s S, b search.Bounds))
}

// RecorderOptions configures a Recorder.
type RecorderOptions struct {
	Tool string // version of the program, recorded in headers
	// Results is the maximum number of results. If there are more, the cheapest are dropped. It
	// defaults to 1<<20.
	Results int
	// More, if not nil, is called during each write to store additional state of an unfinished
	// search. It must call check repeatedly and return its error, if any.
	More func(check func() error) error
	// Warn is called when a write fails for the first time. Failed writes are retried.
	Warn func(error)
}

// NewRecorder returns a Recorder that stores results in the data directory db until Close is
// called. from is the search that reports the results. The results in known are already stored.
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
			// ErrBusy does not deserve a warning. A full disk does, because the user can still
			// free space before the write is retried.
			began := time.Now()
			if err := r.write(r.interrupted, r.options.More); err != nil && !warned && !errors.Is(err, store.ErrBusy) && !errors.Is(err, errStopped) {
				r.options.Warn(fmt.Errorf("store search results: %w; retrying", err))
				warned = true
			}
			timer.Reset(max(recordInterval, recordShare*time.Since(began)))
		}
	}
}

// errStopped aborts a periodic write if Close is called, or the last write if it takes too long.
var errStopped = errors.New("write stopped")

// interrupted returns errStopped after Close has been called.
func (r *Recorder[S]) interrupted() error {
	if r.closing.Load() {
		return errStopped
	}
	return nil
}

// writeLast performs the last write. It waits if another search of the same game is writing. If
// finished is not set, the user is waiting, so a write that exceeds r.lastCPU is aborted.
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

func (r *Recorder[S]) write(check func() error, more func(check func() error) error) error {
	err := r.writeKnown(check)
	if more != nil {
		err = errors.Join(err, more(check))
	}
	return err
}

// writeKnown stores the results, merged with any results that another search has stored in the
// meantime.
func (r *Recorder[S]) writeKnown(check func() error) error {
	if games.Failure(r.game) != nil { // results are worthless if the rules have failed
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

// merge adds results of other searches to r.known.
func (r *Recorder[S]) merge() error {
	if now, err := store.VersionOf(r.db, store.KnownName(r.game.Info().Name)); err == nil && now.Same(r.stored) {
		return nil
	}
	stored, err := ReadKnown(r.db, r.game)
	var newer *store.VersionError
	if err != nil && (!store.Unusable(err) || errors.As(err, &newer)) {
		return err // do not overwrite results that are newer or may be valid
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for s, b := range stored {
		r.known.Add(s, b)
	}
	return nil
}

// Close stores the remaining results and stops the Recorder. If the search has not finished,
// storing them takes at most about two seconds of processor time.
func (r *Recorder[S]) Close(finished bool) error {
	r.closing.Store(true)
	r.quit <- finished
	return <-r.done
}
