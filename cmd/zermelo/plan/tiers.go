package plan

import (
	"math"
	"slices"

	"zermelo/solver/retro"
	"zermelo/solver/shards"
)

// Constants of a solve tier by tier, measured on Quixo 4x4; see docs/cluster-operations.md.
const (
	tierShare  = 1.2  // processor time of a solve by tasks, as a multiple of that of a plain one
	indexBytes = 0.14 // of a solved tier
)

// tiers simulates a solve with a task for each tier, which begins when those that it leads to are done. Each worker reads
// a tier once that another has solved.
func (c *Cluster) tiers(tiers []retro.TierForecast) (r shards.Run) {
	done := make([]float64, len(tiers)) // when; NaN before
	for number := range done {
		done[number] = math.NaN()
	}
	free := make([]float64, min(c.Workers, len(tiers)))
	has := make([][]bool, len(free))
	for w := range has {
		has[w] = make([]bool, len(tiers))
	}
	work, moved, bytesASecond := 0.0, 0.0, c.Network/8
	for range tiers {
		// The task that can begin first, by the worker that is free first.
		next, ready := -1, math.Inf(1)
		for number, t := range tiers {
			if !math.IsNaN(done[number]) {
				continue
			}
			at := 0.0
			for _, l := range t.Lower {
				at = max(at, done[l]+between) // NaN while it is not done
			}
			if at < ready {
				next, ready = number, at
			}
		}
		t := tiers[next]
		w := slices.Index(free, slices.Min(free))
		read := 0.0
		for _, l := range t.Lower {
			if !has[w][l] {
				has[w][l] = true
				read += indexBytes * float64(tiers[l].Size)
			}
		}
		has[w][next] = true
		wrote := indexBytes * float64(t.Size)
		seconds := tierShare*t.CPU.Seconds() + taskSeconds
		network := (read + wrote) / bytesASecond
		done[next] = max(free[w], ready) + seconds + network
		free[w] = done[next]
		moved, work, r.Network = moved+read+wrote, work+seconds, r.Network+network/float64(len(free))
		c.StoredBytes += int64(wrote)
		r.Seconds = max(r.Seconds, done[next])
	}
	if wait := moved/bytesASecond - r.Seconds; wait > 0 {
		r.Seconds, r.Network = r.Seconds+wait, r.Network+wait
	}
	r.Busy = work / (r.Seconds * float64(c.Workers))
	c.Tasks, c.MovedBytes = len(tiers), int64(moved)
	return r
}
