package command

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/bench"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
)

// benchOptions are the flags of all measurements.
type benchOptions struct {
	runs  int
	only  []string
	all   bool
	file  string
	quiet bool
}

// measurement is a row to be measured.
type measurement struct {
	bench.Case
	prepare func(context.Context) (bench.Work, error) // finds mistakes before anything is measured
}

func (p *program) newBench() *cobra.Command {
	var (
		o      benchOptions
		search searchBench
	)
	list := func() ([]measurement, error) {
		solves, err := p.solveRows(nil, solveBench{workers: []int{1, 2}})
		if err != nil {
			return nil, err
		}
		searches, err := p.searchRows("", search)
		return append(append(solves, searches...), p.serveRow("", serveBench{clients: 64, positions: 20_000, requests: 20_000})), err
	}
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure solves, searches and the server on this machine",
		Long: `Measure this program on this machine: what bench solve, bench search and bench
serve measure, as one table. Each row is measured several times (--runs); it
shows the median and, as the spread, half the range.

By default rows that take long are left out. --all measures everything, --only
what it names. Ctrl-C stops it; the rows printed so far stay. -o also writes the
table as a page in Markdown, with the machine and the date, once all is measured:
docs/benchmarks.md is made this way.`,
		Example: `  zermelo bench
  zermelo bench --all --runs 5 -o docs/benchmarks.md
  zermelo bench --only tron-6x6,serve --json
  zermelo bench search --only breakthrough-5x5`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage.Group(cmd, args)
			}
			return p.runBench(cmd, o, list)
		},
	}
	p.addBench(cmd, &o, list)
	search.add(cmd)
	cmd.AddCommand(p.newBenchSolve(), p.newBenchSearch(), p.newBenchServe())
	return cmd
}

// addBench adds the flags of all measurements; list makes those of the command.
func (p *program) addBench(cmd *cobra.Command, o *benchOptions, list func() ([]measurement, error)) {
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&o.runs, "runs", 3, "measure each row `N` times")
	flags.StringSliceVar(&o.only, "only", nil, "measure only `NAME,...`")
	flags.BoolVar(&o.all, "all", false, "measure everything, including what takes minutes")
	flags.StringVarP(&o.file, "output", "o", "", "also write a page to `FILE`")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "print no progress")
	completeFlag(cmd, "only", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		found, _ := list() // none where flags are wrong
		return namesOf(found), cobra.ShellCompDirectiveNoFileComp
	})
}

// benchPart completes a command that measures the rows of its arguments.
func (p *program) benchPart(cmd *cobra.Command, rows func(o *benchOptions, args []string) ([]measurement, error)) {
	var o benchOptions
	list := func(args []string) func() ([]measurement, error) {
		return func() ([]measurement, error) { return rows(&o, args) }
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return p.runBench(cmd, o, list(args)) }
	cmd.ValidArgsFunction = p.completeGames
	p.addBench(cmd, &o, list(nil))
}

func namesOf(list []measurement) (names []string) {
	for _, m := range list {
		names = append(names, m.Name)
	}
	return slices.Compact(names)
}

// choose picks the measurements that the flags ask for.
func (o *benchOptions) choose(list []measurement) ([]measurement, error) {
	names := namesOf(list)
	switch {
	case o.runs < 1 || o.runs > 1000:
		return nil, games.BadInput("--runs %d: want 1 to 1000", o.runs)
	case o.all && o.only != nil:
		return nil, games.BadInput("--all and --only contradict each other: leave one out")
	case o.only != nil && len(o.only) == 0:
		return nil, games.BadInput("--only needs a name: there are %s", strings.Join(names, ", "))
	}
	for _, name := range o.only {
		if !slices.Contains(names, name) {
			return nil, games.BadInput("--only %s: there are %s%s", games.Echo(name), strings.Join(names, ", "), usage.DidYouMean(name, names))
		}
	}
	return slices.DeleteFunc(list, func(m measurement) bool {
		if o.only != nil {
			return !slices.Contains(o.only, m.Name)
		}
		return m.Long && !o.all
	}), nil
}

// runBench measures the rows of a command that the flags ask for, and prints each once it
// is measured.
func (p *program) runBench(cmd *cobra.Command, o benchOptions, list func() ([]measurement, error)) error {
	all, err := list()
	if err != nil {
		return err
	}
	chosen, err := o.choose(all)
	if err != nil {
		return err
	}
	var work []bench.Work
	left := 0.0 // seconds, about
	for _, m := range chosen {
		w, err := m.prepare(cmd.Context())
		if err != nil {
			return fmt.Errorf("bench %s: %w", m.Name, err)
		}
		work = append(work, w)
		left += float64(o.runs) * m.Seconds
	}
	title := strings.TrimPrefix(cmd.CommandPath(), p.name+" ")
	clock := benchClock{began: time.Now(), total: left}
	rows := []bench.Row{}
	for i, w := range work {
		var row bench.Row
		at := fmt.Sprintf("%s (row %d of %d)", chosen[i].Name, i+1, len(work))
		if row, err = p.measure(cmd.Context(), o, at, chosen[i].Seconds, w, &clock); err != nil {
			break
		}
		rows = append(rows, row)
		if !p.json {
			p.printBenchRow(row, len(rows) == 1)
		}
		if flushErr := p.out.Flush(); flushErr != nil {
			return fmt.Errorf("write output: %w", flushErr)
		}
	}
	if p.json {
		err = errors.Join(err, p.out.PrintJSON(rows))
	}
	if errors.Is(err, context.Canceled) {
		return fmt.Errorf("%s: interrupted after %s of %d", title, words.Plural(int64(len(rows)), "row"), len(work))
	}
	for _, r := range rows {
		if r.Wrong > 0 {
			err = errors.Join(err, fmt.Errorf("%s: %s", r.Name, words.Plural(int64(r.Wrong), "wrong score")))
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", title, err)
	}
	if o.file != "" {
		return terminal.WriteWhole(o.file, bench.Page(o.command(cmd), time.Now(), rows))
	}
	return nil
}

// measure measures a row several times. Seconds is about what a run takes.
func (p *program) measure(ctx context.Context, o benchOptions, at string, seconds float64, w bench.Work, clock *benchClock) (bench.Row, error) {
	var runs []bench.Row
	for len(runs) < o.runs {
		var progress bench.Progress
		began := time.Now()
		stop := p.showLive(o.quiet, lineEvery, func(now time.Time) (string, float64) {
			text := fmt.Sprintf("measuring %s, run %d of %d", at, len(runs)+1, o.runs)
			if position, last := progress.Position(); last > 0 {
				text += fmt.Sprintf(", position %d of %d", position, last)
			}
			share, left := clock.at(now, min(now.Sub(began).Seconds(), 0.95*seconds))
			return text + ", about " + left.String() + " left", share
		})
		row, err := w(ctx, &progress)
		stop()
		if err != nil {
			return row, err
		}
		clock.done += seconds
		runs = append(runs, row)
	}
	return bench.Median(runs), nil
}

// benchClock tells how far all measurements are, in seconds of what they take about.
type benchClock struct {
	began       time.Time
	done, total float64
}

// at is the share that is done and the time that is left, if the current run has done so
// much.
func (c *benchClock) at(now time.Time, current float64) (share float64, left time.Duration) {
	done := c.done + current
	slower := 1.0 // than expected
	if done > 1 {
		slower = now.Sub(c.began).Seconds() / done
	}
	return min(1, done/c.total), time.Duration(math.Ceil(slower*max(0, c.total-done))) * time.Second
}

// command is what to type to measure the same again.
func (o *benchOptions) command(cmd *cobra.Command) string {
	c := append([]string{cmd.CommandPath()}, cmd.Flags().Args()...)
	if o.all {
		c = append(c, "--all")
	}
	if o.only != nil {
		c = append(c, "--only", strings.Join(o.only, ","))
	}
	if cmd.Flags().Changed("runs") {
		c = append(c, "--runs", fmt.Sprint(o.runs))
	}
	return strings.Join(append(c, "-o", o.file), " ")
}

func (p *program) printBenchRow(r bench.Row, first bool) {
	rows := [][]string{r.Cells()}
	if first {
		rows = slices.Insert(rows, 0, bench.Headings())
	}
	for _, c := range rows {
		p.printf("%-22s  %-9s  %7s  %20s  %9s  %6s  %9s  %16s  %9s  %s\n", c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8], c[9])
	}
}
