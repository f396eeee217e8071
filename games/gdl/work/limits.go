// Package work counts what is done with a rule sheet and ends it at limits.
//
// A Meter is handed to all that can take long, which spends steps of a few
// nanoseconds. Work that has to end panics with its error, and whoever began it gets
// that error by Catch. Steps are the same on every machine, time and memory are not.
package work

import (
	"cmp"
	"context"
	"fmt"
	"time"
)

// Limits are what the work on one sheet may take. It is counted for Compile and
// for gdl.Open, each.
type Limits struct {
	// Bytes is the memory, roughly; 0 stands for DefaultBytes.
	Bytes int64
	// Time is how long it may take; 0 stands for a minute.
	Time time.Duration
	// Steps is the work, in steps of a few nanoseconds, which are the same on
	// every machine; 0 stands for no limit.
	Steps int64
	// Whole is after how many steps, or with a quarter of the memory, relations are no longer
	// found whole, but only what is asked for of them; 0 stands for 600 million.
	Whole int64
	// Written is after how many steps more it is given up to write them out for every case; 0
	// stands for 3,000 million.
	Written int64
	// Explored is how many states of a game are looked at to find out what holds in all, if
	// it has no more; 0 stands for 500,000. It is for states of up to 1,024 bits.
	Explored int
}

// DefaultBytes is the memory where none is set.
const DefaultBytes = 1 << 30

// lookEvery is after how many steps the meter looks at its limits: less than a
// millisecond.
const lookEvery = 1 << 16

// Meter counts the work on a sheet and ends it at a limit, or when the context does. A
// nil meter counts nothing.
type Meter struct {
	ctx     context.Context
	sheet   string
	limits  Limits
	started time.Time
	steps   int64
	next    int64 // the number of steps at which to look

	// doing is the work at hand, as in "when written out for every case".
	doing string
	// check, if there is one, says what the work at hand needs too much of, as in
	// "more than 16 MiB of memory", or nothing.
	check func() string
	// detail, if there is one, says what grew most.
	detail func() string
}

// NewMeter counts from now on for the sheet of that name.
func NewMeter(ctx context.Context, sheet string, limits Limits) *Meter {
	limits.Bytes = cmp.Or(limits.Bytes, DefaultBytes)
	limits.Time = cmp.Or(limits.Time, time.Minute)
	limits.Whole = cmp.Or(limits.Whole, 600_000_000)
	limits.Written = cmp.Or(limits.Written, 3_000_000_000)
	limits.Explored = cmp.Or(limits.Explored, 500_000)
	return &Meter{ctx: ctx, sheet: sheet, limits: limits, started: time.Now()}
}

// Begin says what the work is from here on.
func (w *Meter) Begin(doing string, check, detail func() string) {
	if w != nil {
		w.doing, w.check, w.detail = doing, check, detail
	}
}

// Spend counts steps. It panics if the work has to end; see Catch.
func (w *Meter) Spend(steps int) {
	if w == nil {
		return
	}
	if w.steps += int64(steps); w.steps >= w.next {
		w.next = w.steps + lookEvery
		w.Look()
	}
}

// Look compares what was used with the limits. It panics like Spend, with a LimitError
// or the error of the context.
func (w *Meter) Look() {
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

// TooMuch is what a check says of a use of memory.
func (w *Meter) TooMuch(bytes int64) string {
	if bytes > w.limits.Bytes {
		return fmt.Sprintf("more than %d MiB of memory", w.limits.Bytes>>20)
	}
	return ""
}

// Steps is how many steps were spent so far.
func (w *Meter) Steps() int64 { return w.steps }

// Large says that relations that are found whole, from that step on, take so much that only
// what is asked for of them should be found.
func (w *Meter) Large(began, bytes int64) bool {
	return w.steps-began > w.limits.Whole || bytes > w.limits.Bytes/4
}

// Hopeless says that to write rules out for every case takes too many steps, from that one on.
func (w *Meter) Hopeless(began int64) string {
	if w.steps-began > w.limits.Written {
		return fmt.Sprintf("more than %d million steps", w.limits.Written/1_000_000)
	}
	return ""
}

// Explored is how many states may be explored.
func (w *Meter) Explored() int { return w.limits.Explored }

// Elapsed is how long the work has taken so far.
func (w *Meter) Elapsed() time.Duration { return time.Since(w.started) }

// stop is the value of the panics that end work.
type stop struct{ err error }

// Stop ends the work with an error; it does not return.
func Stop(err error) { panic(stop{err}) }

// Catch gives a function the error that has ended its work. It has to be deferred.
func Catch(err *error) {
	switch r := recover().(type) {
	case nil:
	case stop:
		*err = r.err
	default:
		panic(r)
	}
}

// LimitError is a sheet that takes too much to be compiled or opened.
type LimitError struct {
	Sheet  string
	Needs  string // as in "more than 1m0s"
	Doing  string // as in "when written out for every case"
	Detail string // what grew most; it can be empty
	Slow   bool   // it was the time, which depends on the machine
}

func (e *LimitError) Error() string {
	detail := ""
	if e.Detail != "" {
		detail = " (" + e.Detail + ")"
	}
	return fmt.Sprintf("%s: the rules need %s %s%s; look for a rule whose terms grow without end, or for one with too many variables, or allow more with --sheet-time and --sheet-memory",
		e.Sheet, e.Needs, e.Doing, detail)
}
