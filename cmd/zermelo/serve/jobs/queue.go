// Package jobs solves games for clients of the server: one after the other, within
// limits, with pauses. What was done of a solve that did not end is kept on disk, also
// when the server stops.
package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/tablebase/build"
)

// Limits bound what clients can ask for.
type Limits struct {
	Memory int64         // of a solve, in bytes
	Time   time.Duration // of one run of a job; then it is paused
	States int64         // of a table
	Open   int           // jobs that are not over
}

// DefaultLimits are for a machine that does other work, too.
func DefaultLimits() Limits {
	return Limits{Memory: 1 << 30, Time: time.Hour, States: 100_000_000, Open: 8}
}

// kept is how many jobs that are over are listed.
const kept = 32

// Errors of a Queue.
var (
	ErrFull    = errors.New("as many jobs as the server takes are not over yet")
	ErrNoJob   = errors.New("there is no such job")
	ErrUnfit   = errors.New("the job is in another state")
	ErrPending = errors.New("the game is being solved already")
)

// Options of a Queue. DB is required.
type Options struct {
	DB     string // directory of the tables
	Limits Limits
	Tool   string       // version of the program
	Log    *slog.Logger // gets the errors of jobs; may be nil
	// Solved is called with a variant when its job is done; may be nil.
	Solved func(games.Variant)
}

// Queue has jobs and one worker. It is safe for concurrent use.
type Queue struct {
	options Options
	end     context.CancelFunc
	ended   chan struct{}
	wake    chan struct{} // there may be work

	mu     sync.Mutex
	jobs   []*entry // in the order in which they were asked for
	number int      // of the latest job
}

// New makes a queue whose worker waits for jobs until Close.
func New(o Options) *Queue {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(context.Background())
	q := &Queue{options: o, end: cancel, ended: make(chan struct{}), wake: make(chan struct{}, 1)}
	go q.work(ctx)
	return q
}

// Close stops the job at work, and waits until what was done is safe on disk.
func (q *Queue) Close() {
	q.end()
	<-q.ended
}

// Limits are those of the queue.
func (q *Queue) Limits() Limits { return q.options.Limits }

// Start adds a job for a variant. Its errors are ErrFull and ErrPending.
func (q *Queue) Start(v games.Variant) (Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	info, open := v.Info(), 0
	for _, e := range q.jobs {
		if e.Over() {
			continue
		}
		if open++; e.Game == info.Name {
			return Job{}, fmt.Errorf("%w: %s is job %s", ErrPending, info.Name, e.ID)
		}
	}
	if open >= q.options.Limits.Open {
		return Job{}, ErrFull
	}
	q.number++
	e := &entry{Job: Job{ID: strconv.Itoa(q.number), Game: info.Name, Title: info.Title, State: Waiting}, variant: v}
	q.jobs = append(q.jobs, e)
	q.forget()
	q.rouse()
	return e.snapshot(), nil
}

// forget drops the jobs that were over first, where there are many.
func (q *Queue) forget() {
	over := 0
	for _, e := range slices.Backward(q.jobs) {
		if !e.Over() {
			continue
		}
		if over++; over > kept {
			q.jobs = slices.DeleteFunc(q.jobs, func(other *entry) bool { return other == e })
		}
	}
}

// rouse tells the worker that there may be work.
func (q *Queue) rouse() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// List is all jobs, the latest first.
func (q *Queue) List() []Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	list := []Job{}
	for _, e := range slices.Backward(q.jobs) {
		list = append(list, e.snapshot())
	}
	return list
}

// find is the job with an id, nil if there is none.
func (q *Queue) find(id string) *entry {
	for _, e := range q.jobs {
		if e.ID == id {
			return e
		}
	}
	return nil
}

// Job is the job with an id, or ErrNoJob.
func (q *Queue) Job(id string) (Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if e := q.find(id); e != nil {
		return e.snapshot(), nil
	}
	return Job{}, ErrNoJob
}

// Pause ends the run of a job until it is resumed. A working job takes a moment.
func (q *Queue) Pause(id string) (Job, error) { return q.stop(id, Paused, errPause, Waiting) }

// Cancel ends a job. A working job takes a moment.
func (q *Queue) Cancel(id string) (Job, error) {
	return q.stop(id, Cancelled, errCancel, Waiting, Paused)
}

// stop ends the run of a working job with a cause, and changes the state of one that is
// in a state of from. Else the error is ErrUnfit.
func (q *Queue) stop(id string, to State, cause error, from ...State) (Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	e := q.find(id)
	switch {
	case e == nil:
		return Job{}, ErrNoJob
	case e.State == Working:
		if e.cause != errCancel {
			e.cause = cause
		}
		e.stop(cause)
	case slices.Contains(from, e.State):
		e.State, e.Why = to, ""
	case e.State != to: // it is so already
		return e.snapshot(), ErrUnfit
	}
	return e.snapshot(), nil
}

// Resume lets a paused job wait for the worker again. One that is about to be paused is
// not yet: the error is ErrUnfit.
func (q *Queue) Resume(id string) (Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	e := q.find(id)
	switch {
	case e == nil:
		return Job{}, ErrNoJob
	case e.State == Paused:
		e.State, e.Why = Waiting, ""
		q.rouse()
	case e.State == Waiting || e.State == Working && e.cause == nil: // it is so already
	default:
		return e.snapshot(), ErrUnfit
	}
	return e.snapshot(), nil
}

// work runs jobs until ctx ends.
func (q *Queue) work(ctx context.Context) {
	defer close(q.ended)
	for {
		for q.runNext(ctx) {
		}
		select {
		case <-ctx.Done():
			return
		case <-q.wake:
		}
	}
}

// runNext runs the job that waits first. It is false if there is none.
func (q *Queue) runNext(ctx context.Context) bool {
	limits := q.options.Limits
	limited, cancel := context.WithTimeoutCause(ctx, limits.Time, errTime)
	defer cancel()
	run, stop := context.WithCancelCause(limited)
	defer stop(nil)
	q.mu.Lock()
	at := slices.IndexFunc(q.jobs, func(e *entry) bool { return e.State == Waiting })
	if at < 0 || ctx.Err() != nil {
		q.mu.Unlock()
		return false
	}
	e, progress := q.jobs[at], new(build.Progress)
	e.State, e.began, e.progress, e.stop = Working, time.Now(), progress, stop
	q.mu.Unlock()
	r, err := q.solve(run, e.variant, progress)
	if err != nil {
		q.options.Log.Info("solve", "game", e.Game, "err", err)
	} else if q.options.Solved != nil {
		q.options.Solved(e.variant)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	e.end(r, err, context.Cause(run), limits)
	return true
}

// solve solves a game within the limits. A panic is an error: it ends no other job.
func (q *Queue) solve(ctx context.Context, v games.Variant, progress *build.Progress) (r *build.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("solve %s: %v", v.Info().Name, p)
		}
	}()
	limits := q.options.Limits
	return build.Solve(ctx, q.options.DB, v, build.Options{
		Method: build.Auto, Memory: limits.Memory, Limit: limits.States, Cache: limits.Memory / 4, Tool: q.options.Tool, Progress: progress,
	})
}
