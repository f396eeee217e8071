// Package progress prints the progress of long operations to standard error.
package progress

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/reports/words"
	"zermelo/solver/job"
	"zermelo/solver/machine"
)

const (
	pollInterval = 100 * time.Millisecond // interval between reads of the progress
	lineInterval = 3 * time.Second        // interval between printed lines if standard error is not a terminal
)

// Printer prints progress and notes.
type Printer struct {
	W     io.Writer
	JSON  *bool // print notes as JSON
	Quiet bool  // print nothing
}

// Live reports whether W is a terminal that can clear a line.
func (p *Printer) Live() bool { return terminal.IsTerminal(p.W) && os.Getenv("TERM") != "dumb" }

// Note prints a line unless p.Quiet is set.
func (p *Printer) Note(line string) {
	switch {
	case p.Quiet:
	case *p.JSON:
		_ = terminal.WriteJSONLine(p.W, terminal.Note{Note: line})
	case p.Live():
		fmt.Fprintf(p.W, "\r\x1b[K%s\n", line) // overwrites the progress line until that is redrawn
	default:
		fmt.Fprintln(p.W, line)
	}
}

// Stage is the progress of a long operation.
type Stage struct {
	Phase    string  // such as "solving"; "" if there is no progress to show
	At       string  // place within the phase, such as "ply 12 of 36"; may be empty
	Done     int64   // number of states processed in this phase
	Total    int64   // number of states in this phase, or 0 if unknown
	Expected float64 // estimate of Total, or 0 if unknown
	Unknown  bool    // Total cannot be estimated
	Found    int64   // number of states found; printed if Total is unknown
	Unit     string  // what Done counts; "" means states
	Bare     bool    // print only the phase
	// Search lists results of a search, such as "3 of 12 moves decided". If it is not
	// nil, the time of the search is printed and memory is not.
	Search []string
}

// SolveStage converts the progress of a solve to a Stage.
func SolveStage(s job.Snapshot, layerName string) Stage {
	switch s.Phase {
	case job.Starting, job.Finished:
		return Stage{}
	case job.Reading:
		return Stage{Phase: s.Phase.String(), Bare: true}
	case job.Searching:
		return Stage{Phase: s.Phase.String(), Done: s.Done, Found: s.States, Search: []string{}}
	case job.Proving:
		return Stage{Phase: s.Phase.String(), Done: s.Done, Found: s.States}
	case job.Deciding:
		layerName = "tier"
	}
	at := fmt.Sprintf("%s %d", layerName, s.Layer)
	if s.Layers > 0 {
		at += fmt.Sprintf(" of %d", s.Layers-1)
	}
	return Stage{Phase: s.Phase.String(), At: at, Done: s.Done, Total: s.Total, Found: s.States}
}

// Watch periodically prints the stage returned by look until stop is called.
func (p *Printer) Watch(look func() Stage) (stop func()) {
	meter, began := rateMeter{}, time.Now()
	return p.Show(lineInterval, func(now time.Time) (string, float64) {
		s := look()
		if s.Phase == "" {
			return "", Unknown
		}
		share := Unknown
		if s.Total > 0 {
			share = float64(s.Done) / float64(s.Total)
		}
		if s.Search != nil {
			return describeSearch(s, meter.rate(now, s), now.Sub(began)), share
		}
		return describe(s, meter.rate(now, s)), share
	})
}

// Positions prints the number of processed positions until stop is called. The
// caller reports this number by calling progress; total is 0 if unknown.
func (p *Printer) Positions(phase, unit string) (progress func(done, total int64), stop func()) {
	var atDone, atTotal atomic.Int64
	stop = p.Watch(func() Stage {
		done, total := atDone.Load(), atTotal.Load()
		if done == 0 && total == 0 {
			return Stage{}
		}
		return Stage{Phase: phase, Done: done, Total: total, Found: done, Unit: unit}
	})
	return func(done, total int64) { atDone.Store(done); atTotal.Store(total) }, stop
}

// Unknown is the fraction of completed work if the total is unknown.
const Unknown = -1.0

// Show prints the text and the fraction of completed work returned by look until stop
// is called. On a terminal, it updates a progress line, which stop removes.
// Otherwise, every is the interval between printed lines; 0 means no lines. If
// p.Quiet is set, it prints nothing. Show prints from its own goroutine, so workers
// do not wait for the terminal.
func (p *Printer) Show(every time.Duration, look func(now time.Time) (text string, share float64)) (stop func()) {
	live := p.Live()
	if p.Quiet || !live && every == 0 {
		return func() {}
	}
	quit := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		tick := time.NewTicker(pollInterval)
		defer tick.Stop()
		line := liveLine{w: p.W}
		next := time.Now().Add(every)
		for {
			select {
			case <-quit:
				line.clear()
				return
			case now := <-tick.C:
				text, share := look(now)
				switch {
				case text == "":
				case live:
					line.draw(text, share)
				case !now.Before(next):
					if share != Unknown {
						text += fmt.Sprintf(", %.0f %% done", 100*share)
					}
					p.Note(text)
					next = now.Add(every)
				}
			}
		}
	})
	return func() {
		close(quit)
		done.Wait()
	}
}

type liveLine struct {
	w     io.Writer
	bar   *progressbar.ProgressBar
	steps int // number of steps of the bar; -1 for a spinner
}

// Dimensions of the progress bar. barSpace is the width of the bar including the
// percentage and the margins, in columns, and spinnerSpace that of a spinner.
const (
	barWidth     = 10
	barSteps     = 1000
	barSpace     = barWidth + len("  50% ||   ")
	spinnerSpace = len("-  ")
)

// draw prints text and a bar that shows share.
func (l *liveLine) draw(text string, share float64) {
	steps, space := barSteps, barSpace
	if share == Unknown {
		steps, space = -1, spinnerSpace
	}
	if l.bar == nil || l.steps != steps {
		l.clear()
		l.steps = steps
		l.bar = progressbar.NewOptions(steps,
			progressbar.OptionSetWriter(l.w),
			progressbar.OptionSetWidth(barWidth),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionSetPredictTime(false), // the text includes the time
			progressbar.OptionShowDescriptionAtLineEnd(),
			progressbar.OptionThrottle(0),
			progressbar.OptionSpinnerType(14),
			progressbar.OptionSetSpinnerChangeInterval(0), // start no goroutine
		)
	}
	l.bar.Describe(cut(text, terminal.Width(l.w)-1-space))
	_ = l.bar.Set(int(share * barSteps))
}

func (l *liveLine) clear() {
	if l.bar != nil {
		_ = l.bar.Clear()
		l.bar = nil
	}
}

// cut shortens text to at most width columns. It removes clauses, which are separated
// by ", ", from the end. It cuts the first clause only if that clause alone is too
// long.
func cut(text string, width int) string {
	for len([]rune(text)) > width {
		end := strings.LastIndex(text, ", ")
		if end < 0 {
			return string([]rune(text)[:width-1]) + "…"
		}
		text = text[:end]
	}
	return text
}

// describeSearch formats a stage of a search with the given running time, as in
// "searching for 1m20s, 798,720 positions, 52.7 k/s, 3 of 12 moves decided, no
// forecast".
func describeSearch(s Stage, rate float64, ago time.Duration) string {
	clauses := []string{fmt.Sprintf("%s for %s", s.Phase, ago.Truncate(time.Second)), words.Thousands(s.Found) + " positions"}
	if rate > 0 {
		clauses = append(clauses, terminal.Metric(rate)+"/s")
	}
	return strings.Join(append(append(clauses, s.Search...), "no forecast"), ", ")
}

// describe formats a stage and its rate, which is in states per second, as in
// "solving ply 12 of 36, 1.20 M states/s, 310.0 MiB, 7s left".
func describe(s Stage, rate float64) string {
	if s.Bare {
		return s.Phase
	}
	text := s.Phase
	if s.At != "" {
		text += " " + s.At
	}
	if s.Total == 0 {
		of := ""
		if s.Expected > 0 {
			of = "of about " + job.About(s.Expected) + " "
		}
		text += fmt.Sprintf(", %s %sstates", words.Thousands(s.Found), of)
	}
	if rate > 0 {
		text += fmt.Sprintf(", %s %s/s", terminal.Metric(rate), cmp.Or(s.Unit, "states"))
	}
	text += ", " + words.Bytes(machine.ResidentMemory())
	left := func(total float64) time.Duration {
		return time.Duration(math.Ceil((total-float64(s.Done))/rate)) * time.Second
	}
	if s.Expected > float64(s.Done) && rate > 0 {
		text += fmt.Sprintf(", about %s left of this phase", left(s.Expected))
	}
	if s.Total > s.Done && rate > 0 {
		text += fmt.Sprintf(", %s left", left(float64(s.Total)))
	}
	if s.Unknown {
		text += ", no forecast"
	}
	return text
}

// rateMeter measures the rate of a phase in states per second, averaged over
// rateWindow.
type rateMeter struct {
	phase string
	past  []sample
}

type sample struct {
	at   time.Time
	done int64
}

const rateWindow = 2 * time.Second

func (m *rateMeter) rate(now time.Time, s Stage) float64 {
	if s.Phase != m.phase {
		m.phase, m.past = s.Phase, m.past[:0]
	}
	m.past = append(m.past, sample{now, s.Done})
	for len(m.past) > 2 && now.Sub(m.past[1].at) >= rateWindow {
		m.past = m.past[1:]
	}
	first := m.past[0]
	if span := now.Sub(first.at).Seconds(); span > 0 {
		return float64(s.Done-first.done) / span
	}
	return 0
}
