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
	"zermelo/tablebase/build"
)

// note is a line beside the progress, in JSON.
type note struct {
	Note string `json:"note"`
}

// say prints a line beside the progress, unless quiet.
func (p *program) say(quiet bool, line string) {
	switch {
	case quiet:
	case p.json:
		p.errorJSON(note{line})
	case onTerminal(p.err):
		fmt.Fprintf(p.err, "\r\x1b[K%s\n", line) // over the line of progress, which is drawn again
	default:
		fmt.Fprintln(p.err, line)
	}
}

// chosen says how a game is solved, and why.
func chosen(info *games.Info, c build.Choice, workers int) string {
	if len(info.Roles) == 1 && c.Method == build.Search {
		if c.TooLarge != nil {
			return fmt.Sprintf("%s: %s: searching for a play that gets the most instead", info.Label(), tooLargeWords(c.TooLarge))
		}
		return fmt.Sprintf("%s: a table takes a while: searching for a play that gets the most first, for up to %s", info.Label(), c.For)
	}
	if c.TooLarge != nil && info.Simultaneous {
		return fmt.Sprintf("%s: %s: as the roles can be exchanged, each gets half", info.Label(), tooLargeWords(c.TooLarge))
	}
	if c.TooLarge != nil {
		first := "alpha-beta first, as the game has more than two results"
		if search.WinOrLose(info) {
			first = "proof numbers first, as somebody wins"
		}
		return fmt.Sprintf("%s: %s: searching for the value of the start instead, by %s", info.Label(), tooLargeWords(c.TooLarge), first)
	}
	f := c.Forecast
	if c.For > 0 {
		return fmt.Sprintf("%s: about %s: a table of all takes about %s with %s: searching for the value of the start first, for up to %s", info.Label(),
			statesWords(f), span(f.CPU.Seconds()/float64(workers)), words.Plural(int64(workers), "worker"), c.For)
	}
	if f.States == nil {
		plan := plan.New(info, f, workers)
		return fmt.Sprintf("%s: about %s positions in %s: a table of all, in about %s with %s, %s of memory and %s of disk", info.Label(),
			job.About(float64(plan.States)), words.Plural(int64(len(plan.Tiers)), "tier"), span(plan.CPUSeconds/float64(workers)),
			words.Plural(int64(workers), "worker"), words.Bytes(plan.Memory), words.Bytes(plan.DiskBytes))
	}
	return fmt.Sprintf("%s: about %s: a table of all, in about %s with %s, up to %s of disk while it is made", info.Label(), statesWords(f),
		span(f.CPU.Seconds()/float64(workers)), words.Plural(int64(workers), "worker"), words.Bytes(f.Disk))
}

// statesWords are the states of a forecast that are stored, with their interval.
func statesWords(f *build.Forecast) string {
	e := f.States
	return fmt.Sprintf("%s states (%s to %s)", job.About(e.States*f.Stored), job.About(e.Low*f.Stored), job.About(e.High*f.Stored))
}

// tooLargeWords is why there is no table, without what goes without saying.
func tooLargeWords(err error) string {
	return strings.TrimPrefix(err.Error(), "too large for a strong solution: ")
}

// mostMoves is how many moves of the start the progress of a search shows.
const mostMoves = 3

// searchStage says how far a search is: its kind, the share of the tree near the root
// that is settled, how many moves at the start are answered, and the others that are the
// nearest to a proof, as in "b2-a3 31/1,204": with the estimated number of positions to
// decide for a proof, and for a disproof.
func searchStage(s build.Searching) string {
	text := "by " + s.Search
	if s.Share > 0 {
		text += fmt.Sprintf(", %s settled", words.Share(s.Share))
	}
	open := slices.DeleteFunc(slices.Clone(s.Moves), func(m build.SearchedMove) bool { return m.Proof == 0 || m.Disproof == 0 })
	if answered := len(s.Moves) - len(open); answered > 0 {
		text += fmt.Sprintf(", %d of %d moves answered", answered, len(s.Moves))
	}
	for _, m := range open[:min(mostMoves, len(open))] {
		if m.Proof == 1 && m.Disproof == 1 {
			continue // nothing is known
		}
		text += fmt.Sprintf(", %s %s/%s", m.Name, words.Thousands(int64(m.Proof)), words.Thousands(int64(m.Disproof)))
	}
	return text
}

// analyzeTime is how long a game is analyzed that cannot be solved.
const analyzeTime = 6 * time.Second

// showHopeless shows what analyze gives for a game that cannot be solved.
func (p *program) showHopeless(ctx context.Context, spec string, o solveOptions, hopeless *build.HopelessError) error {
	analysis := analyzeOptions{time: analyzeTime, threads: o.workers, cache: build.DefaultCache, quiet: true, fresh: true}
	if failed := p.runAnalyze(ctx, spec, analysis); failed != nil {
		return failed
	}
	return fmt.Errorf("solve %s: it cannot be solved here: %s; above is what %s of \"zermelo analyze %s\" give, and --method search searches all the same",
		hopeless.Label, tooLargeWords(hopeless), analyzeTime, spec)
}
