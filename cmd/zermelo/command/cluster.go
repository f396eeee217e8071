package command

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/clustercmd"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/job"
	"zermelo/solver/shards"
	tasks "zermelo/tablebase/cluster"
	"zermelo/tablebase/solve"
)

func (p *program) newCluster() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cluster",
		Short: "Solve games on several machines",
		Long: `Solve games on several machines that share a NATS server and an object store.

One machine coordinates the solve and writes the table; workers run its tasks.
See docs/cluster.md.`,
		Example: `  zermelo cluster solve connect4:size=5x5 --nats nats://10.0.0.1:4222 --store file:///srv/solves
  zermelo cluster worker --nats nats://10.0.0.1:4222 --store file:///srv/solves
  zermelo cluster jobs --store file:///srv/solves`,
		Args: cobra.ArbitraryArgs,
		RunE: usage.Group,
	}
	env := clustercmd.Env{
		Open: tasks.Opener{Registry: p.registry, File: p.openFile}, Drain: p.drain, Warn: p.warn, Say: p.progress.Note, Program: buildInfo().program(), Tool: buildInfo().Version, Out: p.out, Tables: p.tables,
		Result: func(ctx context.Context, db string, v games.Variant, r *solve.Result) error {
			return p.showResult(db, v, r, solveOptions{})
		},
	}
	cmd.AddCommand(p.newClusterSolve(), clustercmd.NewWorker(env), clustercmd.NewJobs(env))
	return cmd
}

func (p *program) newClusterSolve() *cobra.Command {
	var o solveOptions
	var f clustercmd.SolveFlags
	cmd := &cobra.Command{
		Use:   "solve GAME --nats URL --store URL",
		Short: "Coordinate the solve of a game on several machines",
		Long: `Coordinate the solve of a game by workers (see "zermelo cluster worker").

The table has the same digest as a table built by "zermelo solve". It is also
copied to the store. With --method pns, the tasks search leaves of a proof tree,
and the result is the value of the start position with a proof. Run the same
command again to resume an interrupted solve.`,
		Example: `  zermelo cluster solve connect4:size=5x5 --nats nats://10.0.0.1:4222 --store file:///srv/solves
  zermelo cluster solve tron --workers 2 --nats nats://10.0.0.1:4222 --store s3://bucket/solves`,
		Args: usage.Args(1, 1, "one game", "zermelo cluster solve tron --nats URL --store URL"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.Check(); err != nil {
				return err
			}
			if m := solve.Method(o.method); m != solve.Table && m != solve.PNS {
				return games.BadInput("--method %s: must be %s or %s", games.Echo(o.method), solve.Table, solve.PNS)
			}
			return p.runSolve(cmd.Context(), args[0], o, func(ctx context.Context, db string, v games.Variant, how solve.Options) (*solve.Result, error) {
				return p.solveOnCluster(ctx, db, v, f.Options(), how)
			})
		},
	}
	flags := cmd.Flags()
	f.Add(flags)
	o.Effort.Add(flags)
	flags.Lookup("workers").Usage = "run up to `N` tasks in this process (default none)"
	flags.Int64Var(&o.limit, "limit", job.DefaultLimit, "stop after enumerating `N` states")
	flags.StringVar(&o.method, "method", string(solve.Table), "solve with `METHOD`: table or pns")
	flags.BoolVar(&o.force, "force", false, "solve again and replace the table")
	flags.BoolVar(&o.terminals, "count-terminals", false, "count terminal positions (slower)")
	return cmd
}

// solveOnCluster coordinates the solve of a game on a cluster. o holds the cluster
// settings.
func (p *program) solveOnCluster(ctx context.Context, db string, v games.Variant, o tasks.Options, how solve.Options) (*solve.Result, error) {
	o.Threads, o.Memory, o.Limit, o.Force, o.CountTerminals = how.Workers, how.Memory, how.Limit, how.Force, how.CountTerminals
	o.Tool, o.Program, o.Warn, o.Progress = how.Tool, buildInfo().program(), p.warn, how.Progress.Table()
	if how.Method == solve.PNS {
		return tasks.Prove(ctx, db, v, o, how)
	}
	o.Totals = new(shards.Progress)
	r, err := tasks.Solve(ctx, db, v, o)
	if f := o.Totals; err == nil && f.States > 0 {
		n := float64(f.States)
		p.progress.Note(fmt.Sprintf("%s: %.1f bytes read and %.1f written per state", words.Plural(int64(f.Tasks), "task"), float64(f.Read)/n, float64(f.Written)/n))
	}
	return r, err
}
