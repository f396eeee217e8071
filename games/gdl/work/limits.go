// Package work limits the time, memory and steps spent on a rule sheet.
//
// A Meter counts steps of a few nanoseconds each. If a limit is exceeded, the
// meter panics; Catch, deferred by the function that started the work, recovers
// the panic and returns the error. The number of steps does not depend on the
// machine; time and memory do.
package work

import (
	"cmp"
	"context"
	"fmt"
	"time"
)

// Limits holds the limits for one sheet. They apply separately to compiling the
// sheet and to opening its game. A zero field selects the default.
type Limits struct {
	Bytes int64         // approximate memory limit; default DefaultBytes
	Time  time.Duration // default one minute
	Steps int64         // default no limit
	// RestrictSteps is the number of steps after which grounding computes only
	// requested atoms instead of whole relations, by default 600 million. Exceeding
	// a quarter of Bytes has the same effect.
	RestrictSteps int64
	// Explored is the maximum number of states of a game that is explored
	// completely, by default 500,000. It is lower for states of more than 1,024
	// bits.
	Explored int
}

// DefaultBytes is the default memory limit in bytes.
const DefaultBytes = 1 << 30

// groundingSteps is the number of steps after which grounding of requested atoms
// fails.
const groundingSteps = 3_000_000_000

// lookInterval is the number of steps between checks of the limits. These steps take
// less than a millisecond.
const lookInterval = 1 << 16

// Meter counts steps and stops the work when a limit is exceeded or the context is
// done. A nil Meter counts nothing.
type Meter struct {
	ctx     context.Context
	sheet   string
	limits  Limits
	started time.Time
	steps   int64
	next    int64 // value of steps at which to check the limits next

	doing string // current work, as in "grounding the rules"
	// check, if not nil, returns a description of the limit that the current work
	// exceeds, as in "more than 16 MiB of memory", or "".
	check func() string
	// detail, if not nil, describes the largest part of the current work.
	detail func() string
}

// NewMeter returns a meter for the named sheet. The time limit starts immediately.
func NewMeter(ctx context.Context, sheet string, limits Limits) *Meter {
	limits.Bytes = cmp.Or(limits.Bytes, DefaultBytes)
	limits.Time = cmp.Or(limits.Time, time.Minute)
	limits.RestrictSteps = cmp.Or(limits.RestrictSteps, 600_000_000)
	limits.Explored = cmp.Or(limits.Explored, 500_000)
	return &Meter{ctx: ctx, sheet: sheet, limits: limits, started: time.Now()}
}

// Begin records a description of the work that follows. The functions may be nil.
func (w *Meter) Begin(doing string, check, detail func() string) {
	if w != nil {
		w.doing, w.check, w.detail = doing, check, detail
	}
}

// Spend counts steps, and calls Check from time to time.
func (w *Meter) Spend(steps int) {
	if w == nil {
		return
	}
	if w.steps += int64(steps); w.steps >= w.next {
		w.next = w.steps + lookInterval
		w.Check()
	}
}

// Check panics if a limit is exceeded or the context is done; see Catch.
func (w *Meter) Check() {
	if err := w.ctx.Err(); err != nil {
		Stop(fmt.Errorf("%s: %w", w.sheet, err))
	}
	needs := ""
	if w.check != nil {
		needs = w.check()
	}
	switch {
	case needs != "":
	case time.Since(w.started) > w.limits.Time:
		needs = fmt.Sprint("more than ", w.limits.Time)
	case w.limits.Steps > 0 && w.steps > w.limits.Steps:
		needs = fmt.Sprintf("more than %d steps", w.limits.Steps)
	default:
		return
	}
	e := &LimitError{Sheet: w.sheet, Needs: needs, Doing: w.doing}
	if w.detail != nil {
		e.Detail = w.detail()
	}
	Stop(e)
}

// MemoryExcess returns a description of the memory limit if bytes exceeds it, or ""
// otherwise.
func (w *Meter) MemoryExcess(bytes int64) string {
	if bytes > w.limits.Bytes {
		return fmt.Sprintf("more than %d MiB of memory", w.limits.Bytes>>20)
	}
	return ""
}

// Steps returns the number of steps so far.
func (w *Meter) Steps() int64 { return w.steps }

// ShouldRestrict reports whether grounding should compute only requested atoms; see
// Limits.RestrictSteps. The argument began is the value of Steps when grounding
// started.
func (w *Meter) ShouldRestrict(began, bytes int64) bool {
	return w.steps-began > w.limits.RestrictSteps || bytes > w.limits.Bytes/4
}

// StepExcess returns a description of the step limit if grounding exceeds it, or ""
// otherwise. The argument began is the value of Steps when grounding started.
func (w *Meter) StepExcess(began int64) string {
	if w.steps-began > groundingSteps {
		return fmt.Sprintf("more than %d million steps", groundingSteps/1_000_000)
	}
	return ""
}

// Explored returns the maximum number of states to explore.
func (w *Meter) Explored() int { return w.limits.Explored }

// Elapsed returns the time since the meter was created.
func (w *Meter) Elapsed() time.Duration { return time.Since(w.started) }

type stop struct{ err error }

// Stop panics to stop the work with an error; see Catch.
func Stop(err error) { panic(stop{err}) }

// Catch recovers a panic caused by Stop and stores its error in *err. It must be
// deferred directly.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case stop:
		*err = r.err
	default:
		panic(r)
	}
}

// LimitError reports that a sheet exceeds a limit.
type LimitError struct {
	Sheet  string
	Needs  string // as in "more than 1m0s"
	Doing  string // as in "grounding the rules"
	Detail string // the largest part of the work, or ""
}

func (e *LimitError) Error() string {
	detail := ""
	if e.Detail != "" {
		detail = " (" + e.Detail + ")"
	}
	return fmt.Sprintf("%s: %s needs %s%s; simplify rules with many variables or growing terms, or increase --sheet-time and --sheet-memory",
		e.Sheet, e.Doing, e.Needs, detail)
}
