package plan

import (
	"container/heap"
	"slices"

	"zermelo/solver/retro"
	"zermelo/solver/shards"
)

// Constants of a tier-by-tier solve, measured on Quixo 4x4; see
// docs/cluster-operations.md.
const (
	tierShare  = 1.2  // processor time, as a multiple of the time of a local solve
	indexBytes = 0.14 // bytes per index of a solved tier
	// The following constants apply to tiers that are divided into ranges. They were
	// measured on Teeko.
	rangeShare = 1.4 // processor time, as a multiple of the time of a local solve
	rangeBytes = 3.8 // bytes read per index; the same number is written
	rangeSteps = 40  // number of steps; a step starts when all ranges have completed the previous step
)

// tiers simulates a tier-by-tier solve. A tier has one task, or one per range if it is
// divided into ranges. Its tasks start when all lower tiers have been solved. Each
// worker reads each lower tier once, unless it has solved that tier itself.
func (c *Cluster) tiers(tiers []retro.TierForecast) (r shards.Run) {
	var ready readyTiers
	waits, leads := make([]int, len(tiers)), make([][]int, len(tiers)) // number of unsolved lower tiers; higher tiers
	for number, t := range tiers {
		for _, l := range t.Lower {
			leads[l] = append(leads[l], number)
		}
		if waits[number] = len(t.Lower); waits[number] == 0 {
			ready = append(ready, readyTier{number: number}) // a sorted list is a heap
		}
	}
	earliest := make([]float64, len(tiers)) // start times
	free := make([]float64, c.Workers)
	sizes := shards.Sizes{Shards: 4 * c.Workers, MinStates: minTierShard, MaxStates: maxShard}
	has := make([]map[int]bool, len(free))
	for w := range has {
		has[w] = map[int]bool{}
	}
	work, moved, bytesASecond := 0.0, 0.0, c.Network/8
	for len(ready) > 0 {
		// The first worker to become free takes the task with the earliest start time.
		next := heap.Pop(&ready).(readyTier)
		t := tiers[next.number]
		ranges := sizes.Ranges(t.Size)
		size, share, extra, steps := float64(t.Size)/float64(ranges), tierShare, 0.0, 1
		if ranges > 1 {
			share, extra, steps = rangeShare, rangeBytes, rangeSteps
		}
		done := 0.0
		for range ranges {
			w := slices.Index(free, slices.Min(free))
			read := extra * size
			for _, l := range t.Lower {
				if !has[w][l] {
					has[w][l] = true
					read += indexBytes * float64(tiers[l].Size)
					c.Gets += 2
				}
			}
			has[w][next.number] = ranges == 1 // several ranges are joined by a single worker
			wrote := (extra + indexBytes) * size
			seconds := share*t.CPU.Seconds()/float64(ranges) + float64(steps)*taskSeconds
			network := (read + wrote) / bytesASecond
			free[w] = max(free[w], next.at) + seconds + network
			done = max(done, free[w])
			moved, work, r.Network = moved+read+wrote, work+seconds, r.Network+network/float64(len(free))
			c.StoredBytes += int64(wrote)
			c.Tasks += steps
			c.Gets += int64(2 * (steps - 1) * ranges) // a step reads the changes of all ranges
		}
		done += float64(steps-1) * stageDelay
		for _, l := range leads[next.number] {
			earliest[l] = max(earliest[l], done+stageDelay)
			if waits[l]--; waits[l] == 0 {
				heap.Push(&ready, readyTier{earliest[l], l})
			}
		}
		r.Seconds = max(r.Seconds, done)
	}
	if wait := moved/bytesASecond - r.Seconds; wait > 0 {
		r.Seconds, r.Network = r.Seconds+wait, r.Network+wait
	}
	r.Busy = work / (r.Seconds * float64(c.Workers))
	c.MovedBytes = int64(moved)
	return r
}

// readyTier is a tier whose lower tiers have all been solved.
type readyTier struct {
	at     float64 // earliest start time, in seconds
	number int
}

// readyTiers is a heap ordered by start time.
type readyTiers []readyTier

func (h readyTiers) Len() int { return len(h) }
func (h readyTiers) Less(i, j int) bool {
	return h[i].at < h[j].at || h[i].at == h[j].at && h[i].number < h[j].number
}
func (h readyTiers) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *readyTiers) Push(t any)   { *h = append(*h, t.(readyTier)) }
func (h *readyTiers) Pop() any {
	list := *h
	t := list[len(list)-1]
	*h = list[:len(list)-1]
	return t
}
