// Package plan says what solving a game into a table takes: states, time, memory and disk.
package plan

import (
	"fmt"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/tablebase/build"
	"zermelo/tablebase/tier"
)

// Plan is what solving a game into a table takes. As JSON it has stable field names.
type Plan struct {
	Game  string `json:"game"`
	Label string `json:"-"` // Game as people read it
	Tiers []Tier `json:"tiers,omitempty"`

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
	// Cluster is the solve on several machines, where that is asked for.
	Cluster *Cluster `json:"cluster,omitempty"`
}

// Tier is a tier that is solved, or to be solved.
type Tier struct {
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

// New is the plan of a game by a forecast, for a number of workers.
func New(info *games.Info, f *build.Forecast, workers int) Plan {
	if f.States != nil {
		return ofStates(info, f, workers)
	}
	return OfTiers(info, f.Tiers, f.Progress, workers)
}

// ofStates is the plan of a game that is not solved tier by tier.
func ofStates(info *games.Info, f *build.Forecast, workers int) Plan {
	plan := Plan{
		Game: info.Name, Label: info.Label(), Workers: workers, States: int64(f.States.States), StatesLow: int64(f.States.Low),
		Terminal: int64(f.States.Terminal), Exact: f.States.Exact, CPUSeconds: f.CPU.Seconds(),
		LeastMemory: job.MinMemory, DiskBytes: f.Table, ScratchBytes: f.Disk,
	}
	if !f.States.Unsure {
		plan.StatesHigh = int64(f.States.High)
	}
	return plan
}

// OfTiers joins the forecast with what is solved.
func OfTiers(info *games.Info, forecast []retro.TierForecast, progress tier.TierProgress, workers int) Plan {
	plan := Plan{Game: info.Name, Label: info.Label(), Workers: workers}
	for number, f := range forecast {
		row := Tier{Tier: f.Name, Indexes: f.Size, States: f.Used}
		if stats, ok := progress.Finished[number]; ok {
			row = Solved(job.SolvedTier{Tier: f.Tier, TierStats: stats})
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

// Solved describes a solved tier.
func Solved(t job.SolvedTier) Tier {
	return Tier{
		Tier: t.Name, Indexes: t.Size, States: t.Used, Digest: fmt.Sprintf("%016x", t.Digest),
		Wins: t.Wins, Losses: t.Losses, Draws: t.Draws, Longest: max(len(t.WinsIn), len(t.LossesIn), 1) - 1,
	}
}
