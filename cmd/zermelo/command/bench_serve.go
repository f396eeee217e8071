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
	var (
		o     benchOptions
		serve serveBench
	)
	list := func(args []string) func() ([]measurement, error) {
		return func() ([]measurement, error) {
			return []measurement{p.serveRow(strings.Join(args, ""), serve)}, serve.check()
		}
	}
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
		Args:              usage.Args(0, 1, "at most one game", "zermelo bench serve tron:size=4x4"),
		RunE:              func(cmd *cobra.Command, args []string) error { return p.runBench(cmd, o, list(args)) },
		ValidArgsFunction: p.completeGames,
	}
	p.addBench(cmd, &o, list(nil))
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
