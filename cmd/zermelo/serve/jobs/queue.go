// Package jobs solves games on behalf of clients. A queue runs one job at a time,
// within limits. Jobs can be paused and resumed. The jobs and the progress of an
// unfinished solve stay on disk, even if the server is killed.
package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/tablebase/solve"
)

// Limits holds the limits on the resources that jobs can use.
type Limits struct {
	Memory int64         // per solve, in bytes
	Time   time.Duration // per run; a job that exceeds it is paused
	States int64         // per table
	Open   int           // maximum number of unfinished jobs
}

// DefaultLimits returns limits that suit a machine that also does other work.
func DefaultLimits() Limits {
	return Limits{Memory: 1 << 30, Time: time.Hour, States: 100_000_000, Open: 8}
}

const maxEnded = 32

// Errors returned by a Queue.
var (
	ErrFull       = errors.New("too many unfinished jobs")
	ErrNoJob      = errors.New("no such job")
	ErrWrongState = errors.New("the job's state does not allow this action")
	ErrPending    = errors.New("the game is already being solved")
)

// Options configures a Queue. DB is required.
type Options struct {
	DB     string // data directory
	Limits Limits
	Tool   string       // program version
	Log    *slog.Logger // receives the errors of jobs; may be nil
	// Open opens a variant by name, for jobs of an earlier server. It returns nil if
	// there is no such variant.
	Open func(ctx context.Context, name string) (games.Variant, error)
	// Solved, if not nil, is called with the variant of each completed job.
	Solved func(games.Variant)
}

// Queue is a queue of jobs with one worker. It is safe for concurrent use.
type Queue struct {
	options Options
	end     context.CancelFunc
	stopped chan struct{}
	wake    chan struct{} // signals that a job may be waiting

	mu     sync.Mutex
	jobs   []*entry // in order of creation
	number int      // number of the last job
	lock   *os.File // nil if another server saves its jobs
}

// New returns a queue with the jobs of the last server in the directory, and starts its
// worker. Close stops the worker.
func New(o Options) *Queue {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	ctx, cancel := context.WithCancel(context.Background())
	q := &Queue{options: o, end: cancel, stopped: make(chan struct{}), wake: make(chan struct{}, 1)}
	if err := q.load(ctx); err != nil {
		q.options.Log.Error("load jobs", "err", err)
	}
	q.wakeWorker()
	go q.work(ctx)
	return q
}

// Close stops the running job and waits until its progress has been saved.
func (q *Queue) Close() {
	q.end()
	<-q.stopped
	if q.lock != nil {
		_ = q.lock.Close() // releases the lock
	}
}

// Limits returns the limits of the queue.
func (q *Queue) Limits() Limits { return q.options.Limits }

// Start adds a job that solves a variant. It returns ErrFull or ErrPending if it
// cannot add the job.
func (q *Queue) Start(v games.Variant) (Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	info, open := v.Info(), 0
	for _, e := range q.jobs {
		if e.Ended() {
			continue
		}
		if open++; e.Game == info.Name {
			return Job{}, fmt.Errorf("%w: job %s (%s)", ErrPending, e.ID, info.Name)
		}
	}
	if open >= q.options.Limits.Open {
		return Job{}, ErrFull
	}
	q.number++
	e := &entry{Job: Job{ID: strconv.Itoa(q.number), Game: info.Name, Title: info.Title, State: Waiting}, variant: v}
	q.jobs = append(q.jobs, e)
	q.trim()
	q.save()
	q.wakeWorker()
	return e.snapshot(), nil
}

func (q *Queue) trim() {
	over := 0
	for _, e := range slices.Backward(q.jobs) {
		if !e.Ended() {
			continue
		}
		if over++; over > maxEnded {
			q.jobs = slices.DeleteFunc(q.jobs, func(other *entry) bool { return other == e })
		}
	}
}

func (q *Queue) wakeWorker() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

// List returns all jobs, the most recent first.
func (q *Queue) List() []Job {
	q.mu.Lock()
	defer q.mu.Unlock()
	list := []Job{}
	for _, e := range slices.Backward(q.jobs) {
		list = append(list, e.snapshot())
	}
	return list
}

// update calls change for the job with the given ID and returns the job.
func (q *Queue) update(id string, change func(*entry) error) (Job, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	at := slices.IndexFunc(q.jobs, func(e *entry) bool { return e.ID == id })
	if at < 0 {
		return Job{}, ErrNoJob
	}
	err := change(q.jobs[at])
	return q.jobs[at].snapshot(), err
}

// Job returns the job with the given ID, or ErrNoJob.
func (q *Queue) Job(id string) (Job, error) {
	return q.update(id, func(*entry) error { return nil })
}

// Pause pauses a job. A running job stops asynchronously.
func (q *Queue) Pause(id string) (Job, error) { return q.stop(id, Paused, errPause, Waiting) }

// Cancel cancels a job. A running job stops asynchronously.
func (q *Queue) Cancel(id string) (Job, error) {
	return q.stop(id, Cancelled, errCancel, Waiting, Paused)
}

// stop stops a running job with the given cause. A job in one of the states from
// immediately enters the state to. If the job is in any other state except to, stop
// returns ErrWrongState.
func (q *Queue) stop(id string, to State, cause error, from ...State) (Job, error) {
	return q.update(id, func(e *entry) error {
		switch {
		case e.State == Working:
			if e.cause != errCancel {
				e.cause = cause
			}
			e.stop(cause)
		case slices.Contains(from, e.State):
			e.State, e.Why = to, ""
			q.save()
		case e.State != to: // otherwise, there is nothing to do
			return ErrWrongState
		}
		return nil
	})
}

// Resume queues a paused job again. It returns ErrWrongState if a running job is
// about to be paused.
func (q *Queue) Resume(id string) (Job, error) {
	return q.update(id, func(e *entry) error {
		switch {
		case e.State == Paused:
			e.State, e.Why = Waiting, ""
			q.save()
			q.wakeWorker()
		case e.State == Waiting || e.State == Working && e.cause == nil: // nothing to do
		default:
			return ErrWrongState
		}
		return nil
	})
}

func (q *Queue) work(ctx context.Context) {
	defer close(q.stopped)
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

// runNext runs the first waiting job. It returns false if no job is waiting or ctx is
// cancelled.
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
	e, progress := q.jobs[at], new(solve.Progress)
	e.State, e.began, e.progress, e.stop = Working, time.Now(), progress, stop
	q.save()
	q.mu.Unlock()
	r, err := q.solve(run, e.variant, progress)
	if err != nil {
		q.options.Log.Info("solve", "game", e.Game, "err", err)
	} else if q.options.Solved != nil {
		q.options.Solved(e.variant)
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	e.finish(r, err, context.Cause(run), limits)
	q.save()
	return true
}

// solve calls solve.Solve and converts a panic to an error, so that a failing job does
// not affect other jobs.
func (q *Queue) solve(ctx context.Context, v games.Variant, progress *solve.Progress) (r *solve.Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("solve %s: %v", v.Info().Name, p)
		}
	}()
	limits := q.options.Limits
	return solve.Solve(ctx, q.options.DB, v, solve.Options{
		Method: solve.Auto, Memory: limits.Memory, Limit: limits.States, Cache: limits.Memory, Tool: q.options.Tool, Progress: progress,
	})
}
