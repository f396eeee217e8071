package puzzle

import (
	"context"
	"math"
	"slices"

	"zermelo/games"
)

// expander is a best-first search over canonical states. It alternates between the
// state with the least effort and the state with the smallest lower bound on the
// length of a play. If a shorter path to a state is found, the state is expanded
// again, so the smallest bound of any open state is a lower bound on the
// shortest length. (P. Hart, N. Nilsson, B. Raphael: A formal basis for the heuristic
// determination of minimum cost paths, 1968.)
type expander[S games.State] struct {
	game      games.Game[S]
	canonizer games.Canonizer[S]
	relaxed   games.DistanceEstimator[S] // nil if the game does not implement it
	from      S
	goal      int
	maxStates int // maximum number of states in memory

	index    map[S]int32
	states   []S
	parent   []int32
	depth    []uint16
	distance []games.Distance
	expanded []bool
	batches  int
	byEffort buckets // open states by effort
	byLength buckets // open states by a lower bound on plays through the state

	atLeast     int
	play        []int32
	length      int
	best        int   // highest payoff found
	bestState   int32 // a terminal state with payoff best; -1 if none
	pruned      bool  // states from which the goal is unreachable have been dropped
	never, full bool

	children []S
	ends     []int32
	swaps    []bool
}

const (
	stateBytes  = 64  // memory in bytes per state, in addition to two copies of the state
	batchStates = 256 // number of states passed to each Expand call
)

func newExpander[S games.State](g games.Game[S], from S, goal int, bytes int64) *expander[S] {
	e := &expander[S]{
		game: g, canonizer: games.CanonizerOf(g), from: from, goal: goal, index: map[S]int32{}, best: math.MinInt, bestState: -1,
		maxStates: int(min(bytes/int64(stateBytes+24*games.Words[S]()), math.MaxInt32-1<<24)),
	}
	e.relaxed, _ = any(g).(games.DistanceEstimator[S])
	start, _ := games.Canonical(g, from)
	e.add([]S{start}, []int32{-1})
	return e
}

// turn expands about turnChildren states. It stops early if ctx is done.
func (e *expander[S]) turn(ctx context.Context) {
	for n := 0; n < turnChildren && !e.never && !e.full && ctx.Err() == nil; {
		queue := &e.byEffort
		if e.batches++; e.batches%4 == 0 {
			queue = &e.byLength
		}
		var batch []int32
		for len(batch) < batchStates {
			i, key, ok := queue.take()
			if !ok {
				break
			}
			stale := e.expanded[i] || queue == &e.byLength && key != int(e.depth[i])+int(e.distance[i].LowerBound)
			if stale || e.play != nil && int(e.depth[i])+int(e.distance[i].LowerBound) >= e.length {
				continue
			}
			e.expanded[i] = true
			batch = append(batch, i)
		}
		if len(batch) == 0 && queue == &e.byLength {
			// Every open state is in byLength, so no state is open.
			e.never = true
			return
		}
		e.expand(batch)
		n += len(batch) + len(e.children)
	}
	for { // drop expanded states, which do not affect the bound
		i, key, ok := e.byLength.take()
		if !ok {
			e.never = true
			return
		}
		if !e.expanded[i] && key == int(e.depth[i])+int(e.distance[i].LowerBound) {
			e.byLength.put(i, key)
			e.atLeast = max(e.atLeast, key)
			return
		}
	}
}

func (e *expander[S]) expand(batch []int32) {
	if len(batch) == 0 {
		e.children = e.children[:0]
		return
	}
	src := make([]S, len(batch))
	for k, i := range batch {
		src[k] = e.states[i]
	}
	e.children, e.ends = e.game.Expand(e.children[:0], e.ends[:0], src)
	e.swaps = slices.Grow(e.swaps[:0], len(e.children))[:len(e.children)]
	e.canonizer.Canonize(e.children, e.swaps)
	from := int32(0)
	var parents []int32
	var terminal []int32
	for k, end := range e.ends {
		if end == from {
			terminal = append(terminal, batch[k])
		}
		for range end - from {
			parents = append(parents, batch[k])
		}
		from = end
	}
	e.addTerminals(terminal)
	e.add(e.children, parents)
}

// addTerminals records the best payoffs of terminal states.
func (e *expander[S]) addTerminals(terminal []int32) {
	for _, i := range terminal {
		payoff := int(e.game.Payoffs(nil, []S{e.states[i]})[0][0])
		if payoff > e.best {
			e.best, e.bestState = payoff, i
		}
		if payoff != e.goal || !e.shorter(int(e.depth[i])) {
			continue
		}
		e.play = e.path(i)
		e.length = len(e.play)
	}
}

// add adds states and opens those that are new or were reached by a shorter path.
func (e *expander[S]) add(states []S, parents []int32) {
	first := int32(len(e.states))
	for k, s := range states {
		depth := uint16(0)
		if parents[k] >= 0 {
			depth = e.depth[parents[k]] + 1
		}
		i, ok := e.index[s]
		if !ok {
			e.index[s] = int32(len(e.states))
			e.states, e.parent, e.depth = append(e.states, s), append(e.parent, parents[k]), append(e.depth, depth)
			continue
		}
		if depth < e.depth[i] {
			e.parent[i], e.depth[i] = parents[k], depth
			if i < first && e.distance[i].LowerBound >= 0 {
				e.expanded[i] = false
				e.open(i)
			}
		}
	}
	added := e.states[first:]
	if e.relaxed != nil {
		e.distance = e.relaxed.Distances(e.distance, added, e.goal)
	} else {
		e.distance = append(e.distance, make([]games.Distance, len(added))...)
	}
	e.expanded = append(e.expanded, make([]bool, len(added))...)
	for i := range added {
		if e.distance[int(first)+i].LowerBound >= 0 {
			e.open(first + int32(i))
		} else {
			e.pruned = true
		}
	}
	e.full = len(e.states) > e.maxStates || int(e.depth[len(e.depth)-1]) > math.MaxUint16-8
}

func (e *expander[S]) open(i int32) {
	distance := e.distance[i]
	e.byEffort.put(i, int(distance.Cost))
	e.byLength.put(i, int(e.depth[i])+int(distance.LowerBound))
}

// buckets is a priority queue with integer keys. The smallest key comes first. Among
// equal keys, the last element added comes first.
type buckets struct {
	lists  [][]int32
	minKey int
}

func (b *buckets) put(i int32, key int) {
	for len(b.lists) <= key {
		b.lists = append(b.lists, nil)
	}
	b.lists[key] = append(b.lists[key], i)
	b.minKey = min(b.minKey, key)
}

func (b *buckets) take() (i int32, key int, ok bool) {
	for ; b.minKey < len(b.lists); b.minKey++ {
		if list := b.lists[b.minKey]; len(list) > 0 {
			b.lists[b.minKey] = list[:len(list)-1]
			return list[len(list)-1], b.minKey, true
		}
	}
	return 0, 0, false
}
