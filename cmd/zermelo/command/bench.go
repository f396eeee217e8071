package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/bench"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
)

func (p *program) newBench() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the searches and the server on this machine",
		Long:  `Measure this program on this machine.`,
		Example: `  zermelo bench search
  zermelo bench search --only breakthrough-5x5
  zermelo bench serve`,
		Args: cobra.ArbitraryArgs,
		RunE: usage.Group,
	}
	cmd.AddCommand(p.newBenchSearch(), p.newBenchServe())
	return cmd
}

// benchOptions are the flags of bench search.
type benchOptions struct {
	positions string
	only      []string
	all       bool
	cache     usage.Size
	threads   int
	file      string
	quiet     bool
}

func (p *program) newBenchSearch() *cobra.Command {
	var o benchOptions
	cmd := &cobra.Command{
		Use:   "search",
		Short: "Measure the searches on known problems",
		Long: `Measure the searches on problems of the literature. It prints a row for each:
nodes and times per position, and nodes per second of CPU time. A node is a
position that the search visits. CPU time is that of all threads in user mode,
where the system reports it.

  Test_L3_R1, Test_L2_R1, Test_L1_R1, Test_L2_R2
      exact scores of the Connect Four positions published by P. Pons, with one
      thread, each from an empty table
  Test_L2_R2-threads
      the hardest of these sets with one thread and with --threads, in turns,
      and the speedup
  connect4
      the exact score of the empty board, 7x6 (about a minute)
  connect4-12-plies, connect4-8-plies, connect4-6x6, connect4-7x7
      exact scores of random positions, the same each time: after 12 and 8
      plies on 7x6, after 8 on 6x6 and after 20 on 7x7, each from an empty table
  breakthrough-5x5, breakthrough-4x6, breakthrough-6x5
      who wins breakthrough with captures, by proof-number search (pns) and by
      alpha-beta, with one thread
  breakthrough-holes
      the same for the game of this name

By default connect4, connect4-8-plies and the larger boards of breakthrough are
left out. --all measures everything, --only what it names. The sets of
positions do not come with the program. They are files of lines with the
columns of all moves so far and the score, as in "4455 12". A wrong score makes
the command fail. Ctrl-C stops it; the rows printed so far stay.

-o also writes the rows as a page in Markdown, with the machine and the date, once
all are measured: docs/benchmarks.md is made this way.`,
		Example: `  zermelo bench search
  zermelo bench search --positions connect4/sets --only Test_L3_R1,Test_L1_R1
  zermelo bench search --only breakthrough-holes,connect4 --cache 1GiB
  zermelo bench search --all --threads 4 --json
  zermelo bench search --all -o docs/benchmarks.md`,
		Args: usage.Args(0, 0, "", ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return p.runBenchSearch(cmd.Context(), o) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&o.positions, "positions", "../shared/connect4", "read the sets of positions from `DIR`")
	flags.StringSliceVar(&o.only, "only", nil, "measure only `NAME,...`")
	flags.BoolVar(&o.all, "all", false, "measure everything, including what takes minutes")
	flags.Var(&o.cache, "cache", "`SIZE` of a search's table in memory, as in 64MiB (default 1MiB for sets, else 256MiB)")
	flags.IntVar(&o.threads, "threads", 2, "compare one thread with `N` threads")
	flags.StringVarP(&o.file, "output", "o", "", "also write a page to `FILE`")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "print no progress")
	completeFlag(cmd, "only", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		_, names := o.cases()
		return names, cobra.ShellCompDirectiveNoFileComp
	})
	completeFlag(cmd, "positions", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	})
	return cmd
}

// cases are the cases that there are, and their names, each once.
func (o *benchOptions) cases() (cases []bench.Case, names []string) {
	cases = bench.Cases(bench.Options{Positions: o.positions, Cache: int64(o.cache), Threads: o.threads})
	for _, c := range cases {
		names = append(names, c.Name)
	}
	return cases, slices.Compact(names)
}

// choose picks the cases that the flags ask for.
func (o *benchOptions) choose() ([]bench.Case, error) {
	cases, names := o.cases()
	switch {
	case o.threads < 1 || o.threads > maxThreads:
		return nil, games.BadInput("--threads %d: want 1 to %d", o.threads, maxThreads)
	case usage.CheckCache(o.cache) != nil:
		return nil, usage.CheckCache(o.cache)
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
	return slices.DeleteFunc(cases, func(c bench.Case) bool {
		if o.only != nil {
			return !slices.Contains(o.only, c.Name)
		}
		return c.Long && !o.all
	}), nil
}

func (p *program) runBenchSearch(ctx context.Context, o benchOptions) error {
	cases, err := o.choose()
	if err != nil {
		return err
	}
	var work []bench.Work
	for _, c := range cases {
		v, err := p.open(ctx, c.Game)
		if err != nil {
			return err
		}
		w, err := bench.Prepare(v, c)
		if err != nil {
			return fmt.Errorf("bench %s: %w", c.Name, err)
		}
		work = append(work, w)
	}
	rows := []bench.Row{}
	for i, w := range work {
		var progress bench.Progress
		var row bench.Row
		stop := p.watch(o.quiet, func() stage { return benchStage(cases[i].Name, &progress) })
		row, err = w(ctx, &progress)
		stop()
		if err != nil {
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
		return fmt.Errorf("bench search: interrupted after %s of %d", words.Plural(int64(len(rows)), "row"), len(work))
	}
	for _, r := range rows {
		if r.Wrong > 0 {
			err = errors.Join(err, fmt.Errorf("%s: %s", r.Name, words.Plural(int64(r.Wrong), "wrong score")))
		}
	}
	if err != nil {
		return fmt.Errorf("bench search: %w", err)
	}
	if o.file != "" {
		return writeWhole(o.file, bench.Page(o.command(), time.Now(), rows))
	}
	return nil
}

// command is what to type to measure the same again.
func (o *benchOptions) command() string {
	c := "zermelo bench search"
	if o.all {
		c += " --all"
	}
	if o.only != nil {
		c += " --only " + strings.Join(o.only, ",")
	}
	return c + " -o " + o.file
}

// benchStage translates the progress of a measurement.
func benchStage(name string, found *bench.Progress) stage {
	nodes, begun := found.Nodes()
	if !begun {
		return stage{}
	}
	s := stage{phase: "searching", at: name, done: nodes, found: nodes}
	if position, last := found.Position(); last > 0 {
		s.at += fmt.Sprintf(" position %d of %d", position, last)
	}
	return s
}

func (p *program) printBenchRow(r bench.Row, first bool) {
	rows := [][]string{r.Cells()}
	if first {
		rows = slices.Insert(rows, 0, bench.Headings())
	}
	for _, c := range rows {
		p.printf("%-18s  %-9s  %7s  %9s  %12s  %9s  %9s  %10s  %s\n", c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8])
	}
}
