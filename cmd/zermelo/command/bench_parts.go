package command

import (
	"cmp"
	"context"
	"errors"
	"net"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/bench"
	"zermelo/cmd/zermelo/serve"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/tablebase/build"
)

// solveBench are the flags of bench solve.
type solveBench struct {
	workers []int
	memory  usage.Size
}

func (p *program) newBenchSolve() *cobra.Command {
	var solve solveBench
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
		Args: cobra.ArbitraryArgs,
	}
	p.benchPart(cmd, func(_ *benchOptions, args []string) ([]measurement, error) { return p.solveRows(args, solve) })
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
	var search searchBench
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
		Args: usage.Args(0, 1, "at most one game", "zermelo bench search connect4:size=6x5 --positions small.txt"),
	}
	p.benchPart(cmd, func(o *benchOptions, args []string) ([]measurement, error) {
		search.given = search.positions != "" && o.only == nil && !o.all
		return p.searchRows(strings.Join(args, ""), search)
	})
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

// The most that bench serve asks for.
const (
	maxClients  = 500 // the server accepts 512 connections
	maxRequests = 10_000_000
)

// serveBench are the flags of bench serve.
type serveBench struct {
	clients, positions, requests int
}

func (p *program) newBenchServe() *cobra.Command {
	var serve serveBench
	cmd := &cobra.Command{
		Use:   "serve [GAME]",
		Short: "Measure the server on this machine",
		Long: `Measure the server. It solves a game in a temporary directory, serves the table
on localhost, and lets clients ask for random positions, the same ones each time.
It prints the CPU time of a request, clients included, the requests per second,
and the time to an answer: median, and what 99 of 100 take at most.

By default there are more positions than the server remembers answers, so that
most are looked up. --positions 100 measures answers that are remembered.`,
		Example: `  zermelo bench serve
  zermelo bench serve tron:size=4x4 --clients 8
  zermelo bench serve --positions 100 --requests 100000 --json`,
		Args: usage.Args(0, 1, "at most one game", "zermelo bench serve tron:size=4x4"),
	}
	p.benchPart(cmd, func(_ *benchOptions, args []string) ([]measurement, error) {
		return []measurement{p.serveRow(strings.Join(args, ""), serve)}, serve.check()
	})
	flags := cmd.Flags()
	flags.IntVar(&serve.clients, "clients", 64, "connections that ask at once")
	flags.IntVar(&serve.positions, "positions", 20_000, "ask for `N` different positions")
	flags.IntVar(&serve.requests, "requests", 20_000, "stop after `N` requests")
	return cmd
}

func (o *serveBench) check() error {
	switch {
	case o.clients < 1 || o.clients > maxClients:
		return games.BadInput("--clients %d: want 1 to %d", o.clients, maxClients)
	case o.positions < 1 || o.positions > maxRequests:
		return games.BadInput("--positions %d: want 1 to %d", o.positions, maxRequests)
	case o.requests < 1 || o.requests > maxRequests:
		return games.BadInput("--requests %d: want 1 to %d", o.requests, maxRequests)
	}
	return nil
}

// serveRow is the measurement of bench serve, with a game, "" for the default.
func (p *program) serveRow(spec string, o serveBench) measurement {
	c := bench.Case{Name: bench.Serve, Game: cmp.Or(spec, "breakthrough:size=4x4,captures=diagonal"), Seconds: 3}
	return measurement{c, func(ctx context.Context) (bench.Work, error) {
		v, err := p.open(ctx, c.Game)
		return func(ctx context.Context, _ *bench.Progress) (row bench.Row, err error) {
			db, err := os.MkdirTemp("", "zermelo-bench-")
			if err != nil {
				return row, err
			}
			defer func() { err = errors.Join(err, os.RemoveAll(db)) }()
			if _, err := build.Solve(ctx, db, v, build.Options{}); err != nil {
				return row, err
			}
			return p.measureServer(ctx, db, v, o)
		}, err
	}}
}

// measureServer serves the table of a game on a port of its own and measures that.
func (p *program) measureServer(ctx context.Context, db string, v games.Variant, o serveBench) (row bench.Row, err error) {
	g, err := solved.Open(db, v)
	if err != nil {
		return row, err
	}
	positions, err := bench.RandomPositions(g, o.positions)
	if err = errors.Join(err, g.Close()); err != nil {
		return row, err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return row, err
	}
	server, err := serve.New(serve.Options{DB: db, Registry: p.registry, Only: []string{v.Info().Name}, Local: true, Version: buildInfo().text(p.name)})
	if err != nil {
		return row, errors.Join(err, listener.Close())
	}
	serving, stop := context.WithCancel(ctx)
	served := make(chan error, 1)
	go func() { served <- server.Serve(serving, listener) }()
	row, err = bench.Requests(ctx, listener.Addr().String(), v.Info().Name, positions, o.clients, o.requests)
	stop()
	return row, errors.Join(err, <-served, server.Close())
}
