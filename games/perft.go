package games

import (
	"context"
	"fmt"
	"slices"
)

// Perft returns the number of sequences of 1, 2, ... depth plies from the
// start, the usual fingerprint of a move generator. Sequences that end early
// count only up to their end.
func Perft[S State](g Game[S], depth int) []int64 {
	counts := make([]int64, depth)
	AddPlays(context.Background(), g, []S{g.Start()}, counts)
	return counts
}

// expandedAtOnce is how many states AddPlays expands at once.
const expandedAtOnce = 2048

// AddPlays adds to counts the numbers of sequences of 1, 2, ... plies from states. It is false
// if ctx has ended before.
func AddPlays[S State](ctx context.Context, g Game[S], states []S, counts []int64) bool {
	for len(states) > 0 && len(counts) > 0 {
		if ctx.Err() != nil {
			return false
		}
		part := states[:min(len(states), expandedAtOnce)]
		states = states[len(part):]
		children, _ := g.Expand(nil, nil, part)
		counts[0] += int64(len(children))
		if !AddPlays(ctx, g, children, counts[1:]) {
			return false
		}
	}
	return true
}

// Distinct returns the number of different states, terminal ones included,
// after 1, 2, ... depth plies from the start.
func Distinct[S State](g Game[S], depth int) []int64 {
	counts := make([]int64, depth)
	level := []S{g.Start()}
	for ply := range counts {
		next, _ := g.Expand(nil, nil, level)
		slices.SortFunc(next, Compare[S])
		level = slices.Compact(next)
		counts[ply] = int64(len(level))
	}
	return counts
}

// CheckOrbits compares all states that the first plies lead to, up to limit at a
// ply, with their classes, counted by the sizes of their orbits: a symmetry that
// Orbits counts and Canonize does not use, or the other way round, makes them
// differ. Games without layers pass unseen, as only layers are counted so. It is
// not a part of Check because it asks more than the contract does: that with
// each state its images can be reached by as many plies.
func CheckOrbits[S State](g Game[S], limit int) error {
	if _, ok := any(g).(Layered[S]); !ok {
		return nil
	}
	canonizer := CanonizerOf(g)
	level := map[S]bool{g.Start(): true}
	for ply := 0; len(level) > 0 && len(level) <= limit; ply++ {
		classes := map[S]bool{}
		next := map[S]bool{}
		for s := range level {
			canonical, _ := Canonical(g, s)
			classes[canonical] = true
			children, _ := g.Expand(nil, nil, []S{s})
			for _, child := range children {
				next[child] = true
			}
		}
		sum := 0
		for s := range classes {
			sum += int(canonizer.Orbits(nil, []S{s})[0])
		}
		if sum != len(level) {
			return fmt.Errorf("%s: %d states after %d plies, but the orbits of their %d classes have %d", g.Info().Name, len(level), ply, len(classes), sum)
		}
		level = next
	}
	return nil
}
