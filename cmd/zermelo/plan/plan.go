// Package plan estimates the number of states, the time, the memory and the disk
// space of a solve.
package plan

import (
	"fmt"
	"math"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/tier"
)

// Plan is the estimate for a solve. The names of its JSON fields are stable.
type Plan struct {
	Game  string `json:"game"`
	Label string `json:"-"`               // display name of the game
	Tiers []Tier `json:"tiers,omitempty"` // all tiers, in the order in which they are solved

	Indexes int64 `json:"indexes,omitempty"` // number of indexes of all tiers
	// States is the number of states up to symmetry. It is exact for solved tiers
	// and estimated for the remaining tiers.
	States int64 `json:"states"`
	Solved int   `json:"solved_tiers,omitempty"` // number of solved tiers
	// TooLarge is the reason why a solve refuses the game, or empty.
	TooLarge string `json:"too_large,omitempty"`
	// StatesLow is the lower end of an interval that probably contains the number of
	// states. It and the next three fields are not set for games with tiers.
	StatesLow  int64 `json:"states_low,omitempty"`
	StatesHigh int64 `json:"states_high,omitempty"` // upper end of the interval; 0 if there is no upper bound
	Terminal   int64 `json:"terminal,omitempty"`    // number of terminal states
	Exact      bool  `json:"exact,omitempty"`       // the numbers of states are exact

	Workers     int     `json:"workers"`
	CPUSeconds  float64 `json:"cpu_seconds"`  // estimated processor time for the unsolved tiers
	Memory      int64   `json:"memory"`       // memory in bytes if the largest unsolved tier is in memory
	LeastMemory int64   `json:"least_memory"` // minimum memory for the unsolved tiers, in bytes
	// DiskBytes is the size of the table. While the table is being completed, the
	// same amount is needed again.
	DiskBytes int64 `json:"disk_bytes"`
	// ScratchBytes is the disk space needed for temporary files, for games that
	// are not solved tier by tier.
	ScratchBytes int64 `json:"scratch_bytes,omitempty"`
	// Cluster is the estimate for several machines, if requested.
	Cluster *Cluster `json:"cluster,omitempty"`
}

// Tier is the estimate for an unsolved tier, or the result of a solved tier.
type Tier struct {
	Tier       string  `json:"tier"`
	Indexes    uint64  `json:"indexes"`
	States     int64   `json:"states"`                // number of states, an estimate if the tier is unsolved
	CPUSeconds float64 `json:"cpu_seconds,omitempty"` // estimated processor time, if the tier is unsolved
	Memory     int64   `json:"memory,omitempty"`      // estimated memory in bytes, if the tier is unsolved
	Digest     string  `json:"digest,omitempty"`      // set if the tier is solved, as are the following fields
	Wins       int64   `json:"wins,omitempty"`
	Losses     int64   `json:"losses,omitempty"`
	Draws      int64   `json:"draws,omitempty"`
	// Longest is the length of the longest win or loss, in plies.
	Longest int `json:"longest,omitempty"`
}

// bytesPerState is the estimated size of a stored state. It is used while less than
// half of the game is stored, because the first half may compress better than the
// rest. Measured sizes are 0.15 for Quixo 4x4, 0.20 for Dodgem 5x5 and 0.48 for
// Dobutsu.
const bytesPerState = 0.3

// New returns the plan for solving a game with the given number of workers.
func New(info *games.Info, f *solve.Forecast, workers int) Plan {
	if f.States != nil {
		return ofStates(info, f, workers)
	}
	return ofTiers(info, f.Tiers, f.Progress, workers)
}

// ofStates returns the plan for a game that is not solved tier by tier.
func ofStates(info *games.Info, f *solve.Forecast, workers int) Plan {
	count := func(x float64) int64 { return int64(min(x, math.MaxInt64/2)) }
	plan := Plan{
		Game: info.Name, Label: info.Label(), Workers: workers, States: count(f.States.States), StatesLow: count(f.States.Low),
		Terminal: count(f.States.Terminal), Exact: f.States.Exact, CPUSeconds: f.Seconds,
		LeastMemory: job.MinMemory, DiskBytes: f.Table, ScratchBytes: f.Disk,
	}
	if !f.States.Uncertain {
		plan.StatesHigh = count(f.States.High)
	}
	return plan
}

// ofTiers returns the plan for a game that is solved tier by tier. It combines the
// forecast and the results of the solved tiers.
func ofTiers(info *games.Info, forecast []retro.TierForecast, progress tier.TierProgress, workers int) Plan {
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
		if large := (&retro.TierTooLargeError{Tier: f.Name, Size: f.Size, MaxSize: retro.MaxTier}); f.Size > retro.MaxTier && plan.TooLarge == "" {
			plan.TooLarge = large.Error()
		}
		plan.Indexes += int64(f.Size)
		plan.States += row.States
		plan.Tiers = append(plan.Tiers, row)
	}
	perState := bytesPerState
	if progress.States > plan.States/2 {
		perState = float64(progress.Bytes) / float64(progress.States)
	}
	plan.DiskBytes = int64(perState * float64(plan.States))
	return plan
}

// Solved converts the result of a solved tier to a Tier.
func Solved(t job.SolvedTier) Tier {
	return Tier{
		Tier: t.Name, Indexes: t.Size, States: t.Used, Digest: fmt.Sprintf("%016x", t.Digest),
		Wins: t.Wins, Losses: t.Losses, Draws: t.Draws, Longest: max(len(t.WinsIn), len(t.LossesIn), 1) - 1,
	}
}
