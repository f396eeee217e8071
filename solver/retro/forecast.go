package retro

import (
	"context"
	"math/rand/v2"
	"runtime"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/machine"
)

// TierForecast is the estimated cost of solving a tier.
type TierForecast struct {
	games.Tier
	Used, Moves int64         // estimated numbers of used indexes and of their moves
	CPU         time.Duration // estimated processor time
	// Memory is the memory in bytes that the process uses if all data stays in
	// memory. Least is the minimum memory in bytes, with which the tier is
	// solved in parts and more slowly.
	Memory, Least int64
}

// A sample of a tier consists of sampleRuns runs, one from each part of the
// tier. A run has sampleRun consecutive indexes.
const (
	sampleRuns = 32
	sampleRun  = 64
)

// Processor time of the solver per ply in the first pass, and per propagated
// ply in the rounds, excluding the functions of the game.
const (
	initializeTime = 9 * time.Nanosecond
	roundTime      = 11 * time.Nanosecond
)

// ForecastTiers estimates the cost of solving the tiers of a game with the given
// number of workers. It measures the game's functions on a reproducible sample of
// each tier, which takes about a millisecond. Draws are not propagated; their
// fraction is taken from the solved tiers. The default of one half is right for Teeko
// and 25% too low for the time of Dodgem 5x5, which has few draws. The only possible
// error is ctx.Err().
func ForecastTiers[S games.State](ctx context.Context, g games.Tiered[S], solved map[int]job.TierStats, workers int) ([]TierForecast, error) {
	runtime.LockOSThread() // required by machine.ThreadTime
	defer runtime.UnlockOSThread()
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
		f.Memory = job.ProgramMemory + cells + max(2*lower, bufferBytes(tier.Size, workers), int64(workers)*job.PutMemory)
		f.Least = max(job.MinMemory, job.ProgramMemory+minMemory(tier.Size, workers))
		if !hasParents(g) {
			graph := 4*int64(tier.Size) + 4*links
			f.Memory += graph
			f.Least = max(f.Least, job.ProgramMemory+graph+roundBytes(tier.Size, workers))
		}
		list = append(list, f)
	}
	return list, nil
}

// decidedShare returns the fraction of decided positions in the solved tiers, or one
// half if there are none.
func decidedShare(solved map[int]job.TierStats) float64 {
	var used, drawn int64
	for _, t := range solved {
		used, drawn = used+t.Used, drawn+t.Draws
	}
	if used == 0 {
		return 0.5
	}
	return 1 - float64(drawn)/float64(used)
}

// sampleTier performs the steps of a solve on a sample of a tier. It also estimates
// the number of plies within the tier.
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
		began := machine.ThreadTime()
		p.unrankRange(g, number, first, run)
		p.countPositions(g)
		p.expand(g)
		n := len(p.children)
		expanded := machine.ThreadTime()
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
			continue // the first call may initialize tables of the game
		}
		pass, rounds = pass+expanded-began, rounds+machine.ThreadTime()-expanded
		used, moves, own = used+len(p.states), moves+n, own+plies
	}
	share := float64(tier.Size) / float64(sampleRuns*run)
	pass += time.Duration(moves) * initializeTime
	rounds += time.Duration(own) * roundTime
	f.Used, f.Moves = int64(share*float64(used)), int64(share*float64(moves))
	f.CPU = time.Duration(share * (float64(pass) + decided*float64(rounds)))
	return f, int64(share * float64(own))
}
