// Package work counts what is done with a rule sheet and ends it at limits.
//
// A Meter is handed to all that can take long, which spends steps of a few
// nanoseconds and stops when that returns an error: a LimitError, or the error of the
// context. A nil Meter counts nothing. Steps are the same on every machine, time and
// memory are not.
package work

import (
	"context"
	"fmt"
	"time"
)

// Limits are what the work on one sheet may take. It is counted for Compile and
// for gdl.Open, each.
type Limits struct {
	// Bytes is the memory, roughly; 0 stands for 1 GiB.
	Bytes int64
	// Time is how long it may take; 0 stands for a minute.
	Time time.Duration
	// Steps is the work, in steps of a few nanoseconds, which are the same on
	// every machine; 0 stands for no limit.
	Steps int64
}

func (l Limits) orDefault() Limits {
	if l.Bytes == 0 {
		l.Bytes = 1 << 30
	}
	if l.Time == 0 {
		l.Time = time.Minute
	}
	return l
}

// lookEvery is after how many steps the meter looks at its limits: less than a
// millisecond.
const lookEvery = 1 << 16

// Meter counts the work on a sheet and says when it has to end: at a limit, or
// when the context does. What it said once it says from then on, so that a loop
// can just stop and leave it to its caller to ask for the reason. A nil meter
// counts nothing.
type Meter struct {
	ctx     context.Context
	sheet   string
	limits  Limits
	started time.Time
	steps   int64
	next    int64 // the number of steps at which to look
	err     error

	// doing is the work at hand, as in "when written out for every case".
	doing string
	// check, if there is one, says what the work at hand needs too much of, as in
	// "more than 16 MiB of memory", or nothing.
	check func() string
	// detail, if there is one, says what grew most.
	detail func() string
}

func NewMeter(ctx context.Context, sheet string, limits Limits) *Meter {
	return &Meter{ctx: ctx, sheet: sheet, limits: limits.orDefault(), started: time.Now()}
}

// Begin says what the work is from here on.
func (w *Meter) Begin(doing string, check, detail func() string) {
	if w != nil {
		w.doing, w.check, w.detail = doing, check, detail
	}
}

// Spend counts steps. It is an error if the work has to end.
func (w *Meter) Spend(steps int) error {
	if w == nil {
		return nil
	}
	if w.steps += int64(steps); w.steps < w.next || w.err != nil {
		return w.err
	}
	w.next = w.steps + lookEvery
	return w.Look()
}

// Look compares what was used with the limits.
func (w *Meter) Look() error {
	if w == nil || w.err != nil {
		return w.Failure()
	}
	if err := w.ctx.Err(); err != nil {
		w.err = fmt.Errorf("%s: %w", w.sheet, err)
		return w.err
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
		return nil
	}
	e := &LimitError{Sheet: w.sheet, Needs: needs, Doing: w.doing}
	if w.detail != nil {
		e.Detail = w.detail()
	}
	w.err = e
	return w.err
}

// Failure is why the work had to end, nil if it had not.
func (w *Meter) Failure() error {
	if w == nil {
		return nil
	}
	return w.err
}

// TooMuch is what a check says of a use of memory.
func (w *Meter) TooMuch(bytes int64) string {
	if bytes > w.limits.Bytes {
		return fmt.Sprintf("more than %d MiB of memory", w.limits.Bytes>>20)
	}
	return ""
}

// LimitError is a sheet that takes too much to be compiled or opened.
type LimitError struct {
	Sheet  string
	Needs  string // as in "more than 1m0s"
	Doing  string // as in "when written out for every case"
	Detail string // what grew most; it can be empty
}

func (e *LimitError) Error() string {
	detail := ""
	if e.Detail != "" {
		detail = " (" + e.Detail + ")"
	}
	return fmt.Sprintf("%s: the rules need %s %s%s; look for a rule whose terms grow without end, or for one with too many variables, or allow more with --sheet-time and --sheet-memory",
		e.Sheet, e.Needs, e.Doing, detail)
}

// Elapsed is how long the work has taken so far.
func (w *Meter) Elapsed() time.Duration { return time.Since(w.started) }
