package command

import (
	"context"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/bench"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
)

// solveBench are the flags of bench solve.
type solveBench struct {
	workers []int
	memory  usage.Size
}

func (p *program) newBenchSolve() *cobra.Command {
	var (
		o     benchOptions
		solve solveBench
	)
	list := func(args []string) func() ([]measurement, error) {
		return func() ([]measurement, error) { return p.solveRows(args, solve) }
	}
	cmd := &cobra.Command{
		Use:   "solve [GAME...]",
		Short: "Measure how long solves take",
		Long: `Measure how long it takes to solve games and store their tables. It prints a row
for each game and number of workers: processor time, that of the system
included, time by the clock, the most memory, and bytes a state on disk. Each
solve is a process of its own with an empty directory.

The games, where none is named, are

  tron-6x6                tron
  breakthrough-5x5-steps  breakthrough:size=5x5, without captures
  connect4-5x5            connect4:size=5x5 (a quarter of a minute)
  connect4-6x4            connect4:size=6x4 (half a minute)
  quixo-4x4               quixo:size=4x4

each with one and with two workers. By default those of connect4 are left out.`,
		Example: `  zermelo bench solve
  zermelo bench solve --only tron-6x6 --runs 5
  zermelo bench solve othello:size=4x4 teeko --workers 1,2,4 --memory 128MiB
  zermelo bench solve --all --json`,
		Args:              cobra.ArbitraryArgs,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.runBench(cmd, o, list(args)) },
		ValidArgsFunction: p.completeGames,
	}
	p.addBench(cmd, &o, list(nil))
	cmd.Flags().IntSliceVar(&solve.workers, "workers", []int{1, 2}, "measure with `N,...` workers")
	cmd.Flags().Var(&solve.memory, "memory", "use up to about `SIZE` of memory, as in 512MiB (default half of what is free)")
	return cmd
}

// solveRows are the measurements of bench solve: of some games, or else of those that it
// names.
func (p *program) solveRows(specs []string, o solveBench) (list []measurement, err error) {
	if len(o.workers) == 0 {
		return nil, games.BadInput("--workers needs a number, as in --workers 1,2")
	}
	for _, n := range o.workers {
		if n < 1 || n > maxThreads {
			return nil, games.BadInput("--workers %d: want 1 to %d", n, maxThreads)
		}
	}
	if err := usage.CheckMemory(o.memory); err != nil {
		return nil, err
	}
	cases := bench.SolveGames()
	if len(specs) > 0 {
		cases = nil
	}
	for _, spec := range specs {
		cases = append(cases, bench.Case{Name: spec, Game: spec, Seconds: 10})
	}
	for _, c := range cases {
		for _, n := range o.workers {
			list = append(list, measurement{c, func(ctx context.Context) (bench.Work, error) {
				_, err := p.open(ctx, c.Game)
				return bench.SolveWork(c, n, o.memory.String()), err
			}})
		}
	}
	return list, nil
}
