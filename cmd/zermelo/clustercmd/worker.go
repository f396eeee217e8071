package clustercmd

import (
	"cmp"
	"context"
	"os"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/solver/durable"
	"zermelo/solver/job"
	"zermelo/tablebase/cluster"
	"zermelo/tablebase/solve"
)

// Env provides the commands with the program's streams, games and tables.
type Env struct {
	Open    cluster.Opener
	Drain   func() (second <-chan struct{}) // see watchdog.Watch
	Warn    func(error)
	Say     func(text string)
	Program string // version and revision
	Tool    string // version, recorded in tables

	Out    *terminal.Output
	Tables func() (db string, err error)
	Result func(ctx context.Context, db string, v games.Variant, r *solve.Result) error // prints r
}

// NewWorker returns the command "worker", which runs tasks of cluster solves.
func NewWorker(e Env) *cobra.Command {
	var f Flags
	var threads int
	var memory usage.Size
	var dir string
	cmd := &cobra.Command{
		Use:   "worker --nats URL --store URL",
		Short: "Run tasks of cluster solves",
		Long: `Run the tasks of all solves on a NATS server.

Workers may join and leave at any time. On SIGTERM or Ctrl-C, a worker completes
its tasks and accepts no more; a second signal ends it immediately. The tasks of
a killed worker are assigned to another. A worker opens built-in games, rule
sheets, scripts and modules, but not programs. It must have the same version as the
coordinator.`,
		Example: `  zermelo cluster worker --nats nats://10.0.0.1:4222 --store file:///srv/solves
  zermelo cluster worker --nats tls://nats:4222 --store s3://bucket/solves --memory 8GiB`,
		Args: usage.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := f.need(); err != nil {
				return err
			}
			if err := cmp.Or(usage.CheckThreads("--threads", threads), usage.CheckMemory(memory)); err != nil {
				return err
			}
			if memory > 0 {
				if memory -= clientText; memory < job.MinMemory {
					minimum := usage.Size(job.MinMemory + clientText)
					return games.BadInput("--memory: must be at least %s for a worker", &minimum)
				}
			}
			defer usage.LimitMemory(memory)()
			scratch, lock, err := durable.MkdirTemp(cmp.Or(dir, os.TempDir()), "worker")
			if err != nil {
				return games.BadInput("--cache-dir: %v", err)
			}
			defer lock.Close()
			defer os.RemoveAll(scratch)
			ctx, end := untilSecond(cmd.Context(), e.Drain())
			defer end()
			return cluster.Work(ctx, cmd.Context().Done(), cluster.WorkerOptions{
				Access: f.Access, Store: f.Store, Threads: threads, Memory: int64(memory), Dir: scratch,
				Program: e.Program, Open: e.Open, Warn: e.Warn,
				Lease: f.lease, Ready: func() { e.Say("waiting for tasks") },
			})
		},
	}
	flags := cmd.Flags()
	f.Add(flags)
	flags.IntVar(&threads, "threads", 0, "run `N` tasks concurrently (default all cores)")
	flags.Var(&memory, "memory", "use about `SIZE` of memory, such as 512MiB or 2GiB (default half of the free memory)")
	flags.StringVar(&dir, "cache-dir", "", "keep scratch files in `DIR` (default the temporary directory)")
	return cmd
}

// clientText is the code size of the NATS and S3 clients, in bytes. job.NotHeap does
// not include it.
const clientText = 20 << 20

// untilSecond returns a copy of program that is cancelled when second is closed, but
// not when program is cancelled.
func untilSecond(program context.Context, second <-chan struct{}) (ctx context.Context, end func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(program))
	go func() {
		select {
		case <-second:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}
