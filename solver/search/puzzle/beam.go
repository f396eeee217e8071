package puzzle

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"zermelo/games"
)

// beam is a beam search (B. Lowerre: The HARPY speech recognition system, 1976). It
// keeps the best states of each ply. The first beam prefers states with few moves, as
// in a knight's tour (H. C. von Warnsdorff, 1823), the second prefers states with many
// moves, and the third prefers states with a low cost; see games.Distance. The search
// then starts again with a wider beam.
type beam[S games.State] struct {
	*expander[S]
	counter games.MoveCounter[S]
	width   int
	order   order
	plies   []beamPly[S]
	seen    map[S]struct{}
	rng     *rand.Rand
	work    int  // number of states and children in this turn, plus the excess of earlier turns
	done    bool // the next beam would be too wide
}

type beamPly[S games.State] struct {
	states  []S
	parents []int32 // index in the previous ply of each state's parent
}

type order uint8

const (
	minMoves order = iota
	maxMoves
	minEffort
	orderCount
)

// initialWidth is the width of the first beams. After each set of beams, the width
// is multiplied by widthFactor.
const initialWidth, widthFactor = 16, 4

func newBeam[S games.State](e *expander[S]) *beam[S] {
	b := &beam[S]{expander: e, width: initialWidth, rng: rand.New(rand.NewPCG(1, 1))}
	counter, ok := any(e.game).(games.MoveCounter[S])
	b.counter, b.done = counter, !ok // without a counter, counting moves would be too slow
	b.reset()
	return b
}

func (b *beam[S]) reset() {
	start := b.states[0]
	b.plies = []beamPly[S]{{states: []S{start}, parents: []int32{-1}}}
	b.seen = map[S]struct{}{start: {}}
}

// turn advances the beam by about turnChildren states. It returns the moves of a
// play to the goal, or nil if it finds none.
func (b *beam[S]) turn(ctx context.Context) []int32 {
	for b.work -= turnChildren; b.work < 0 && !b.done && ctx.Err() == nil; {
		last := &b.plies[len(b.plies)-1]
		if len(last.states) == 0 || len(b.seen) > b.maxStates/4 {
			if b.order++; b.order == orderCount || b.relaxed == nil && b.order == minEffort {
				b.order, b.width = 0, b.width*widthFactor
				b.done = b.width > b.maxStates/16
			}
			b.reset()
			continue
		}
		next := b.next(ctx, last)
		for i, moves := range b.counter.CountMoves(nil, next.states) {
			if moves == 0 && int(b.game.Payoffs(nil, next.states[i:i+1])[0][0]) == b.goal {
				b.plies = append(b.plies, next)
				return b.moves(b.path(int32(i)))
			}
		}
		b.plies = append(b.plies, b.selectBest(next))
	}
	return nil
}

// next returns the new states in the ply after last.
func (b *beam[S]) next(ctx context.Context, last *beamPly[S]) (next beamPly[S]) {
	for from := 0; from < len(last.states) && ctx.Err() == nil; from += batchStates {
		children, ends := b.game.Expand(nil, nil, last.states[from:min(from+batchStates, len(last.states))])
		b.swaps = slices.Grow(b.swaps[:0], len(children))[:len(children)]
		b.canonizer.Canonize(children, b.swaps)
		b.work += len(ends) + len(children)
		child := 0
		for k, end := range ends {
			for ; child < int(end); child++ {
				if _, seen := b.seen[children[child]]; !seen {
					b.seen[children[child]] = struct{}{}
					next.states = append(next.states, children[child])
					next.parents = append(next.parents, int32(from+k))
				}
			}
		}
	}
	return next
}

// selectBest returns the best states of a ply that have moves and can reach the goal.
func (b *beam[S]) selectBest(ply beamPly[S]) (selected beamPly[S]) {
	type ranked struct{ at, key, tie int32 }
	var list []ranked
	keys := b.keys(ply.states)
	for i, key := range keys {
		if key < math.MaxInt32 {
			list = append(list, ranked{int32(i), key, b.rng.Int32()})
		}
	}
	slices.SortFunc(list, func(x, y ranked) int { return cmp.Or(cmp.Compare(x.key, y.key), cmp.Compare(x.tie, y.tie)) })
	for len(selected.states) < b.width && len(list) > 0 {
		chosen := list[:min(len(list), b.width-len(selected.states))]
		list = list[len(chosen):]
		var states []S
		for _, r := range chosen {
			states = append(states, ply.states[r.at])
		}
		var distance []games.Distance
		if b.relaxed != nil {
			distance = b.relaxed.Distances(nil, states, b.goal)
		}
		for i, r := range chosen {
			if distance == nil || distance[i].LowerBound >= 0 {
				selected.states, selected.parents = append(selected.states, states[i]), append(selected.parents, ply.parents[r.at])
			}
		}
	}
	return selected
}

// keys returns the ranking key of each state; smaller keys are better. States with
// the key math.MaxInt32 are dropped.
func (b *beam[S]) keys(states []S) (keys []int32) {
	if b.order == minEffort {
		for _, distance := range b.relaxed.Distances(nil, states, b.goal) {
			keys = append(keys, distance.Cost)
		}
		return keys
	}
	keys = b.counter.CountMoves(nil, states)
	for i, n := range keys {
		switch {
		case n == 0:
			keys[i] = math.MaxInt32
		case b.order == maxMoves:
			keys[i] = -n
		}
	}
	return keys
}

// path returns the states from the start to state i of the last ply.
func (b *beam[S]) path(i int32) (path []S) {
	for p := len(b.plies) - 1; p >= 0; p-- {
		path = append(path, b.plies[p].states[i])
		i = b.plies[p].parents[i]
	}
	slices.Reverse(path)
	return path
}
