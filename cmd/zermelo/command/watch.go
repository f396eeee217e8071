package command

import (
	"fmt"
	"io"
	"math"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/reports/words"
	"zermelo/solver/job"
)

const (
	pollEvery = 100 * time.Millisecond // how often the progress is read
	lineEvery = 3 * time.Second        // how often it is printed without a terminal
)

// stage is the progress of long work.
type stage struct {
	phase string // as in "solving"; "" while there is nothing to show
	at    string // where it is, as in "ply 12 of 36"; may be empty
	done  int64  // states dealt with in this phase
	total int64  // of how many; 0 while that is unknown
	found int64  // states found, where total is unknown
}

// solveStage translates the progress of a solve.
func solveStage(s job.Snapshot, layerName string) stage {
	if s.Phase == job.Starting || s.Phase == job.Finished {
		return stage{}
	}
	if s.Phase == job.Deciding || s.Phase == job.Reaching {
		layerName = "tier"
	}
	if s.Phase == job.Searching || s.Phase == job.Proving {
		return stage{phase: s.Phase.String(), done: s.Done, found: s.States}
	}
	at := fmt.Sprintf("%s %d", layerName, s.Layer)
	if s.Layers > 0 {
		at += fmt.Sprintf(" of %d", s.Layers-1)
	}
	return stage{phase: s.Phase.String(), at: at, done: s.Done, total: s.Total, found: s.States}
}

// watch shows the stage that look returns on w, until stop is called: a bar on a
// terminal, else a line every few seconds. It runs in its own goroutine, so that
// workers never wait for the terminal.
func watch(w io.Writer, look func() stage) (stop func()) {
	var d display = &lineDisplay{w: w, next: time.Now().Add(lineEvery)}
	if onTerminal(w) {
		d = &barDisplay{w: w}
	}
	quit := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		meter := rateMeter{}
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				d.end()
				return
			case now := <-tick.C:
				if s := look(); s.phase != "" {
					d.show(now, s, meter.rate(now, s))
				}
			}
		}
	})
	return func() {
		close(quit)
		done.Wait()
	}
}

// onTerminal reports whether w is a terminal that can draw a bar.
func onTerminal(w io.Writer) bool {
	return terminal.IsTerminal(w) && os.Getenv("TERM") != "dumb"
}

// display is a way to show progress.
type display interface {
	show(now time.Time, s stage, rate float64)
	end()
}

// describe sums up a stage, as in "solving ply 12 of 36, 1.20 M states/s, 310.0 MiB".
func describe(s stage, rate float64) string {
	text := s.phase
	if s.at != "" {
		text += " " + s.at
	}
	if s.total == 0 {
		text += fmt.Sprintf(", %s states", words.Thousands(s.found))
	}
	if rate > 0 {
		text += fmt.Sprintf(", %s states/s", terminal.Metric(rate))
	}
	return text + ", " + words.Bytes(residentMemory())
}

// lineDisplay prints plain lines.
type lineDisplay struct {
	w    io.Writer
	next time.Time
}

func (d *lineDisplay) show(now time.Time, s stage, rate float64) {
	if now.Before(d.next) {
		return
	}
	d.next = now.Add(lineEvery)
	text := describe(s, rate)
	if s.total > 0 {
		text += fmt.Sprintf(", %.0f %% done", 100*float64(s.done)/float64(s.total))
	}
	if left := remaining(s, rate); left > 0 {
		text += ", " + left.String() + " left"
	}
	fmt.Fprintln(d.w, text)
}

func (*lineDisplay) end() {}

// remaining estimates how long the phase still takes, 0 if unknown.
func remaining(s stage, rate float64) time.Duration {
	if s.total == 0 || rate <= 0 {
		return 0
	}
	seconds := float64(s.total-s.done) / rate
	return time.Duration(math.Ceil(seconds)) * time.Second
}

// barDisplay draws a bar, anew for each phase.
type barDisplay struct {
	w     io.Writer
	phase string
	bar   *progressbar.ProgressBar
}

func (d *barDisplay) show(_ time.Time, s stage, rate float64) {
	if d.bar == nil || d.phase != s.phase {
		d.end()
		d.phase = s.phase
		most := s.total
		if most == 0 {
			most = -1 // a spinner
		}
		d.bar = progressbar.NewOptions64(most,
			progressbar.OptionSetWriter(d.w),
			progressbar.OptionSetWidth(10),
			progressbar.OptionSetElapsedTime(true),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(0),
			progressbar.OptionSpinnerType(14),
			progressbar.OptionSetSpinnerChangeInterval(0), // no goroutine of its own
		)
	}
	d.bar.Describe(describe(s, rate))
	// On an error of the terminal the work goes on without a bar.
	_ = d.bar.Set64(s.done)
}

// end removes the bar, so that what follows starts on a clean line.
func (d *barDisplay) end() {
	if d.bar != nil {
		_ = d.bar.Clear()
		d.bar = nil
	}
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
