package command

import (
	"fmt"
	"io"
	"math"
	"os"
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

// stage is the progress of a long operation.
type stage struct {
	phase    string  // such as "solving"; "" if there is no progress to show
	at       string  // place within the phase, such as "ply 12 of 36"; may be empty
	done     int64   // number of states processed in this phase
	total    int64   // number of states in this phase, or 0 if unknown
	about    string  // estimate of total in words; may be empty
	expected float64 // estimate of total, or 0 if unknown
	found    int64   // number of states found; printed if total is unknown
	bare     bool    // print only the phase
}

// solveStage converts the progress of a solve to a stage.
func solveStage(s job.Snapshot, layerName string) stage {
	switch s.Phase {
	case job.Starting, job.Finished:
		return stage{}
	case job.Reading:
		return stage{phase: s.Phase.String(), bare: true}
	case job.Searching, job.Proving:
		return stage{phase: s.Phase.String(), done: s.Done, found: s.States}
	case job.Deciding:
		layerName = "tier"
	}
	at := fmt.Sprintf("%s %d", layerName, s.Layer)
	if s.Layers > 0 {
		at += fmt.Sprintf(" of %d", s.Layers-1)
	}
	return stage{phase: s.Phase.String(), at: at, done: s.Done, total: s.Total, found: s.States}
}

// watch periodically prints the stage returned by look until stop is called. If quiet
// is set, it prints nothing.
func (p *program) watch(quiet bool, look func() stage) (stop func()) {
	meter := rateMeter{}
	return p.showLive(quiet, lineInterval, func(now time.Time) (string, float64) {
		s := look()
		if s.phase == "" {
			return "", unknown
		}
		share := unknown
		if s.total > 0 {
			share = float64(s.done) / float64(s.total)
		}
		return describe(s, meter.rate(now, s)), share
	})
}

// watchPositions prints the number of positions processed until stop is called. The
// caller must report the number with progress, with a total of 0 if the total is
// unknown. If quiet is set, watchPositions prints nothing.
func (p *program) watchPositions(quiet bool, phase string) (progress func(done, total int64), stop func()) {
	var atDone, atTotal atomic.Int64
	stop = p.watch(quiet, func() stage {
		done, total := atDone.Load(), atTotal.Load()
		if done == 0 && total == 0 {
			return stage{}
		}
		return stage{phase: phase, done: done, total: total, found: done}
	})
	return func(done, total int64) { atDone.Store(done); atTotal.Store(total) }, stop
}

// unknown is used as the fraction of completed work if the total is unknown.
const unknown = -1.0

// showLive prints the text and the fraction of completed work returned by look until
// stop is called. On a terminal, it updates a progress line, which stop removes.
// Otherwise, every is the interval between printed lines, or 0 to print nothing. If
// quiet is set, it prints nothing. showLive prints from its own goroutine, so that
// workers do not wait for the terminal.
func (p *program) showLive(quiet bool, every time.Duration, look func(now time.Time) (text string, share float64)) (stop func()) {
	live := onTerminal(p.err)
	if quiet || !live && every == 0 {
		return func() {}
	}
	quit := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		tick := time.NewTicker(pollInterval)
		defer tick.Stop()
		line := liveLine{w: p.err}
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
					if share != unknown {
						text += fmt.Sprintf(", %.0f %% done", 100*share)
					}
					p.say(false, text)
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

// liveLine is a progress line on a terminal.
type liveLine struct {
	w     io.Writer
	bar   *progressbar.ProgressBar
	steps int // number of steps of the bar; -1 for a spinner
}

// Dimensions of the progress bar. barSpace is the width of the bar including the
// percentage and the margins, in columns.
const (
	barWidth = 10
	barSteps = 1000
	barSpace = barWidth + len("  50% ||   ")
)

// draw prints text and a bar that shows share. It ignores write errors.
func (l *liveLine) draw(text string, share float64) {
	steps := barSteps
	if share == unknown {
		steps = -1
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
	l.bar.Describe(cut(text, terminal.Width(l.w)-1-barSpace))
	_ = l.bar.Set(int(share * barSteps))
}

// clear removes the progress line.
func (l *liveLine) clear() {
	if l.bar != nil {
		_ = l.bar.Clear()
		l.bar = nil
	}
}

// onTerminal reports whether w is a terminal that can clear a line.
func onTerminal(w io.Writer) bool {
	return terminal.IsTerminal(w) && os.Getenv("TERM") != "dumb"
}

// cut truncates text to at most width columns.
func cut(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}

// describe formats a stage and its rate, which is in states per second, as in
// "solving ply 12 of 36, 1.20 M states/s, 310.0 MiB, 7s left".
func describe(s stage, rate float64) string {
	if s.bare {
		return s.phase
	}
	text := s.phase
	if s.at != "" {
		text += " " + s.at
	}
	if s.total == 0 {
		of := ""
		if s.about != "" {
			of = "of about " + s.about + " "
		}
		noun := "states"
		if s.phase == job.Searching.String() {
			noun = "positions"
		}
		text += fmt.Sprintf(", %s %s%s", words.Thousands(s.found), of, noun)
	}
	if rate > 0 {
		text += fmt.Sprintf(", %s states/s", terminal.Metric(rate))
	}
	text += ", " + words.Bytes(machine.ResidentMemory())
	if s.expected > float64(s.done) && rate > 0 {
		left := time.Duration(math.Ceil((s.expected-float64(s.done))/rate)) * time.Second
		text += fmt.Sprintf(", about %s left of this phase", left)
	}
	if s.total > s.done && rate > 0 {
		left := time.Duration(math.Ceil(float64(s.total-s.done)/rate)) * time.Second
		text += fmt.Sprintf(", %s left", left)
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

func (m *rateMeter) rate(now time.Time, s stage) float64 {
	if s.phase != m.phase {
		m.phase, m.past = s.phase, m.past[:0]
	}
	m.past = append(m.past, sample{now, s.done})
	for len(m.past) > 2 && now.Sub(m.past[1].at) >= rateWindow {
		m.past = m.past[1:]
	}
	first := m.past[0]
	if span := now.Sub(first.at).Seconds(); span > 0 {
		return float64(s.done-first.done) / span
	}
	return 0
}
