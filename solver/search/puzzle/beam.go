package puzzle

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"zermelo/games"
)

// beam goes through the states ply by ply and keeps the best of each ply. What is best is
// one thing after the other: that few moves are left, as in a knight's tour (H. C. von
// Warnsdorff, 1823), many, and little effort by the relaxed rules. Then the beam gets wider. (B. Lowerre: The HARPY speech recognition system, 1976.)
type beam[S games.State] struct {
	*expander[S]
	counter games.MoveCounter[S]
	width   int
	order   order
	plies   []beamPly[S]
	seen    map[S]struct{}
	rng     *rand.Rand
	work    int  // states and children of this turn, and of earlier ones what was more than a turn has
	done    bool // the beam gets too wide
}

// beamPly are the states kept of a ply.
type beamPly[S games.State] struct {
	states  []S
	parents []int32 // in the ply before
}

// order is what states are kept.
type order uint8

const (
	fewMoves order = iota
	manyMoves
	leastEffort
	orders
)

// firstWidth is the width of the first beam; each is widerBy times as wide as the last one.
const firstWidth, widerBy = 16, 4

func newBeam[S games.State](e *expander[S]) *beam[S] {
	b := &beam[S]{expander: e, width: firstWidth, rng: rand.New(rand.NewPCG(1, 1))}
	counter, ok := any(e.game).(games.MoveCounter[S])
	b.counter, b.done = counter, !ok // to count by making all children costs too much
	b.begin()
	return b
}

func (b *beam[S]) begin() {
	start := b.states[0]
	b.plies = []beamPly[S]{{states: []S{start}, parents: []int32{-1}}}
	b.seen = map[S]struct{}{start: {}}
}

// turn makes some plies. The play that it finds it returns.
func (b *beam[S]) turn(ctx context.Context) []int32 {
	for b.work -= turnChildren; b.work < 0 && !b.done && ctx.Err() == nil; {
		last := &b.plies[len(b.plies)-1]
		if len(last.states) == 0 || len(b.seen) > b.most/4 {
			if b.order++; b.order == orders || b.relaxed == nil && b.order == leastEffort {
				b.order, b.width = 0, b.width*widerBy
				b.done = b.width > b.most/16
			}
			b.begin()
			continue
		}
		next := b.next(ctx, last)
		for i, moves := range b.counter.CountMoves(nil, next.states) {
			if moves == 0 && int(b.game.Payoffs(nil, next.states[i:i+1])[0][0]) == b.goal {
				b.plies = append(b.plies, next)
				return b.moves(b.back(int32(i)))
			}
		}
		b.plies = append(b.plies, b.keep(next))
	}
	return nil
}

// next are the states of the ply after the last one that were not met before.
func (b *beam[S]) next(ctx context.Context, last *beamPly[S]) (next beamPly[S]) {
	for from := 0; from < len(last.states) && ctx.Err() == nil; from += batchStates {
		children, ends := b.game.Expand(nil, nil, last.states[from:min(from+batchStates, len(last.states))])
		b.swaps = slices.Grow(b.swaps[:0], len(children))[:len(children)]
		b.canonizer.Canonize(children, b.swaps)
		b.work += len(ends) + len(children)
		child := 0
		for k, end := range ends {
			for ; child < int(end); child++ {
				if _, met := b.seen[children[child]]; !met {
					b.seen[children[child]] = struct{}{}
					next.states = append(next.states, children[child])
					next.parents = append(next.parents, int32(from+k))
				}
			}
		}
	}
	return next
}

// keep are the best of the states where play goes on and from which the goal may be reached.
func (b *beam[S]) keep(ply beamPly[S]) (kept beamPly[S]) {
	type ranked struct{ at, key, tie int32 }
	var list []ranked
	keys := b.keys(ply.states)
	for i, key := range keys {
		if key < math.MaxInt32 {
			list = append(list, ranked{int32(i), key, b.rng.Int32()})
		}
	}
	slices.SortFunc(list, func(x, y ranked) int { return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.tie, y.tie)) })
	for len(kept.states) < b.width && len(list) > 0 {
		some := list[:min(len(list), b.width-len(kept.states))]
		list = list[len(some):]
		var states []S
		for _, r := range some {
			states = append(states, ply.states[r.at])
		}
		var far []games.Distance
		if b.relaxed != nil {
			far = b.relaxed.Distances(nil, states, b.goal)
		}
		for i, r := range some {
			if far == nil || far[i].AtLeast >= 0 {
				kept.states, kept.parents = append(kept.states, states[i]), append(kept.parents, ply.parents[r.at])
			}
		}
	}
	return kept
}

// keys are the less the better; math.MaxInt32 is of no use.
func (b *beam[S]) keys(states []S) (keys []int32) {
	if b.order == leastEffort {
		for _, far := range b.relaxed.Distances(nil, states, b.goal) {
			keys = append(keys, far.Effort)
		}
		return keys
	}
	keys = b.counter.CountMoves(nil, states)
	for i, n := range keys {
		switch {
		case n == 0:
			keys[i] = math.MaxInt32
		case b.order == manyMoves:
			keys[i] = -n
		}
	}
	return keys
}

// back are the states on the way to one of the last ply.
func (b *beam[S]) back(i int32) (way []S) {
	for p := len(b.plies) - 1; p >= 0; p-- {
		way = append(way, b.plies[p].states[i])
		i = b.plies[p].parents[i]
	}
	slices.Reverse(way)
	return way
}
