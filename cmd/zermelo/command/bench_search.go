package command

import (
	"context"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/bench"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
)

// setsFolder is where the published sets of positions are looked for.
const setsFolder = "../shared/connect4"

// searchBench are the flags of bench search.
type searchBench struct {
	positions string // "": setsFolder
	cache     usage.Size
	threads   int
	given     bool // measure only the positions, as they were asked for
}

func (o *searchBench) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&o.positions, "positions", "", "read positions and their scores from `FILE|DIR` (default "+setsFolder+")")
	flags.Var(&o.cache, "cache", "`SIZE` of a search's table in memory, as in 64MiB (default 1MiB for sets, else 256MiB)")
	flags.IntVar(&o.threads, "threads", 2, "compare one thread with `N` threads")
}

func (p *program) newBenchSearch() *cobra.Command {
	var (
		o      benchOptions
		search searchBench
	)
	list := func(args []string) func() ([]measurement, error) {
		return func() ([]measurement, error) {
			search.given = search.positions != "" && o.only == nil && !o.all
			if len(args) > 0 {
				return p.searchRows(args[0], search)
			}
			return p.searchRows("", search)
		}
	}
	cmd := &cobra.Command{
		Use:   "search [GAME]",
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
  connect4, connect4-threads
      the exact score of the empty board, 7x6 (a quarter of a minute), with one
      thread, and with two and four
  connect4-12-plies, connect4-8-plies, connect4-6x6, connect4-7x7
      exact scores of random positions, the same each time: after 12 and 8
      plies on 7x6, after 8 on 6x6 and after 20 on 7x7, each from an empty table
  breakthrough-5x5, breakthrough-4x6, breakthrough-6x5
      who wins breakthrough with captures, by proof-number search (pns) and by
      alpha-beta, with one thread
  breakthrough-holes
      the same for the game of this name

By default connect4, connect4-threads, connect4-8-plies and the larger boards of
breakthrough are left out.

The sets of positions do not come with the program. --positions reads them from a
folder, and measures all files in it, or from a file: lines with a position and
its score, as in "4455 12", which are the columns of all moves so far and the
score for the player to move. GAME is the board, if it is not connect4. A wrong
score makes the command fail.`,
		Example: `  zermelo bench search
  zermelo bench search --positions connect4/sets
  zermelo bench search connect4:size=6x5 --positions small.txt
  zermelo bench search --only breakthrough-holes,connect4 --cache 1GiB
  zermelo bench search --all --threads 4 --json`,
		Args:              usage.Args(0, 1, "at most one game", "zermelo bench search connect4:size=6x5 --positions small.txt"),
		RunE:              func(cmd *cobra.Command, args []string) error { return p.runBench(cmd, o, list(args)) },
		ValidArgsFunction: p.completeGames,
	}
	p.addBench(cmd, &o, list(nil))
	search.add(cmd)
	return cmd
}

// searchRows are the measurements of bench search, with the positions of a game, "" for
// connect4.
func (p *program) searchRows(game string, o searchBench) ([]measurement, error) {
	switch {
	case o.threads < 1 || o.threads > maxThreads:
		return nil, games.BadInput("--threads %d: want 1 to %d", o.threads, maxThreads)
	case usage.CheckCache(o.cache) != nil:
		return nil, usage.CheckCache(o.cache)
	case game != "" && o.positions == "":
		return nil, games.BadInput("%s: a game needs positions to search: give --positions FILE", games.Echo(game))
	}
	options := bench.Options{Positions: o.positions, Sets: o.given, Game: game, Cache: int64(o.cache), Threads: o.threads}
	if o.positions == "" {
		options.Positions = setsFolder
	}
	cases, err := bench.Cases(options)
	if err != nil {
		return nil, err
	}
	var list []measurement
	for _, c := range cases {
		list = append(list, measurement{c, func(ctx context.Context) (bench.Work, error) {
			v, err := p.open(ctx, c.Game)
			if err != nil {
				return nil, err
			}
			return bench.Prepare(v, c)
		}})
	}
	return list, nil
}
