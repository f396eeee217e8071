package command

import (
	"context"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/mcp"
	"zermelo/cmd/zermelo/terminal"
)

func (p *program) newMCP() *cobra.Command {
	return &cobra.Command{
		Use:   "mcp [GAME|FILE]...",
		Short: "Let an assistant use the solver (Model Context Protocol)",
		Long: `Serve the solver to an assistant over the Model Context Protocol, on standard input
and output. The assistant's program starts this command; docs/arena.md shows the
configuration.

The tools list games, explain rules, play moves, list and rate legal moves, draw
boards, find best lines, give hints, score games, and solve small games. Every
call has limits of time and size. Clients can open built-in games, stored tables
and the games given as arguments, but no other files or programs. Only solve writes,
and only to the --db directory.`,
		Example: `  zermelo mcp
  zermelo mcp --db ~/tables
  zermelo mcp games/gdl/testdata/wythoff.kif`,
		RunE: func(cmd *cobra.Command, args []string) error { return p.runMCP(cmd.Context(), args) },
	}
}

func (p *program) runMCP(ctx context.Context, specs []string) error {
	db, err := p.tables()
	if err != nil {
		return err
	}
	o := mcp.Options{DB: db, Registry: p.registry, OpenStored: p.openNamed, Version: buildInfo().Version}
	for _, spec := range specs {
		v, err := p.open(ctx, spec)
		if err != nil {
			return err
		}
		o.Games = append(o.Games, v)
	}
	if terminal.IsTerminal(p.in) {
		p.progress.Note("waiting for a client of the Model Context Protocol; press Ctrl-C to stop")
	}
	return mcp.Serve(ctx, o, p.in, p.out)
}
