package retro

import (
	"fmt"
	"os"
	"runtime"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/machine"
	"zermelo/solver/value"
)

// newRetrograde checks that the wanted tiers, nil for all, can be solved with what
// there is.
func newRetrograde[S games.State](g games.Tiered[S], wanted []int, work string, store job.TierStore, o job.Options) (*retrograde[S], error) {
	r := &retrograde[S]{
		game: g, tiers: g.Tiers(), wanted: wanted, work: work, store: store, workers: o.Workers, prog: o.Tracker(),
		pause: tierCheckpointEvery, divide: shareMemory, resident: map[int][]value.Cell{},
	}
	if wanted == nil {
		for number := range r.tiers {
			r.wanted = append(r.wanted, number)
		}
	}
	if r.workers <= 0 {
		r.workers = runtime.GOMAXPROCS(0)
	}
	memory := o.Memory
	if memory == 0 {
		memory = max(job.MinMemory, machine.FreeMemory()/4*3)
	}
	if memory < job.MinMemory {
		return nil, games.BadInput("%d MiB of memory: a solve needs at least %d MiB", memory>>20, int64(job.MinMemory)>>20)
	}
	r.memory = memory - job.Program
	finished := store.Finished()
	for _, number := range r.wanted {
		tier := r.tiers[number]
		if _, ok := finished[number]; ok {
			continue
		}
		for _, l := range tier.Lower {
			if l < 0 || l >= number {
				return nil, fmt.Errorf("tier %s lists tier %d as lower: the game breaks its contract", tier.Name, l)
			}
		}
		if tier.Size > maxTier {
			return nil, &TierTooLargeError{Tier: tier.Name, Size: tier.Size, Most: maxTier}
		}
		need := leastMemory(tier.Size, r.workers)
		if graph := r.graphBytes(tier.Size, 0); graph > 0 { // its links come on top
			need = graph + max(need, roundBytes(tier.Size, r.workers))
		}
		if need > r.memory {
			_, err := os.Stat(r.checkpointPath())
			return nil, &TierTooLargeError{Tier: tier.Name, Size: tier.Size, Need: need + job.Program, Memory: memory, Begun: err == nil}
		}
	}
	return r, nil
}

// maxTier is how many indexes a tier can have and be solved: lists of indexes
// hold 32 bits.
const maxTier = 1 << 32

// TierTooLargeError says that a tier needs more memory than there is, even in
// parts, or has more indexes than any tier can have.
type TierTooLargeError struct {
	Tier         string
	Size         uint64 // indexes
	Most         uint64 // indexes that a tier can have, if that is why; else 0
	Need, Memory int64  // bytes needed, bytes allowed
	Begun        bool   // with more memory something was solved before
}

func (e *TierTooLargeError) Error() string {
	if e.Most > 0 {
		return fmt.Sprintf("too large for a strong solution: tier %s has %s indexes, and no tier can have more than %s",
			e.Tier, job.Count(int64(e.Size)), job.Count(int64(e.Most)))
	}
	return fmt.Sprintf("too large for the memory: tier %s, of %s indexes, needs %d MiB at least, and %d MiB may be used",
		e.Tier, job.Count(int64(e.Size)), e.Need>>20, e.Memory>>20)
}
