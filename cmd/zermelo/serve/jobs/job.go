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
	"zermelo/tablebase/build"
)

// State is what becomes of a job.
type State string

// The states.
const (
	Waiting   State = "waiting" // for the worker
	Working   State = "working"
	Paused    State = "paused" // what is done is kept
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled" // what is done is kept; the same game again goes on from there
)

// Job is a solve that someone asked for. As JSON it has stable field names.
type Job struct {
	ID    string `json:"id"`
	Game  string `json:"game"` // the variant
	Title string `json:"title"`
	State State  `json:"state"`
	// Stopping says that a working job is about to be paused or cancelled.
	Stopping bool `json:"stopping,omitempty"`
	// Phase is what a working job is busy with, as in "solving", and Layer the layer at
	// work of Layers; 0 while they are not known.
	Phase     string `json:"phase,omitempty"`
	LayerName string `json:"layer_name,omitempty"` // what a layer is, as in "ply"
	Layer     int    `json:"layer,omitempty"`
	Layers    int    `json:"layers,omitempty"`
	// Done and Total count the states dealt with in this phase; Total is 0 while it is
	// not known. Found counts the states found.
	Done  int64 `json:"done,omitempty"`
	Total int64 `json:"total,omitempty"`
	Found int64 `json:"found,omitempty"`
	// Seconds is how long the worker was at it.
	Seconds float64 `json:"seconds"`
	// Method is "table" or "proof": what a job that is done has made.
	Method string `json:"method,omitempty"`
	Why    string `json:"why,omitempty"` // it is paused or has failed
}

// Over reports whether nothing more becomes of a job.
func (j *Job) Over() bool { return j.State == Done || j.State == Failed || j.State == Cancelled }

// entry is a job of a queue, under its lock.
type entry struct {
	Job
	variant  games.Variant
	progress *build.Progress
	began    time.Time               // of the run under way
	stop     context.CancelCauseFunc // of the run under way
	cause    error                   // why it is stopped, nil if it is not
}

// Why a run is ended from outside.
var (
	errPause  = errors.New("paused")
	errCancel = errors.New("cancelled")
	errTime   = errors.New("its time is over")
)

// snapshot is the job as it is now.
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
		if now.Phase == job.Deciding || now.Phase == job.Reaching {
			j.LayerName = "tier"
		}
	}
	return j
}

// end is what a run has come to. The cause is that of its context, nil while it is not
// ended from outside.
func (e *entry) end(r *build.Result, err, cause error, limits Limits) {
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
		e.State, e.Why = Paused, fmt.Sprintf("it was stopped after %s; what is done is kept: resume it to go on", limits.Time)
	case cause != nil: // the server stops
		e.State = Paused
	default:
		e.State, e.Why = Failed, why(err, limits)
	}
}

// why says what is wrong, without paths of the machine.
func why(err error, limits Limits) string {
	var (
		large    *job.TooLargeError
		hopeless *build.HopelessError
	)
	switch {
	case errors.As(err, &hopeless):
		return "it is too large for a table and for a search"
	case errors.As(err, &large) && large.Disk:
		return "the disk has no room for it"
	case errors.As(err, &large):
		return fmt.Sprintf("it is too large for this server, which solves games of up to %s positions", job.About(float64(limits.States)))
	}
	text, _, _ := strings.Cut(err.Error(), "\n")
	if strings.ContainsAny(text, `/\`) {
		return "it cannot be solved here: see the server's log"
	}
	return games.Clean(text)
}
