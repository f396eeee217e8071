package command

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/search/deepen"
)

// analysisDisplay shows the progress of an analysis: one live line on a terminal,
// else a line for each depth.
type analysisDisplay struct {
	w     io.Writer
	info  *games.Info
	live  bool
	quiet bool
	warn  func(error) // tells of what goes wrong beside the analysis
}

func newAnalysisDisplay(p *program, info *games.Info, quiet bool) *analysisDisplay {
	return &analysisDisplay{w: p.err, info: info, live: onTerminal(p.err), quiet: quiet, warn: p.warn}
}

// liveEvery is how often the live line is updated.
const liveEvery = 250 * time.Millisecond

// watch shows the analysis that latest returns, until stop is called.
func (d *analysisDisplay) watch(latest func() *deepen.Analysis) (stop func()) {
	if !d.live || d.quiet {
		return func() {}
	}
	quit := make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		tick := time.NewTicker(liveEvery)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				fmt.Fprint(d.w, "\r\x1b[K")
				return
			case <-tick.C:
				if a := latest(); a != nil {
					fmt.Fprint(d.w, "\r\x1b[K"+cut(d.describe(a), d.width()-1))
				}
			}
		}
	})
	return func() {
		close(quit)
		done.Wait()
	}
}

// width is the width of the terminal, in columns.
func (d *analysisDisplay) width() int {
	if f, ok := d.w.(*os.File); ok {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 20 {
			return width
		}
	}
	return terminal.LineWidth
}

// deeper shows that a depth is done.
func (d *analysisDisplay) deeper(a deepen.Analysis) {
	if !d.live && !d.quiet {
		fmt.Fprintln(d.w, d.describe(&a))
	}
}

// describe is an analysis as a line.
func (d *analysisDisplay) describe(a *deepen.Analysis) string {
	value := fmt.Sprintf("estimate %s, %s gets %d..%d", words.Signed(a.Estimate), d.info.Roles[a.Mover],
		search.PayoffOf(d.info.Total, a.Low), search.PayoffOf(d.info.Total, a.High))
	if a.Proven() {
		value = "proven: " + book.AnalysisWords(d.info, a)
	}
	return fmt.Sprintf("depth %d, %s, %s positions, %s/s, table %.0f %%: %s", a.Depth, value,
		words.Thousands(int64(a.Nodes)), terminal.Metric(rate(a)), 100*a.Fill, strings.Join(a.Line, " "))
}

// cut shortens a text to so many columns.
func cut(text string, width int) string {
	if r := []rune(text); len(r) > width {
		return string(r[:width-1]) + "…"
	}
	return text
}
