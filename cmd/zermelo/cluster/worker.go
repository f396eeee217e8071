package cluster

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/tablebase/build"
	"zermelo/tablebase/cluster"
)

// Env is what the commands need of the program.
type Env struct {
	Open    func(ctx context.Context, spec string) (games.Variant, error)
	Warn    func(error)
	Say     func(quiet bool, text string)
	Program string // the version, with that of the source
	Tool    string // the version, for tables

	Out    *terminal.Output
	Show   func(v any, text func()) error // prints JSON, or text
	Tables func() (db string, err error)
	Result func(ctx context.Context, db string, v games.Variant, r *build.Result) error // prints it
}

// NewWorker makes the command that does tasks.
func NewWorker(e Env) *cobra.Command {
	var f Flags
	var threads int
	var memory usage.Size
	var dir string
	cmd := &cobra.Command{
		Use:   "worker --nats URL --store URL",
		Short: "Do tasks of solves on several machines",
		Long: `Do tasks of all solves that are handed out by a NATS server: see solve --nats.

A worker may join and leave at any time. On SIGTERM or Ctrl-C it ends the tasks at
work and takes no others; a second signal ends it at once. What a killed worker was
at is done again by another. Rule sheets, scripts and modules come with the job.
The worker must be of the same version as the solve.`,
		Example: "  zermelo worker --nats nats://10.0.0.1:4222 --store file:///srv/solves\n  zermelo worker --nats tls://nats:4222 --store s3://bucket/solves --nats-creds worker.creds --memory 8GiB",
		Args:    usage.Args(0, 0, "", ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.URL == "" || f.Store == "" {
				return games.BadInput("give --nats URL and --store URL, those of the solve")
			}
			if err := f.Check(); err != nil {
				return err
			}
			if threads < 0 || threads > maxThreads {
				return games.BadInput("--threads %d: want 1 to %d, or 0 for one on each core", threads, maxThreads)
			}
			if err := usage.CheckMemory(memory); err != nil {
				return err
			}
			if memory > 0 {
				if memory -= clientText; memory < job.MinMemory {
					least := usage.Size(job.MinMemory + clientText)
					return games.BadInput("--memory: a worker needs %s at least", &least)
				}
			}
			defer usage.LimitMemory(memory)()
			scratch, err := os.MkdirTemp(dir, "zermelo-worker-")
			if err != nil {
				return games.BadInput("--cache-dir: %v", err)
			}
			defer os.RemoveAll(scratch)
			ctx, drain, end := twoSignals(cmd.Context())
			defer end()
			return cluster.Work(ctx, drain, cluster.WorkerOptions{
				Access: f.Access, Store: f.Store, Threads: threads, Memory: int64(memory), Dir: scratch,
				Program: e.Program, Open: e.Open, Warn: e.Warn,
				Lease: f.lease, Ready: func() { e.Say(false, "waiting for tasks") },
			})
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	f.Add(flags)
	flags.IntVar(&threads, "threads", 0, "do `N` tasks at once (default one on each core)")
	flags.Var(&memory, "memory", "use up to about `SIZE` of memory, for all threads, as in 512MiB or 2GiB (default half of what is free)")
	flags.StringVar(&dir, "cache-dir", "", "keep scratch files in `DIR` (default the system's folder for temporary files)")
	return cmd
}

// clientText is what the text of the clients of NATS and S3 takes besides job.NotHeap, in bytes.
const clientText = 20 << 20

// maxThreads is more than the cores of any machine.
const maxThreads = 1024

// twoSignals closes drain at the first signal, and ends the context at the second. The context of the
// program, which ends at the first, is not used.
func twoSignals(program context.Context) (ctx context.Context, drain chan struct{}, end func()) {
	ctx, cancel := context.WithCancel(context.WithoutCancel(program))
	drain = make(chan struct{})
	signals := make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		select {
		case <-program.Done():
		case <-signals:
		case <-ctx.Done():
			return
		}
		close(drain)
		select {
		case <-signals:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, drain, func() {
		signal.Stop(signals)
		cancel()
	}
}
