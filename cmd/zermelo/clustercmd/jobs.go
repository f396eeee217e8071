package clustercmd

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/durable"
	"zermelo/tablebase/cluster"
)

// NewJobs returns the command "jobs", which lists, controls, imports and removes jobs.
func NewJobs(e Env) *cobra.Command {
	var f Flags
	cmd := &cobra.Command{
		Use:   "jobs --store URL",
		Short: "List, watch, pause, cancel, import or remove cluster solves",
		Long: `List the jobs in an object store with their progress and size. With --nats URL,
also show which jobs have a coordinator and which are paused or cancelled.

A job is finished when all its tasks are done, running while its coordinator
(cluster solve) runs, and waiting otherwise. Job names begin with the game.`,
		Example: `  zermelo cluster jobs --store file:///srv/solves
  zermelo cluster jobs watch connect4-size-5x5.0123456789abcdef --store file:///srv/solves --nats nats://10.0.0.1:4222
  zermelo cluster jobs pause connect4-size-5x5.0123456789abcdef --store file:///srv/solves --nats nats://10.0.0.1:4222`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage.UnknownCommand(cmd, args[0])
			}
			return f.with(cmd.Context(), func(jobs *cluster.Jobs) error {
				list, err := jobs.List(cmd.Context())
				if err != nil {
					return err
				}
				return e.Out.Show(list, func() { printJobs(e, list) })
			})
		},
	}
	flags := cmd.PersistentFlags()
	f.Add(flags)
	cmd.AddCommand(newWatch(e, &f),
		newControl(e, &f, "pause", "Stop assigning tasks; running tasks complete", cluster.Pause),
		newControl(e, &f, "resume", "Resume a paused or cancelled job", cluster.Continue),
		newControl(e, &f, "cancel", "Stop the coordinator of a job; results remain", cluster.Cancel),
		newImport(e, &f), newClean(e, &f))
	return cmd
}

func (f *Flags) with(ctx context.Context, use func(*cluster.Jobs) error) error {
	if f.Store == "" {
		return games.BadInput("--store URL is required; use the store of the solve")
	}
	if f.URL != "" {
		if err := f.check(); err != nil {
			return err
		}
	}
	jobs, err := cluster.OpenJobs(ctx, f.Store, f.Access)
	if err != nil {
		return err
	}
	defer jobs.Close()
	return use(jobs)
}

func printJobs(e Env, list []cluster.Status) {
	if len(list) == 0 {
		e.Out.Printf("No jobs in the store.\n")
		return
	}
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "JOB\tSTATE\tSTATES\tSOLVED\tTASKS\tON STORE")
	for _, s := range list {
		if s.Error != "" {
			fmt.Fprintf(w, "%s\tunusable: %s\n", s.ID, s.Error)
			continue
		}
		states, solved := fmt.Sprint(s.States), fmt.Sprint(s.Solved)
		if s.Search {
			states, solved = fmt.Sprint(s.Nodes, " searched"), "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\t%s\n", s.ID, s.State, states, solved, s.Tasks, words.Bytes(s.Written))
	}
	w.Flush()
	e.Out.Printf("%s", text.String())
}

func describe(s *cluster.Status) string {
	phase := fmt.Sprintf("layer %d enumerated, %s found", s.Layer, words.Plural(s.States, "state"))
	switch {
	case s.Search:
		phase = words.Plural(s.Nodes, "position") + " searched"
	case s.State == cluster.Finished && s.Tiers > 0:
		phase = words.Plural(s.States, "position") + " solved"
	case s.State == cluster.Finished:
		phase = words.Plural(s.States, "state") + " solved"
	case s.Tiers > 0:
		phase = fmt.Sprintf("%d of %s solved in %s", s.Solved, words.Plural(s.States, "position"), words.Plural(int64(s.Tiers), "tier"))
	case s.Layers > 0:
		phase = fmt.Sprintf("layer %d of %d, %d of %s solved", s.Layer, s.Layers, s.Solved, words.Plural(s.States, "state"))
	}
	return fmt.Sprintf("%s: %s; %s done", s.State, phase, words.Plural(int64(s.Tasks), "task"))
}

func newWatch(e Env, f *Flags) *cobra.Command {
	return &cobra.Command{
		Use:     "watch JOB",
		Short:   "Print the progress of a job until it is finished or cancelled",
		Example: "  zermelo cluster jobs watch tron.0123456789abcdef --store file:///srv/solves",
		Args:    oneJob("watch"),
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := cmd.Context()
			return f.with(ctx, func(jobs *cluster.Jobs) error {
				for last := ""; ; {
					s, err := jobs.Status(ctx, args[0])
					if err != nil {
						return err
					}
					if now := describe(s); now != last {
						last = now
						if err := e.Out.Show(s, func() { e.Out.Printf("%s\n", now) }); err != nil {
							return err
						}
					}
					if s.State == cluster.Finished || s.State == string(cluster.Cancel) {
						return nil
					}
					select {
					case <-ctx.Done():
						return ctx.Err()
					case <-time.After(watchInterval):
					}
				}
			})
		},
	}
}

const watchInterval = 2 * time.Second

type actionJSON struct {
	Job     string `json:"job"`               // name of the job
	Did     string `json:"did"`               // pause, resume, cancel or clean
	Objects int    `json:"objects,omitempty"` // number of removed objects
	Bytes   int64  `json:"bytes,omitempty"`   // size of removed objects in bytes
}

// newControl returns a cobra.Command that sends the command want to a job.
func newControl(e Env, f *Flags, name, short string, want cluster.Command) *cobra.Command {
	return &cobra.Command{
		Use:     name + " JOB --nats URL",
		Short:   short,
		Example: "  zermelo cluster jobs " + name + " tron.0123456789abcdef --store file:///srv/solves --nats nats://10.0.0.1:4222",
		Args:    oneJob(name),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.with(cmd.Context(), func(jobs *cluster.Jobs) error {
				if err := jobs.SetCommand(cmd.Context(), args[0], want); err != nil {
					return err
				}
				return e.Out.Show(actionJSON{Job: args[0], Did: name}, func() { e.Out.Printf("%s: %s\n", args[0], name) })
			})
		},
	}
}

func newImport(e Env, f *Flags) *cobra.Command {
	var force bool
	var memory usage.Size
	cmd := &cobra.Command{
		Use:   "import JOB --nats URL",
		Short: "Write the table of a finished job",
		Long: `Write the table of a finished job to this machine's directory of tables.

"zermelo cluster solve" does the same when it completes. The program must have
the same version as the job. Workers recompute damaged objects.`,
		Example: "  zermelo cluster jobs import tron.0123456789abcdef --store file:///srv/solves --nats nats://10.0.0.1:4222",
		Args:    oneJob("import"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := cmp.Or(usage.CheckMemory(memory), f.need()); err != nil {
				return err
			}
			db, err := e.Tables()
			if err != nil {
				return err
			}
			dir, lock, err := durable.MkdirTemp(os.TempDir(), "import")
			if err != nil {
				return err
			}
			defer lock.Close()
			defer os.RemoveAll(dir)
			return f.with(cmd.Context(), func(jobs *cluster.Jobs) error {
				v, r, err := jobs.Import(cmd.Context(), db, args[0], dir, e.Open, cluster.Options{
					Access: f.Access, Store: f.Store, Memory: int64(memory), Force: force, Tool: e.Tool, Program: e.Program, Warn: e.Warn,
				})
				if err != nil {
					return err
				}
				return e.Result(cmd.Context(), db, v, r)
			})
		},
	}
	cmd.Flags().BoolVar(&force, "force", false, "replace a table")
	cmd.Flags().Var(&memory, "memory", "use up to about `SIZE` of memory (default half of the free memory)")
	return cmd
}

func newClean(e Env, f *Flags) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:     "clean JOB --yes",
		Short:   "Remove all objects of a job from the store",
		Long:    `Remove all objects of a job from the store, finished or not. Its tables remain. A job that has a coordinator (see --nats) must be cancelled first.`,
		Example: "  zermelo cluster jobs clean tron.0123456789abcdef --store file:///srv/solves --yes",
		Args:    oneJob("clean"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !yes {
				return games.BadInput("%s: clean removes all objects of this job; add --yes to confirm", games.Echo(args[0]))
			}
			return f.with(cmd.Context(), func(jobs *cluster.Jobs) error {
				n, size, err := jobs.Clean(cmd.Context(), args[0])
				if err != nil {
					return err
				}
				return e.Out.Show(actionJSON{args[0], "clean", n, size}, func() {
					e.Out.Printf("Removed %s from %s (%s).\n", words.Plural(int64(n), "object"), args[0], words.Bytes(size))
				})
			})
		},
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "confirm the removal")
	return cmd
}

func oneJob(name string) cobra.PositionalArgs {
	return usage.Args(1, 1, "one job", "zermelo cluster jobs "+name+" tron.0123456789abcdef")
}
