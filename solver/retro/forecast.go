package retro

import (
	"context"
	"math/rand/v2"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/machine"
)

// TierForecast is what a tier takes, by a sample of it.
type TierForecast struct {
	games.Tier
	Used, Moves int64         // indexes that are used, and plies from them; estimates
	CPU         time.Duration // processor time to solve it, an estimate
	// Memory is what the process takes in bytes if all is kept in memory, Least
	// the least that it can do with, in parts and more slowly.
	Memory, Least int64
}

// A sample is so many runs of consecutive indexes, one from each part of a tier.
const (
	sampleRuns = 32
	sampleRun  = 64
)

// What the solver itself takes for a ply in the first pass, and for one taken
// back in the rounds; see SolveTiers.
const (
	initializeTime = 9 * time.Nanosecond
	roundTime      = 11 * time.Nanosecond
)

// ForecastTiers tells what the tiers of a game take to solve with so many
// workers. It samples some indexes of each tier, the same ones each time, in
// about a millisecond, and measures how long the game's own work takes there.
// Plies to drawn positions are not taken back: their share is that of the solved
// tiers, 0 where there are none, which makes the time rather too long for games
// with many draws. The only error is that of the context.
func ForecastTiers[S games.State](ctx context.Context, g games.Tiered[S], solved map[int]job.TierStats, workers int) ([]TierForecast, error) {
	tiers := g.Tiers()
	decided := decidedShare(solved)
	var list []TierForecast
	for number, tier := range tiers {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		f, links := sampleTier(g, number, tier, decided)
		lower := lowerCells(tiers, number)
		cells := 2*int64(tier.Size) + frontierBytes(tier.Size)
		f.Memory = job.Program + cells + max(2*lower, bufferBytes(tier.Size, workers), int64(workers)*job.PutMemory)
		f.Least = max(job.MinMemory, job.Program+leastMemory(tier.Size, workers))
		if !takesBack(g) {
			graph := 4*int64(tier.Size) + 4*links
			f.Memory += graph
			f.Least = max(f.Least, job.Program+graph+roundBytes(tier.Size, workers))
		}
		list = append(list, f)
	}
	return list, nil
}

// decidedShare is the share of the positions in solved tiers that are won or
// lost, 1 where none are solved.
func decidedShare(solved map[int]job.TierStats) float64 {
	var used, drawn int64
	for _, t := range solved {
		used, drawn = used+t.Used, drawn+t.Draws
	}
	if used == 0 {
		return 1
	}
	return 1 - float64(drawn)/float64(used)
}

// sampleTier does with a sample of a tier what a solve does with all of it. Links is
// an estimate of the plies within the tier.
func sampleTier[S games.State](g games.Tiered[S], number int, tier games.Tier, decided float64) (f TierForecast, links int64) {
	f = TierForecast{Tier: tier}
	if tier.Size == 0 {
		return f, 0
	}
	var p positions[S]
	retro, _ := any(g).(games.Retro[S])
	rng := rand.New(rand.NewPCG(uint64(number), tier.Size))
	run := int(min(sampleRun, tier.Size))
	part := max(1, (tier.Size-uint64(run)+1)/sampleRuns)
	var used, moves, own int
	var pass, rounds time.Duration
	for i := range sampleRuns + 1 {
		first := min(uint64(i%sampleRuns)*part+rng.Uint64N(part), tier.Size-uint64(run))
		began := machine.CPUTime()
		p.unrankRange(g, number, first, run)
		p.weigh(g)
		p.expand(g)
		n := len(p.children)
		expanded := machine.CPUTime()
		plies := 0
		for _, s := range p.slots {
			if s.Tier() == number {
				plies++
			}
		}
		if retro != nil {
			p.children, p.ends = retro.Parents(p.children[:0], p.ends[:0], p.states)
			p.slots = g.Rank(p.slots[:0], p.children)
		}
		if i == 0 {
			continue // the game may have made tables for it
		}
		pass, rounds = pass+expanded-began, rounds+machine.CPUTime()-expanded
		used, moves, own = used+len(p.states), moves+n, own+plies
	}
	share := float64(tier.Size) / float64(sampleRuns*run)
	pass += time.Duration(moves) * initializeTime
	rounds += time.Duration(own) * roundTime
	f.Used, f.Moves = int64(share*float64(used)), int64(share*float64(moves))
	f.CPU = time.Duration(share * (float64(pass) + decided*float64(rounds)))
	return f, int64(share * float64(own))
}
