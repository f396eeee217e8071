package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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

// benchServeOptions are the flags of bench serve.
type benchServeOptions struct {
	clients, positions, requests int
}

func (p *program) newBenchServe() *cobra.Command {
	var o benchServeOptions
	cmd := &cobra.Command{
		Use:   "serve [GAME]",
		Short: "Measure the server on this machine",
		Long: `Measure the server. It solves a game in a temporary directory, serves the table
on localhost, and lets clients ask for random positions, the same ones each time.
It prints the requests per second, the time to an answer (median, and what 99 of
100 take at most), and the CPU time of a request, clients included.

By default there are more positions than the server remembers answers, so that
most are looked up. --positions 100 measures answers that are remembered.`,
		Example: `  zermelo bench serve
  zermelo bench serve tron:size=4x4 --clients 8
  zermelo bench serve --positions 100 --requests 100000 --json`,
		Args:              usage.Args(0, 1, "", ""),
		RunE:              func(cmd *cobra.Command, args []string) error { return p.runBenchServe(cmd.Context(), args, o) },
		ValidArgsFunction: p.completeGames,
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&o.clients, "clients", 64, "connections that ask at once")
	flags.IntVar(&o.positions, "positions", 20_000, "ask for `N` different positions")
	flags.IntVar(&o.requests, "requests", 20_000, "stop after `N` requests")
	return cmd
}

func (p *program) runBenchServe(ctx context.Context, args []string, o benchServeOptions) (err error) {
	switch {
	case o.clients < 1 || o.clients > maxClients:
		return games.BadInput("--clients %d: want 1 to %d", o.clients, maxClients)
	case o.positions < 1 || o.positions > maxRequests:
		return games.BadInput("--positions %d: want 1 to %d", o.positions, maxRequests)
	case o.requests < 1 || o.requests > maxRequests:
		return games.BadInput("--requests %d: want 1 to %d", o.requests, maxRequests)
	}
	v, err := p.open(ctx, cmp.Or(strings.Join(args, ""), "breakthrough:size=4x4,captures=diagonal"))
	if err != nil {
		return err
	}
	db, err := os.MkdirTemp("", "zermelo-bench-")
	if err != nil {
		return fmt.Errorf("bench serve: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(db)) }()
	if _, err := build.Solve(ctx, db, v, build.Options{}); err != nil {
		return fmt.Errorf("bench serve: %w", err)
	}
	row, err := p.measureServer(ctx, db, v, o)
	if err != nil {
		return fmt.Errorf("bench serve: %w", err)
	}
	return p.show(row, func() { p.out.PrintColumns("lrrrrrrr", [][]string{bench.ServeHeadings(), row.Cells()}) })
}

// measureServer serves the table of a game on a port of its own and measures that.
func (p *program) measureServer(ctx context.Context, db string, v games.Variant, o benchServeOptions) (row bench.ServeRow, err error) {
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
	row, err = bench.Serve(ctx, listener.Addr().String(), v.Info().Name, positions, o.clients, o.requests)
	stop()
	return row, errors.Join(err, <-served, server.Close())
}
