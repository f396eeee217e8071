package plan

import (
	"container/heap"
	"slices"

	"zermelo/solver/retro"
	"zermelo/solver/shards"
)

// Constants of a solve tier by tier, measured on Quixo 4x4; see docs/cluster-operations.md.
const (
	tierShare  = 1.2  // processor time of a solve by tasks, as a multiple of that of a plain one
	indexBytes = 0.14 // of a solved tier
	// Of a tier that is divided, measured on Teeko:
	rangeShare = 1.4 // processor time, as a multiple of that of a plain solve
	rangeBytes = 3.0 // read, and as many written, an index
	rangeSteps = 40  // which all ranges do before any does the next
)

// tiers simulates a solve with a task for each tier, or tasks for its ranges, which begin when those that it leads to are
// done. Each worker reads a tier once that another has solved.
func (c *Cluster) tiers(tiers []retro.TierForecast) (r shards.Run) {
	var ready readyTiers
	waits, leads := make([]int, len(tiers)), make([][]int, len(tiers)) // tiers that each waits for, and that wait for it
	for number, t := range tiers {
		for _, l := range t.Lower {
			leads[l] = append(leads[l], number)
		}
		if waits[number] = len(t.Lower); waits[number] == 0 {
			ready = append(ready, readyTier{number: number}) // in order, as a heap is
		}
	}
	began := make([]float64, len(tiers)) // when it can begin
	free := make([]float64, c.Workers)
	sizes := shards.Sizes{Shards: 4 * c.Workers, Least: leastState, Most: mostShard}
	has := make([]map[int]bool, len(free))
	for w := range has {
		has[w] = map[int]bool{}
	}
	work, moved, bytesASecond := 0.0, 0.0, c.Network/8
	for len(ready) > 0 {
		// The task that can begin first, by the worker that is free first.
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
				}
			}
			has[w][next.number] = ranges == 1 // else one joins the ranges
			wrote := (extra + indexBytes) * size
			seconds := share*t.CPU.Seconds()/float64(ranges) + float64(steps)*taskSeconds
			network := (read + wrote) / bytesASecond
			free[w] = max(free[w], next.at) + seconds + network
			done = max(done, free[w])
			moved, work, r.Network = moved+read+wrote, work+seconds, r.Network+network/float64(len(free))
			c.StoredBytes += int64(wrote)
			c.Tasks += steps
		}
		done += float64(steps-1) * between
		for _, l := range leads[next.number] {
			began[l] = max(began[l], done+between)
			if waits[l]--; waits[l] == 0 {
				heap.Push(&ready, readyTier{began[l], l})
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

// readyTier is a tier that can be solved from a time on.
type readyTier struct {
	at     float64 // seconds
	number int
}

// readyTiers is a heap of those that can begin first.
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
