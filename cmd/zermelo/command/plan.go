package command

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/plan"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/forecast"
	"zermelo/solver/job"
	"zermelo/tablebase/build"
	"zermelo/tablebase/store"
)

func (p *program) newPlan() *cobra.Command {
	var o planOptions
	cmd := &cobra.Command{
		Use:   "plan GAME",
		Short: "Estimate the states, time, memory and disk a solve needs",
		Long: `Estimate the states, time, memory and disk that a solve needs. Nothing is stored.

Games that are solved layer by layer are enumerated for about a second, and
sampled from there on. The number of states is printed with an interval that
holds the truth in nine cases of ten.

Of games that are solved tier by tier, plan lists indexes, states, processor
time and memory of each tier, and the time left and the disk space of the
whole. That comes from running the game's code on a sample of each tier, on
this machine under its present load. Solved tiers are listed with their counts
and digests. "zermelo solve GAME --until TIER" solves a tier and all that it
leads to; "zermelo solve GAME" solves the rest. Both resume where an earlier
run stopped.

--network SPEED plans a solve on several machines, with --workers threads in all:
it simulates the tasks with times measured on one machine, and says whether this
machine or a cluster fits. --price is that of a thread for an hour.`,
		Example: `  zermelo plan connect4
  zermelo plan morris
  zermelo plan quixo:size=5x5 --json
  zermelo plan connect4:size=5x5 --workers 64 --network 10Gbit --price 0.05`,
		Args:              usage.Args(1, 1, "one game", "zermelo plan morris"),
		ValidArgsFunction: p.completeGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.runPlan(cmd.Context(), args[0], o) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&o.workers, "workers", 0, "estimate for `N` workers (default all cores)")
	flags.Var(&o.network, "network", "plan for a cluster whose store and workers exchange `SPEED` in all, as in 10Gbit")
	flags.Float64Var(&o.price, "price", 0, "what a worker of the cluster costs in an hour")
	return cmd
}

// planOptions are the flags of plan.
type planOptions struct {
	workers int
	network plan.Speed
	price   float64
}

func (p *program) runPlan(ctx context.Context, spec string, o planOptions) error {
	workers := o.workers
	if o.price < 0 || o.price > 0 && o.network == 0 {
		return games.BadInput("--price %g: want 0 or more, with --network, as in --network 10Gbit --price 0.05", o.price)
	}
	v, db, err := p.openStored(ctx, spec)
	if err != nil {
		return err
	}
	if err := checkThreads("--workers", workers); err != nil {
		return err
	}
	here := runtime.GOMAXPROCS(0)
	workers = cmp.Or(workers, here)
	if o.network == 0 {
		here = workers
	}
	f, err := build.ForecastTable(ctx, db, v, here)
	if err != nil {
		return err
	}
	forecast := plan.New(v.Info(), f, here)
	if o.network > 0 {
		if f.States != nil && f.States.Layers == nil {
			return games.BadInput("plan %s: --network is for games that are solved layer by layer or tier by tier: leave it out", v.Info().Label())
		}
		room := store.CheckRoom(db, cmp.Or(f.Disk, 2*forecast.DiskBytes)) == nil
		forecast.Cluster = plan.OnCluster(f, workers, float64(o.network), o.price, room, forecast.CPUSeconds/float64(here))
	}
	return p.show(forecast, func() {
		if f.States != nil {
			p.printStatesPlan(&forecast, f.States)
		} else {
			p.printPlan(&forecast)
		}
	})
}

func (p *program) printStatesPlan(plan *plan.Plan, e *forecast.Estimate) {
	p.printf("%s\n\n", plan.Label)
	switch {
	case e.Exact:
		p.printRow("states", "%s up to symmetry, %s of them terminal", words.Thousands(plan.States), words.Thousands(plan.Terminal))
	case e.Unsure:
		p.printRow("states", "at least %s up to symmetry; how many more is not known", job.About(e.Low))
		return
	default:
		p.printRow("states", "about %s up to symmetry, between %s and %s; about %s terminal", job.About(e.States), job.About(e.Low),
			job.About(e.High), job.About(e.Terminal))
	}
	if days := plan.CPUSeconds / (24 * 60 * 60); days > mostDays {
		p.printRow("time", "more than %d years", mostDays/365)
		return
	}
	p.printRow("time", "about %s with %s, %s of processor time", span(plan.CPUSeconds/float64(plan.Workers)),
		words.Plural(int64(plan.Workers), "worker"), span(plan.CPUSeconds))
	p.printRow("memory", "%s or more: --memory", words.Bytes(plan.LeastMemory))
	p.printRow("on disk", "about %s, and at most %s while it is solved", words.Bytes(plan.DiskBytes), words.Bytes(plan.ScratchBytes))
	p.printCluster(plan.Cluster, plan.CPUSeconds/float64(plan.Workers))
}

// printCluster prints what a cluster takes, if that was asked for.
func (p *program) printCluster(c *plan.Cluster, here float64) {
	if c == nil {
		return
	}
	with := ""
	if c.Shards > 0 {
		with = fmt.Sprintf(", with --shards %d", c.Shards)
	}
	p.printf("\nOn a cluster of %s%s:\n\n", words.Plural(int64(c.Workers), "worker"), with)
	p.printRow("time", "about %s, of which the network takes %s; workers are busy %.0f %% of it", span(c.Seconds), span(c.NetworkSeconds), 100*c.Busy)
	p.printRow("tasks", "%s", words.Thousands(int64(c.Tasks)))
	p.printRow("moved", "about %s between workers and store", words.Bytes(c.MovedBytes))
	p.printRow("stored", "about %s in the store at the end", words.Bytes(c.StoredBytes))
	if c.Cost > 0 {
		p.printRow("cost", "about %.2f", c.Cost)
	}
	switch {
	case !c.Room:
		p.printRow("fits", "the cluster: this machine has no room on disk")
	case c.Here:
		p.printRow("fits", "this machine, which takes about %s", span(here))
	default:
		p.printRow("fits", "the cluster: this machine takes about %s", span(here))
	}
}

func (p *program) printPlan(plan *plan.Plan) {
	p.printf("%s: %d of %s solved\n\n", plan.Label, plan.Solved, words.Plural(int64(len(plan.Tiers)), "tier"))
	cells := [][]string{{"TIER", "INDEXES", "STATES", "CPU TIME", "MEMORY", "DIGEST"}}
	for _, t := range plan.Tiers {
		row := []string{t.Tier, words.Thousands(int64(t.Indexes)), words.Thousands(t.States), "", "", t.Digest}
		if t.Digest == "" {
			row[2] = "about " + row[2]
			row[3], row[4] = span(t.CPUSeconds), words.Bytes(t.Memory)
		}
		cells = append(cells, row)
	}
	p.out.PrintColumns("lrrrrr", cells)
	p.printf("\n")
	p.printRow("indexes", "%s", words.Thousands(plan.Indexes))
	if plan.Solved == len(plan.Tiers) {
		p.printRow("states", "%s up to symmetry", words.Thousands(plan.States))
		return
	}
	p.printRow("states", "about %s up to symmetry", words.Thousands(plan.States))
	p.printRow("time", "about %s left with %s, %s of processor time", span(plan.CPUSeconds/float64(plan.Workers)),
		words.Plural(int64(plan.Workers), "worker"), span(plan.CPUSeconds))
	p.printRow("memory", "%s, or from --memory %s on in parts, more slowly", words.Bytes(plan.Memory), words.Bytes(plan.LeastMemory))
	p.printRow("on disk", "about %s, and as much again while the table is completed", words.Bytes(plan.DiskBytes))
	p.printCluster(plan.Cluster, plan.CPUSeconds/float64(plan.Workers))
}

// mostDays is the longest time of a plan whose details are of use.
const mostDays = 100 * 365

// span formats an estimated time.
func span(seconds float64) string {
	switch days := seconds / (24 * 60 * 60); {
	case days >= 1000:
		return fmt.Sprintf("%.1f years", days/365)
	case days >= 2:
		return fmt.Sprintf("%.1f days", days)
	}
	return secondsText(seconds)
}
