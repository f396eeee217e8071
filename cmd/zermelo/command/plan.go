package command

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/clustercmd"
	"zermelo/cmd/zermelo/plan"
	"zermelo/cmd/zermelo/progress"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/forecast"
	"zermelo/solver/job"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

func (p *program) newPlan() *cobra.Command {
	var o planOptions
	cmd := &cobra.Command{
		Use:   "plan GAME",
		Short: "Estimate the states, time, memory and disk of a solve",
		Long: `Estimate the number of states, and the time, memory and disk space of a solve.

Layered games are enumerated for a second and then sampled; the printed interval
contains the number of states in 9 of 10 cases. For games that are solved tier by
tier, plan lists each tier with its estimate, or with its counts and digest if it
is solved. With --network, plan simulates a cluster with --workers threads in
total and compares it with this machine.`,
		Example: `  zermelo plan connect4
  zermelo plan quixo:size=5x5 --json
  zermelo plan connect4:size=5x5 --workers 64 --network 10Gbit`,
		Args: usage.Args(1, 1, "one game", "zermelo plan morris"),
		RunE: func(cmd *cobra.Command, args []string) error { return p.runPlan(cmd.Context(), args[0], o) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&o.workers, "workers", 0, "plan for `N` workers (default all cores)")
	flags.Var(&o.network, "network", "plan for a cluster with a total bandwidth of `SPEED`, such as 10Gbit")
	flags.Var(&o.memory, "task-memory", "plan for tasks of up to `SIZE`; see cluster solve")
	flags.Var(&o.prices, "prices", "also show the cost of the store: the prices of 1,000 PUTs, 1,000 GETs, and a GB-month")
	usage.AddMoved(flags, "multiply the time by the number of workers and their price", "price")
	return cmd
}

// planOptions holds the flags of the command "plan".
type planOptions struct {
	workers int
	network plan.Speed
	prices  plan.Prices
	memory  usage.Size // of a task on a cluster
}

const (
	// maxExplore is the maximum time for exploring a game that declares no layers.
	maxExplore = 500 * time.Millisecond
	// planPatience is the time after which plan prints its progress.
	planPatience = time.Second
)

func (p *program) runPlan(ctx context.Context, spec string, o planOptions) error {
	workers := o.workers
	if err := cmp.Or(usage.CheckThreads("--workers", workers), clustercmd.CheckTaskMemory(o.memory)); err != nil {
		return err
	}
	if o.network == 0 {
		switch {
		case o.prices != plan.Prices{}:
			return games.BadInput("--prices requires --network, such as --network 10Gbit")
		case o.memory != 0:
			return games.BadInput("--task-memory requires --network, such as --network 10Gbit")
		}
	}
	began := time.Now()
	stop := sync.OnceFunc(p.progress.Watch(func() progress.Stage {
		if time.Since(began) < planPatience {
			return progress.Stage{}
		}
		return progress.Stage{Phase: "estimating the number of states", Bare: true}
	}))
	defer stop()
	p.answers.Explore = maxExplore
	v, db, err := p.openStored(ctx, spec)
	if err != nil {
		return err
	}
	here := runtime.GOMAXPROCS(0)
	workers = cmp.Or(workers, here)
	if o.network == 0 {
		here = workers
	}
	f, err := solve.ForecastTable(ctx, db, v, here)
	stop()
	if err != nil {
		return err
	}
	forecast := plan.New(v.Info(), f, here)
	if o.network > 0 {
		if f.States != nil && f.States.Layers == nil {
			return games.BadInput("plan %s: --network requires a game with layers or tiers", v.Info().Label())
		}
		limits := job.Options{}
		host := plan.Host{
			Seconds: forecast.CPUSeconds / float64(here), Memory: limits.MemoryLimit(), TableRoom: store.CheckRoom(db, 2*forecast.DiskBytes) == nil,
			Room: store.CheckRoom(db, cmp.Or(f.Disk, 2*forecast.DiskBytes)) == nil,
		}
		forecast.Cluster = plan.OnCluster(v.Info(), f, workers, float64(o.network), host, int64(o.memory), o.prices)
	}
	return p.out.Show(forecast, func() {
		if f.States != nil {
			p.printStatesPlan(&forecast, f.States)
		} else {
			p.printPlan(&forecast)
		}
	})
}

func (p *program) printStatesPlan(plan *plan.Plan, e *forecast.Estimate) {
	about, most := "about", "at most"
	p.printf("%s\n\n", plan.Label)
	switch {
	case e.Exact:
		p.printRow("states", "%s up to symmetry, %s of them terminal", words.Thousands(plan.States), words.Thousands(plan.Terminal))
	case e.Uncertain:
		p.printRow("states", "more than %s up to symmetry; the number of states is not known", job.About(e.Low))
		about, most = "more than", "more than"
	default:
		p.printRow("states", "about %s up to symmetry, between %s and %s; about %s terminal", job.About(e.States), job.About(e.Low),
			job.About(e.High), job.About(e.Terminal))
	}
	p.printRow("time", "%s with %s, %s of processor time", job.Qualified(about, job.Span(plan.CPUSeconds/float64(plan.Workers))),
		words.Plural(int64(plan.Workers), "worker"), job.Span(plan.CPUSeconds))
	p.printRow("memory", "at least %s; see solve --memory", words.Bytes(plan.LeastMemory))
	p.printRow("on disk", "%s, and %s during the solve", job.Qualified(about, words.Bytes(plan.DiskBytes)), job.Qualified(most, words.Bytes(plan.ScratchBytes)))
	p.printCluster(plan.Cluster, plan.CPUSeconds/float64(plan.Workers))
}

// printCluster prints the estimate for a cluster unless c is nil. here is the time of
// a solve on this machine, in seconds.
func (p *program) printCluster(c *plan.Cluster, here float64) {
	if c == nil {
		return
	}
	with := ""
	if c.Shards > 0 {
		with = fmt.Sprintf(", with --shards %d", c.Shards)
	}
	if size := usage.Size(c.TaskMemory); c.Shards > 0 && size > 0 {
		with += fmt.Sprintf(" --task-memory %s", &size)
	}
	p.printf("\nOn a cluster of %s%s:\n\n", words.Plural(int64(c.Workers), "worker"), with)
	p.printRow("time", "about %s, including %s for the network and %s for writing the table; workers are busy for %.0f %% of the rest",
		job.Span(c.Seconds), job.Span(c.NetworkSeconds), job.Span(c.StoringSeconds), 100*c.Busy)
	p.printRow("tasks", "%s, and %s of memory for their results", words.Thousands(int64(c.Tasks)), words.Bytes(c.Memory))
	p.printRow("requests", "%s to write objects, up to %s to read them", words.Thousands(c.Puts), words.Thousands(c.Gets))
	p.printRow("moved", "about %s between workers and store", words.Bytes(c.MovedBytes))
	p.printRow("stored", "about %s in the store at the end", words.Bytes(c.StoredBytes))
	if c.Cost > 0 {
		p.printRow("cost", "%.2f for the requests and a month of storage", c.Cost)
	}
	switch {
	case c.TooLarge != "":
		p.printRow("use", "not a cluster: %s", c.TooLarge)
	case !c.Room:
		p.printRow("use", "the cluster; this machine has too little disk space")
	case c.Here:
		p.printRow("use", "this machine; it takes about %s", job.Span(here))
	default:
		p.printRow("use", "the cluster; this machine takes about %s", job.Span(here))
	}
}

func (p *program) printPlan(plan *plan.Plan) {
	p.printf("%s: %d of %s solved\n\n", plan.Label, plan.Solved, words.Plural(int64(len(plan.Tiers)), "tier"))
	cells := [][]string{{"TIER", "INDEXES", "STATES", "CPU TIME", "MEMORY", "DIGEST"}}
	for _, t := range plan.Tiers {
		row := []string{t.Tier, words.Thousands(int64(t.Indexes)), words.Thousands(t.States), "", "", t.Digest}
		if t.Digest == "" {
			row[2] = "about " + row[2]
			row[3], row[4] = job.Span(t.CPUSeconds), words.Bytes(t.Memory)
		}
		cells = append(cells, row)
	}
	p.out.PrintColumns("lrrrrr", cells)
	p.printf("\n")
	p.printRow("indexes", "%s", words.Thousands(plan.Indexes))
	if plan.TooLarge != "" {
		p.printRow("solve", "refused: %s", plan.TooLarge)
	}
	if plan.Solved == len(plan.Tiers) {
		p.printRow("states", "%s up to symmetry", words.Thousands(plan.States))
		return
	}
	p.printRow("states", "about %s up to symmetry", words.Thousands(plan.States))
	p.printRow("time", "about %s left with %s, %s of processor time", job.Span(plan.CPUSeconds/float64(plan.Workers)),
		words.Plural(int64(plan.Workers), "worker"), job.Span(plan.CPUSeconds))
	p.printRow("memory", "%s, or at least --memory %s (slower)", words.Bytes(plan.Memory), words.Bytes(plan.LeastMemory))
	p.printRow("on disk", "about %s, and twice that while completing the table", words.Bytes(plan.DiskBytes))
	p.printCluster(plan.Cluster, plan.CPUSeconds/float64(plan.Workers))
}
