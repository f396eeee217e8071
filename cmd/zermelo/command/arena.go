package command

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/arena"
	"zermelo/reports/solved"
)

// arenaEnv returns the environment of the commands in package arena.
func (p *program) arenaEnv() *arena.Env {
	return &arena.Env{
		In: p.in, Out: p.out, Progress: &p.progress, Open: p.open, Complete: p.completeGame,
		Solved: func(ctx context.Context, spec string, limit *solved.Limit, use func(solved.Game) error) error {
			return p.withSolved(ctx, spec, limit, "", use)
		},
		Report: func(cmd *cobra.Command, formats ...string) (check func() error, write arena.Writer) {
			var o output
			o.add(cmd, formats...)
			return func() error { return o.check(cmd, p.out.JSON) }, func(report func(io.Writer, string) error) error {
				return p.deliver(o, func(w io.Writer) error { return report(w, o.format) })
			}
		},
		Stopped: func() { p.stopped = true },
	}
}
