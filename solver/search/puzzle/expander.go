package puzzle

import (
	"context"
	"math"
	"slices"

	"zermelo/games"
)

// expander is a search through the states, of which each class has one. It takes the state
// of the least effort and the state whose play can be the shortest in turn. A state to which
// a shorter way is found is expanded again, so the least of the lengths that open states
// allow bounds the shortest play. (P. Hart, N. Nilsson, B. Raphael: A formal basis for the
// heuristic determination of minimum cost paths, 1968.)
type expander[S games.State] struct {
	game      games.Game[S]
	canonizer games.Canonizer[S]
	relaxed   games.Relaxed[S] // nil if there is none
	from      S
	goal      int
	most      int // states that there is memory for

	number   map[S]int32
	states   []S
	parent   []int32
	depth    []uint16
	far      []games.Distance
	expanded []bool
	batches  int
	near     buckets // by effort
	short    buckets // by the plies of the shortest play through a state

	atLeast     int
	play        []int32
	length      int
	best        int   // the greatest payoff met
	bestEnd     int32 // where; -1 for nowhere
	pruned      bool  // states were left out, from which the goal cannot be reached
	never, full bool

	children []S
	ends     []int32
	swaps    []bool
}

// stateBytes is what a state takes besides itself, which is stored twice.
const stateBytes = 64

// batchStates is how many states are expanded at once.
const batchStates = 256

func newExpander[S games.State](g games.Game[S], from S, goal int, bytes int64) *expander[S] {
	e := &expander[S]{
		game: g, canonizer: games.CanonizerOf(g), from: from, goal: goal, number: map[S]int32{}, best: math.MinInt, bestEnd: -1,
		most: int(min(bytes/int64(stateBytes+24*games.Words[S]()), math.MaxInt32-1<<24)),
	}
	e.relaxed, _ = any(g).(games.Relaxed[S])
	start, _ := games.Canonical(g, from)
	e.meet([]S{start}, []int32{-1})
	return e
}

// turn expands some states, until ctx ends.
func (e *expander[S]) turn(ctx context.Context) {
	for n := 0; n < turnChildren && !e.never && !e.full && ctx.Err() == nil; {
		queue := &e.near
		if e.batches++; e.batches%4 == 0 {
			queue = &e.short
		}
		var batch []int32
		for len(batch) < batchStates {
			i, key, ok := queue.take()
			if !ok {
				break
			}
			stale := e.expanded[i] || queue == &e.short && key != int(e.depth[i])+int(e.far[i].AtLeast)
			if stale || e.play != nil && int(e.depth[i])+int(e.far[i].AtLeast) >= e.length {
				continue
			}
			e.expanded[i] = true
			batch = append(batch, i)
		}
		if len(batch) == 0 && queue == &e.short {
			// All that is open is there.
			e.never = true
			return
		}
		e.expand(batch)
		n += len(batch) + len(e.children)
	}
	for { // what is expanded already is no bound
		i, key, ok := e.short.take()
		if !ok {
			e.never = true
			return
		}
		if !e.expanded[i] && key == int(e.depth[i])+int(e.far[i].AtLeast) {
			e.short.put(i, key)
			e.atLeast = max(e.atLeast, key)
			return
		}
	}
}

// expand finds the children of some states.
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
	var over []int32
	for k, end := range e.ends {
		if end == from {
			over = append(over, batch[k])
		}
		for range end - from {
			parents = append(parents, batch[k])
		}
		from = end
	}
	e.finish(over)
	e.meet(e.children, parents)
}

// finish looks at states where play is over.
func (e *expander[S]) finish(over []int32) {
	for _, i := range over {
		payoff := int(e.game.Payoffs(nil, []S{e.states[i]})[0][0])
		if payoff > e.best {
			e.best, e.bestEnd = payoff, i
		}
		if payoff != e.goal || !e.shorter(int(e.depth[i])) {
			continue
		}
		e.play = e.way(i)
		e.length = len(e.play)
	}
}

// meet opens states that are new, or to which there is a shorter way now.
func (e *expander[S]) meet(states []S, parents []int32) {
	first := int32(len(e.states))
	for k, s := range states {
		depth := uint16(0)
		if parents[k] >= 0 {
			depth = e.depth[parents[k]] + 1
		}
		i, ok := e.number[s]
		if !ok {
			e.number[s] = int32(len(e.states))
			e.states, e.parent, e.depth = append(e.states, s), append(e.parent, parents[k]), append(e.depth, depth)
			continue
		}
		if depth < e.depth[i] {
			e.parent[i], e.depth[i] = parents[k], depth
			if i < first && e.far[i].AtLeast >= 0 {
				e.expanded[i] = false
				e.open(i)
			}
		}
	}
	fresh := e.states[first:]
	if e.relaxed != nil {
		e.far = e.relaxed.Distances(e.far, fresh, e.goal)
	} else {
		e.far = append(e.far, make([]games.Distance, len(fresh))...)
	}
	e.expanded = append(e.expanded, make([]bool, len(fresh))...)
	for i := range fresh {
		if e.far[int(first)+i].AtLeast >= 0 {
			e.open(first + int32(i))
		} else {
			e.pruned = true
		}
	}
	e.full = len(e.states) > e.most || int(e.depth[len(e.depth)-1]) > math.MaxUint16-8
}

func (e *expander[S]) open(i int32) {
	far := e.far[i]
	e.near.put(i, int(far.Effort))
	e.short.put(i, int(e.depth[i])+int(far.AtLeast))
}

// buckets are numbers by a key; the least key comes first, and of that what came last.
type buckets struct {
	lists [][]int32
	least int
}

func (b *buckets) put(i int32, key int) {
	for len(b.lists) <= key {
		b.lists = append(b.lists, nil)
	}
	b.lists[key] = append(b.lists[key], i)
	b.least = min(b.least, key)
}

func (b *buckets) take() (i int32, key int, ok bool) {
	for ; b.least < len(b.lists); b.least++ {
		if list := b.lists[b.least]; len(list) > 0 {
			b.lists[b.least] = list[:len(list)-1]
			return list[len(list)-1], b.least, true
		}
	}
	return 0, 0, false
}
