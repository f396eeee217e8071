package jobs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/tablebase/solve"
)

// State is the state of a job.
type State string

// States of a job.
const (
	Waiting   State = "waiting" // queued
	Working   State = "working"
	Paused    State = "paused" // progress is kept
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled" // progress is kept and is used by the next job for the same game
)

// Job is a request to solve a game. The names of its JSON fields are stable.
type Job struct {
	ID    string `json:"id"`
	Game  string `json:"game"` // variant
	Title string `json:"title"`
	State State  `json:"state"`
	// Stopping is set if a running job is about to be paused or cancelled.
	Stopping bool `json:"stopping,omitempty"`
	// Phase is the current phase of a running job, such as "solving". Layer and
	// Layers are 0 if unknown.
	Phase     string `json:"phase,omitempty"`
	LayerName string `json:"layer_name,omitempty"` // unit of Layer, such as "ply"
	Layer     int    `json:"layer,omitempty"`
	Layers    int    `json:"layers,omitempty"`
	// Done and Total count the states of the current phase. Total is 0 if unknown.
	// Found is the number of states found so far.
	Done    int64   `json:"done,omitempty"`
	Total   int64   `json:"total,omitempty"`
	Found   int64   `json:"found,omitempty"`
	Seconds float64 `json:"seconds"` // total running time
	// Method is the kind of the result, "table" or "proof", or empty if the job is
	// not done.
	Method string `json:"method,omitempty"`
	Why    string `json:"why,omitempty"` // reason for the state Paused or Failed
}

// Ended reports whether the job has reached a final state.
func (j *Job) Ended() bool { return j.State == Done || j.State == Failed || j.State == Cancelled }

// entry is a job in a queue. It is guarded by the queue's lock.
type entry struct {
	Job
	variant  games.Variant // may be nil if the job has ended
	progress *solve.Progress
	began    time.Time               // start of the current run
	stop     context.CancelCauseFunc // stops the current run
	cause    error                   // reason why the run is being stopped, or nil
}

// Causes for stopping a run.
var (
	errPause  = errors.New("paused")
	errCancel = errors.New("cancelled")
	errTime   = errors.New("time limit reached")
)

const interrupted = "interrupted by the end of the server; resume to continue"

func (e *entry) snapshot() Job {
	j := e.Job
	if j.State != Working {
		return j
	}
	j.Stopping = e.cause != nil
	j.Seconds += time.Since(e.began).Seconds()
	now := e.progress.Snapshot()
	j.Phase = now.Phase.String()
	j.Done, j.Total, j.Found = now.Done, now.Total, now.States
	switch now.Phase {
	case job.Starting, job.Reading, job.Finished, job.Searching, job.Proving:
	default:
		j.Layer, j.Layers, j.LayerName = now.Layer, max(0, now.Layers-1), e.variant.Info().LayerName
		if now.Phase == job.Deciding {
			j.LayerName = "tier"
		}
	}
	return j
}

// finish records the result of a run. cause is the cancellation cause of the run's
// context, or nil.
func (e *entry) finish(r *solve.Result, err, cause error, limits Limits) {
	e.Seconds += time.Since(e.began).Seconds()
	cause = cmp.Or(e.cause, cause)
	e.stop, e.progress, e.cause = nil, nil, nil
	switch {
	case err == nil:
		e.State, e.Method = Done, "table"
		if r.Proof != nil {
			e.Method = "proof"
		}
	case errors.Is(cause, errCancel):
		e.State = Cancelled
	case errors.Is(cause, errPause):
		e.State = Paused
	case errors.Is(cause, errTime):
		e.State, e.Why = Paused, fmt.Sprintf("stopped after %s; resume to continue", limits.Time)
	case cause != nil: // server shutdown
		e.State, e.Why = Paused, interrupted
	default:
		e.State, e.Why = Failed, why(err, limits)
	}
}

// why describes an error without revealing file paths on the server.
func why(err error, limits Limits) string {
	var (
		large    *job.TooLargeError
		hopeless *solve.HopelessError
	)
	switch {
	case errors.As(err, &hopeless):
		return "too large for a table and for a search"
	case errors.As(err, &large) && large.Disk:
		return "not enough disk space"
	case errors.As(err, &large):
		return fmt.Sprintf("too large for this server; the limit is %s positions", job.About(float64(limits.States)))
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	if strings.ContainsAny(text, `/\`) {
		return "cannot be solved; see the server log"
	}
	return games.Clean(text)
}
