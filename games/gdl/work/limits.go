// Package work limits the time, memory and steps spent on a rule sheet.
//
// A Meter counts steps of a few nanoseconds. Exceeding a limit is a panic that
// carries an error, which Catch returns to the caller that started the work.
// Steps are the same on every machine; time and memory are not.
package work

import (
	"cmp"
	"context"
	"fmt"
	"time"
)

// Limits are the limits for one sheet. They apply to Compile and to gdl.Open
// separately.
type Limits struct {
	// Bytes is the approximate memory. The default is DefaultBytes.
	Bytes int64
	// Time is the maximum duration. The default is one minute.
	Time time.Duration
	// Steps is the maximum number of steps. The default is no limit.
	Steps int64
	// RestrictSteps is the number of steps after which relations are restricted to
	// requested atoms. A quarter of Bytes has the same effect. The default is
	// 600 million.
	RestrictSteps int64
	// GroundingSteps is the number of further steps after which grounding fails. The
	// default is 3,000 million.
	GroundingSteps int64
	// Explored is the maximum number of states of a game that is explored
	// completely. The default is 500,000. It applies to states of up to 1,024
	// bits and shrinks for larger ones.
	Explored int
}

// DefaultBytes is the default memory limit.
const DefaultBytes = 1 << 30

// lookInterval is the number of steps between checks of the limits, less than a
// millisecond.
const lookInterval = 1 << 16

// Meter counts steps and ends the work at a limit or when the context ends. A
// nil Meter counts nothing.
type Meter struct {
	ctx     context.Context
	sheet   string
	limits  Limits
	started time.Time
	steps   int64
	next    int64 // number of steps at the next check

	// doing describes the current work, as in "grounding the rules".
	doing string
	// check, if not nil, returns the exceeded limit of the current work, as in
	// "more than 16 MiB of memory", or "".
	check func() string
	// detail, if not nil, describes what grew most.
	detail func() string
}

// NewMeter returns a meter for the sheet with the given name. It starts
// immediately.
func NewMeter(ctx context.Context, sheet string, limits Limits) *Meter {
	limits.Bytes = cmp.Or(limits.Bytes, DefaultBytes)
	limits.Time = cmp.Or(limits.Time, time.Minute)
	limits.RestrictSteps = cmp.Or(limits.RestrictSteps, 600_000_000)
	limits.GroundingSteps = cmp.Or(limits.GroundingSteps, 3_000_000_000)
	limits.Explored = cmp.Or(limits.Explored, 500_000)
	return &Meter{ctx: ctx, sheet: sheet, limits: limits, started: time.Now()}
}

// Begin sets the description of the work that follows.
func (w *Meter) Begin(doing string, check, detail func() string) {
	if w != nil {
		w.doing, w.check, w.detail = doing, check, detail
	}
}

// Spend counts steps. It panics at a limit; see Catch.
func (w *Meter) Spend(steps int) {
	if w == nil {
		return
	}
	if w.steps += int64(steps); w.steps >= w.next {
		w.next = w.steps + lookInterval
		w.Check()
	}
}

// Check checks the limits. Like Spend, it panics with a LimitError or the error
// of the context.
func (w *Meter) Check() {
	if err := w.ctx.Err(); err != nil {
		Stop(fmt.Errorf("%s: %w", w.sheet, err))
	}
	needs, slow := "", false
	if w.check != nil {
		needs = w.check()
	}
	switch {
	case needs != "":
	case time.Since(w.started) > w.limits.Time:
		needs, slow = fmt.Sprint("more than ", w.limits.Time), true
	case w.limits.Steps > 0 && w.steps > w.limits.Steps:
		needs = fmt.Sprintf("more than %d steps", w.limits.Steps)
	default:
		return
	}
	e := &LimitError{Sheet: w.sheet, Needs: needs, Doing: w.doing, Slow: slow}
	if w.detail != nil {
		e.Detail = w.detail()
	}
	Stop(e)
}

// MemoryExcess returns the exceeded memory limit, or "".
func (w *Meter) MemoryExcess(bytes int64) string {
	if bytes > w.limits.Bytes {
		return fmt.Sprintf("more than %d MiB of memory", w.limits.Bytes>>20)
	}
	return ""
}

// Steps returns the number of steps so far.
func (w *Meter) Steps() int64 { return w.steps }

// ShouldRestrict reports whether the complete computation of relations since step began
// should be abandoned for a restricted one.
func (w *Meter) ShouldRestrict(began, bytes int64) bool {
	return w.steps-began > w.limits.RestrictSteps || bytes > w.limits.Bytes/4
}

// StepExcess returns the exceeded limit of steps for grounding since step began,
// or "".
func (w *Meter) StepExcess(began int64) string {
	if w.steps-began > w.limits.GroundingSteps {
		return fmt.Sprintf("more than %d million steps", w.limits.GroundingSteps/1_000_000)
	}
	return ""
}

// Explored returns the maximum number of states to explore.
func (w *Meter) Explored() int { return w.limits.Explored }

// Elapsed returns the duration of the work so far.
func (w *Meter) Elapsed() time.Duration { return time.Since(w.started) }

// stop is the value of the panics that end work.
type stop struct{ err error }

// Stop ends the work with an error. It does not return.
func Stop(err error) { panic(stop{err}) }

// Catch stores the error that ended the work of a function. It must be
// deferred.
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
	Detail string // what grew most; it can be empty
	Slow   bool   // it was the time, which depends on the machine
}

func (e *LimitError) Error() string {
	detail := ""
	if e.Detail != "" {
		detail = " (" + e.Detail + ")"
	}
	return fmt.Sprintf("%s: %s needs %s%s; simplify rules with many variables or growing terms, or raise --sheet-time and --sheet-memory",
		e.Sheet, e.Doing, e.Needs, detail)
}
