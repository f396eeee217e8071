package command

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"zermelo/cmd/zermelo/plan"
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/job"
	"zermelo/solver/search"
	"zermelo/tablebase/solve"
)

// chosen describes the method that the solver selected and gives the reason.
func chosen(info *games.Info, c solve.Choice, workers int) string {
	if len(info.Roles) == 1 && c.Method == solve.Search {
		if c.TooLarge != nil {
			return fmt.Sprintf("%s: searching for a play with the maximum payoff instead of building a table (%s)", info.Label(), tooLargeWords(c.TooLarge))
		}
		return fmt.Sprintf("%s: building a table takes a while; searching for a play with the maximum payoff first, for up to %s", info.Label(), c.For)
	}
	if c.Lengths {
		return lengthsChosen(info, c, workers)
	}
	if c.TooLarge != nil && info.Simultaneous {
		return fmt.Sprintf("%s: the roles can be exchanged, so each gets half; no table is built (%s)", info.Label(), tooLargeWords(c.TooLarge))
	}
	if c.TooLarge != nil {
		first := "alpha-beta first because the game has more than two results"
		if search.WinOrLose(info) {
			first = "proof numbers first because the game has no draws"
		}
		return fmt.Sprintf("%s: searching for the value of the start instead of building a table (%s), %s", info.Label(), tooLargeWords(c.TooLarge), first)
	}
	f := c.Forecast
	if f.States != nil && f.States.Uncertain && c.For == 0 {
		return fmt.Sprintf("%s: building a table of %s", info.Label(), statesWords(f))
	}
	if c.For > 0 {
		return fmt.Sprintf("%s: a complete table of about %s takes about %s with %s; searching for the value of the start first, for up to %s", info.Label(),
			statesWords(f), job.Span(f.Seconds/float64(workers)), words.Plural(int64(workers), "worker"), c.For)
	}
	if f.States == nil {
		plan := plan.New(info, f, workers)
		return fmt.Sprintf("%s: building a table of about %s positions in %s; this takes about %s with %s, %s of memory and %s of disk", info.Label(),
			job.About(float64(plan.States)), words.Plural(int64(len(plan.Tiers)), "tier"), job.Span(plan.CPUSeconds/float64(workers)),
			words.Plural(int64(workers), "worker"), words.Bytes(plan.Memory), words.Bytes(plan.DiskBytes))
	}
	return fmt.Sprintf("%s: building a table of about %s; this takes about %s with %s and up to %s of disk", info.Label(), statesWords(f),
		job.Span(f.Seconds/float64(workers)), words.Plural(int64(workers), "worker"), words.Bytes(f.Disk))
}

// lengthsChosen describes the method for proving the length of a win.
func lengthsChosen(info *games.Info, c solve.Choice, workers int) string {
	f := c.Forecast
	table := fmt.Sprintf("in about %s with %s and up to %s of disk", job.Span(f.Seconds/float64(workers)), words.Plural(int64(workers), "worker"), words.Bytes(f.Disk))
	switch {
	case c.TooLarge != nil:
		return fmt.Sprintf("%s: proving the length takes a long time, and a table does not fit (%s); omit --plies to store only the value", info.Label(), tooLargeWords(c.TooLarge))
	case c.Method == solve.Table:
		return fmt.Sprintf("%s: building a table, which includes the length, takes less time; building it %s", info.Label(), table)
	}
	return fmt.Sprintf("%s: proving the length takes a long time; to build a table, which includes it, %s, run: zermelo solve %q --method table", info.Label(), table, info.Spec())
}

func statesWords(f *solve.Forecast) string {
	e := f.States
	if e.Uncertain {
		return fmt.Sprintf("more than %s states; the number of states is not known", job.About(e.Low*f.Stored))
	}
	return fmt.Sprintf("%s states (%s to %s)", job.About(e.States*f.Stored), job.About(e.Low*f.Stored), job.About(e.High*f.Stored))
}

// tooLargeWords returns the message of err without its prefix.
func tooLargeWords(err error) string {
	return strings.TrimPrefix(err.Error(), "too large for a strong solution: ")
}

// searchWords lists the results of a proof-number search: the proven share of the
// tree near the root, the number of decided moves in the start position, and the
// undecided move that is closest to a proof.
func searchWords(s solve.Searching) []string {
	list := []string{}
	if s.Share > 0 {
		list = append(list, words.Share(s.Share)+" of the tree settled")
	}
	open := slices.DeleteFunc(slices.Clone(s.Moves), func(m solve.SearchedMove) bool { return m.Proof == 0 || m.Disproof == 0 })
	if decided := len(s.Moves) - len(open); decided > 0 {
		list = append(list, fmt.Sprintf("%d of %d moves decided", decided, len(s.Moves)))
	}
	if len(open) > 0 && open[0].Proof+open[0].Disproof > 2 { // searched
		list = append(list, "best so far "+open[0].Name)
	}
	return list
}

// analyzeTime is the duration of the analysis of a game that is too large to solve.
const analyzeTime = 6 * time.Second

// showHopeless prints an analysis of a game that is too large to solve, and returns
// an error.
func (p *program) showHopeless(ctx context.Context, spec string, o solveOptions, hopeless *solve.HopelessError) error {
	analysis := analyzeOptions{time: analyzeTime, threads: o.Workers, cache: solve.DefaultCache, fresh: true}
	p.progress.Quiet = true
	if failed := p.runAnalyze(ctx, spec, analysis); failed != nil {
		return failed
	}
	return fmt.Errorf("solve %s: not solved; %s; the result of \"zermelo analyze %s\" after %s is shown above; use --method search to search on, or --method table --budget 0 to build the table anyway",
		hopeless.Label, tooLargeWords(hopeless), spec, analyzeTime)
}
