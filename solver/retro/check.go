package retro

import (
	"fmt"
	"os"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/machine"
	"zermelo/solver/value"
)

// newRetrograde returns a solver for the target tiers, or for all tiers if targets is
// nil. It returns an error if a target tier does not fit into memory.
func newRetrograde[S games.State](g games.Tiered[S], targets []int, work string, store job.TierStore, o job.Options) (*retrograde[S], error) {
	if err := games.CheckEndless(g); err != nil {
		return nil, err
	}
	r := &retrograde[S]{
		game: g, tiers: g.Tiers(), targets: targets, work: work, store: store, workers: o.WorkerCount(), prog: o.Tracker(),
		pause: checkpointInterval, divide: shareMemory, resident: map[int][]value.Cell{},
	}
	if targets == nil {
		for number := range r.tiers {
			r.targets = append(r.targets, number)
		}
	}
	memory := o.Memory
	if memory == 0 {
		memory = max(job.MinMemory, machine.FreeMemory()/4*3)
	}
	if memory < job.MinMemory {
		return nil, games.BadInput("%d MiB of memory is not enough; a solve requires at least %d MiB", memory>>20, int64(job.MinMemory)>>20)
	}
	r.memory = memory - job.ProgramMemory
	finished := store.Finished()
	for _, number := range r.targets {
		tier := r.tiers[number]
		if _, ok := finished[number]; ok {
			continue
		}
		for _, l := range tier.Lower {
			if l < 0 || l >= number {
				return nil, fmt.Errorf("tier %s: lower tier %d does not precede it; the game violates games.Tiered", tier.Name, l)
			}
		}
		if tier.Size > MaxTier {
			return nil, &TierTooLargeError{Tier: tier.Name, Size: tier.Size, MaxSize: MaxTier}
		}
		need := minMemory(tier.Size, r.workers)
		if graph := r.graphBytes(tier.Size, 0); graph > 0 { // the links take additional memory
			need = graph + max(need, roundBytes(tier.Size, r.workers))
		}
		if need > r.memory {
			_, err := os.Stat(r.checkpointPath())
			return nil, &TierTooLargeError{Tier: tier.Name, Size: tier.Size, Need: need + job.ProgramMemory, Memory: memory, InProgress: err == nil}
		}
	}
	return r, nil
}

// MaxTier is the maximum number of indexes of a tier. Lists store them in 32 bits.
const MaxTier = 1 << 32

// TierTooLargeError is returned if a tier has too many indexes, or exceeds the memory
// limit even when it is solved in parts.
type TierTooLargeError struct {
	Tier         string
	Size         uint64 // number of indexes
	MaxSize      uint64 // maximum number of indexes if Size exceeds it, and 0 otherwise
	Need, Memory int64  // required memory and memory limit in bytes
	InProgress   bool   // an earlier run with more memory has made progress
}

func (e *TierTooLargeError) Error() string {
	if e.MaxSize > 0 {
		return fmt.Sprintf("too large for a strong solution: tier %s has %s indexes; the maximum is %s",
			e.Tier, job.Count(int64(e.Size)), job.Count(int64(e.MaxSize)))
	}
	return fmt.Sprintf("not enough memory: tier %s with %s indexes requires at least %d MiB; the limit is %d MiB",
		e.Tier, job.Count(int64(e.Size)), e.Need>>20, e.Memory>>20)
}
