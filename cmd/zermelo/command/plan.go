package command

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/plan"
	"zermelo/cmd/zermelo/usage"
	"zermelo/reports/words"
	"zermelo/solver/forecast"
	"zermelo/solver/job"
	"zermelo/tablebase/build"
)

func (p *program) newPlan() *cobra.Command {
	workers := 0
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
run stopped.`,
		Example: `  zermelo plan connect4
  zermelo plan morris
  zermelo plan quixo:size=5x5 --json`,
		Args:              usage.Args(1, 1, "one game", "zermelo plan morris"),
		ValidArgsFunction: p.completeGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.runPlan(cmd.Context(), args[0], workers) },
	}
	cmd.Flags().IntVar(&workers, "workers", 0, "estimate for `N` workers (default all cores)")
	return cmd
}

func (p *program) runPlan(ctx context.Context, spec string, workers int) error {
	v, db, err := p.openStored(ctx, spec)
	if err != nil {
		return err
	}
	if err := checkThreads("--workers", workers); err != nil {
		return err
	}
	workers = cmp.Or(workers, runtime.GOMAXPROCS(0))
	f, err := build.ForecastTable(ctx, db, v, workers)
	if err != nil {
		return err
	}
	forecast := plan.New(v.Info(), f, workers)
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
