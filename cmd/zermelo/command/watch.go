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
	pollEvery = 100 * time.Millisecond // how often the progress is read
	lineEvery = 3 * time.Second        // how often it is printed without a terminal
)

// stage is the progress of long work.
type stage struct {
	phase    string  // as in "solving"; "" while there is nothing to show
	at       string  // where it is, as in "ply 12 of 36"; may be empty
	done     int64   // states dealt with in this phase
	total    int64   // of how many; 0 while that is unknown
	about    string  // of how many by an estimate; may be empty
	expected float64 // the same as a number; 0: unknown
	found    int64   // states found, where total is unknown
	bare     bool    // it has no states to count
}

// solveStage translates the progress of a solve.
func solveStage(s job.Snapshot, layerName string) stage {
	switch s.Phase {
	case job.Starting, job.Finished:
		return stage{}
	case job.Reading:
		return stage{phase: s.Phase.String(), bare: true}
	case job.Searching, job.Proving:
		return stage{phase: s.Phase.String(), done: s.Done, found: s.States}
	case job.Deciding, job.Reaching:
		layerName = "tier"
	}
	at := fmt.Sprintf("%s %d", layerName, s.Layer)
	if s.Layers > 0 {
		at += fmt.Sprintf(" of %d", s.Layers-1)
	}
	return stage{phase: s.Phase.String(), at: at, done: s.Done, total: s.Total, found: s.States}
}

// watch shows the stage that look returns until stop is called, unless quiet.
func (p *program) watch(quiet bool, look func() stage) (stop func()) {
	meter := rateMeter{}
	return p.showLive(quiet, lineEvery, func(now time.Time) (string, float64) {
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

// watchPositions shows how many positions are dealt with in a phase, as progress tells, of
// how many, 0 if that is unknown, until stop is called, unless quiet.
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

// unknown stands for the share of work of which it is not known how much there is.
const unknown = -1.0

// showLive shows the text that look returns, and a bar of the share that is done, until
// stop is called, unless quiet: in one line of a terminal, which it removes at the end,
// else in a line every so often, 0 for none. It runs in its own goroutine, so that
// workers never wait for the terminal.
func (p *program) showLive(quiet bool, every time.Duration, look func(now time.Time) (text string, share float64)) (stop func()) {
	live := onTerminal(p.err)
	if quiet || !live && every == 0 {
		return func() {}
	}
	quit := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		tick := time.NewTicker(pollEvery)
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

// liveLine is the line of a terminal that tells how far long work is.
type liveLine struct {
	w     io.Writer
	bar   *progressbar.ProgressBar
	steps int // of the bar; -1 draws a spinner
}

// A bar is barWidth columns wide, and barSteps steps long. With all that surrounds it,
// it takes barSpace columns.
const (
	barWidth = 10
	barSteps = 1000
	barSpace = barWidth + len("  50% ||   ")
)

// draw shows a text, and a bar of the share that is done. On an error of the terminal
// the work goes on without.
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
			progressbar.OptionSetPredictTime(false), // the text has it
			progressbar.OptionShowDescriptionAtLineEnd(),
			progressbar.OptionThrottle(0),
			progressbar.OptionSpinnerType(14),
			progressbar.OptionSetSpinnerChangeInterval(0), // no goroutine of its own
		)
	}
	l.bar.Describe(cut(text, terminal.Width(l.w)-1-barSpace))
	_ = l.bar.Set(int(share * barSteps))
}

// clear removes the line, so that what follows starts on a clean one.
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

// cut shortens a text to so many columns.
func cut(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}

// describe sums up a stage and its rate in states per second, as in "solving ply 12 of
// 36, 1.20 M states/s, 310.0 MiB, 7s left".
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

// rateMeter measures the speed of a phase in states per second, over about the
// last two seconds.
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
