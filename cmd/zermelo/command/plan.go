package command

import (
	"cmp"
	"context"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/forecast"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/tablebase/build"
	"zermelo/tablebase/tier"
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

// planJSON is the JSON form of a plan.
type planJSON struct {
	Game  string     `json:"game"`
	label string     // Game as people read it
	Tiers []tierJSON `json:"tiers,omitempty"`

	Indexes int64 `json:"indexes,omitempty"`
	// States counts up to symmetry: those of solved tiers, and an estimate of
	// the others.
	States int64 `json:"states"`
	Solved int   `json:"solved_tiers,omitempty"`
	// Of a game that is not solved tier by tier: the interval that States is in, as is
	// likely, how many are terminal, and whether these numbers are exact. Without
	// StatesHigh nothing is known above StatesLow.
	StatesLow  int64 `json:"states_low,omitempty"`
	StatesHigh int64 `json:"states_high,omitempty"`
	Terminal   int64 `json:"terminal,omitempty"`
	Exact      bool  `json:"exact,omitempty"`

	Workers int `json:"workers"`
	// What follows is for the tiers that are not solved.
	CPUSeconds  float64 `json:"cpu_seconds"` // an estimate
	Memory      int64   `json:"memory"`      // bytes, with all of the largest tier in memory
	LeastMemory int64   `json:"least_memory"`
	DiskBytes   int64   `json:"disk_bytes"` // an estimate for all tiers, and as much again while the table is completed
	// ScratchBytes is what a game that is not solved tier by tier takes on disk while it
	// is solved, an estimate.
	ScratchBytes int64 `json:"scratch_bytes,omitempty"`
}

// tierJSON is the JSON form of a tier that is solved, or to be solved.
type tierJSON struct {
	Tier    string `json:"tier"`
	Indexes uint64 `json:"indexes"`
	States  int64  `json:"states"` // an estimate where the tier is not solved
	// Of a tier to be solved:
	CPUSeconds float64 `json:"cpu_seconds,omitempty"`
	Memory     int64   `json:"memory,omitempty"`
	// Of a solved tier:
	Digest string `json:"digest,omitempty"`
	Wins   int64  `json:"wins,omitempty"`
	Losses int64  `json:"losses,omitempty"`
	Draws  int64  `json:"draws,omitempty"`
	// Longest is the longest win or loss, in plies.
	Longest int `json:"longest,omitempty"`
}

// bytesAState is the estimated size of a stored state, in bytes, while less than half
// of the game is stored (that half may compress better). Measured: 0.15 for Quixo 4x4,
// 0.20 for Dodgem 5x5, 0.48 for Dobutsu.
const bytesAState = 0.3

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
	if f.States != nil {
		plan := statesPlan(v.Info(), f, workers)
		return p.show(plan, func() { p.printStatesPlan(&plan, f.States) })
	}
	plan := planOf(v.Info(), f.Tiers, f.Progress, workers)
	return p.show(plan, func() { p.printPlan(&plan) })
}

// statesPlan is the plan of a game that is not solved tier by tier.
func statesPlan(info *games.Info, f *build.Forecast, workers int) planJSON {
	plan := planJSON{
		Game: info.Name, label: info.Label(), Workers: workers, States: int64(f.States.States), StatesLow: int64(f.States.Low),
		Terminal: int64(f.States.Terminal), Exact: f.States.Exact, CPUSeconds: f.CPU.Seconds(),
		LeastMemory: job.MinMemory, DiskBytes: f.Table, ScratchBytes: f.Disk,
	}
	if !f.States.Unsure {
		plan.StatesHigh = int64(f.States.High)
	}
	return plan
}

func (p *program) printStatesPlan(plan *planJSON, e *forecast.Estimate) {
	p.printf("%s\n\n", plan.label)
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
	p.printRow("time", "about %s with %s, %s of processor time", span(plan.CPUSeconds/float64(plan.Workers)),
		words.Plural(int64(plan.Workers), "worker"), span(plan.CPUSeconds))
	p.printRow("memory", "%s or more: --memory", words.Bytes(plan.LeastMemory))
	p.printRow("on disk", "about %s, and at most %s while it is solved", words.Bytes(plan.DiskBytes), words.Bytes(plan.ScratchBytes))
}

// planOf joins the forecast with what is solved.
func planOf(info *games.Info, forecast []retro.TierForecast, progress tier.TierProgress, workers int) planJSON {
	plan := planJSON{Game: info.Name, label: info.Label(), Workers: workers}
	for number, f := range forecast {
		row := tierJSON{Tier: f.Name, Indexes: f.Size, States: f.Used}
		if stats, ok := progress.Finished[number]; ok {
			row = solvedTier(job.SolvedTier{Tier: f.Tier, TierStats: stats})
			plan.Solved++
		} else {
			row.CPUSeconds, row.Memory = f.CPU.Seconds(), f.Memory
			plan.CPUSeconds += row.CPUSeconds
			plan.Memory, plan.LeastMemory = max(plan.Memory, f.Memory), max(plan.LeastMemory, f.Least)
		}
		plan.Indexes += int64(f.Size)
		plan.States += row.States
		plan.Tiers = append(plan.Tiers, row)
	}
	perState := bytesAState
	if progress.States > plan.States/2 {
		perState = float64(progress.Bytes) / float64(progress.States)
	}
	plan.DiskBytes = int64(perState * float64(plan.States))
	return plan
}

// solvedTier describes a solved tier.
func solvedTier(t job.SolvedTier) tierJSON {
	return tierJSON{
		Tier: t.Name, Indexes: t.Size, States: t.Used, Digest: fmt.Sprintf("%016x", t.Digest),
		Wins: t.Wins, Losses: t.Losses, Draws: t.Draws, Longest: max(len(t.WinsIn), len(t.LossesIn), 1) - 1,
	}
}

func (p *program) printPlan(plan *planJSON) {
	p.printf("%s: %d of %s solved\n\n", plan.label, plan.Solved, words.Plural(int64(len(plan.Tiers)), "tier"))
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

// span formats an estimated time.
func span(seconds float64) string {
	if days := seconds / (24 * 60 * 60); days >= 2 {
		return fmt.Sprintf("%.1f days", days)
	}
	return secondsText(seconds)
}
