package games

import (
	"context"
	"fmt"
	"slices"
)

// Perft returns the numbers of plays of 1, 2, ..., depth plies from the start, which
// are commonly used to test move generators. A play that ends earlier is not counted
// among longer plays.
func Perft[S State](g Game[S], depth int) []int64 {
	counts := make([]int64, depth)
	CountPlays(context.Background(), g, []S{g.Start()}, counts)
	return counts
}

// perftBatch is the maximum number of states passed to each Expand call.
const perftBatch = 2048

// CountPlays adds the number of plays of i+1 plies from the given states to
// counts[i], for each i. It returns false if ctx is cancelled.
func CountPlays[S State](ctx context.Context, g Game[S], states []S, counts []int64) bool {
	for len(states) > 0 && len(counts) > 0 {
		if ctx.Err() != nil {
			return false
		}
		part := states[:min(len(states), perftBatch)]
		states = states[len(part):]
		children, _ := g.Expand(nil, nil, part)
		counts[0] += int64(len(children))
		if !CountPlays(ctx, g, children, counts[1:]) {
			return false
		}
	}
	return true
}

// Distinct returns the numbers of distinct states after 1, 2, ..., depth plies.
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

// CheckOrbits checks Canonize and Orbits against each other. After each ply, it
// compares the number of states with the sum of the orbits of their canonical states.
// It stops at the first ply with more than limit states, and does nothing for games
// without layers. Unlike Check, it requires that all images of a state are reached
// after the same number of plies.
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
			return fmt.Errorf("%s: %d states after %d plies, but the orbits of their %d classes contain %d", g.Info().Name, len(level), ply, len(classes), sum)
		}
		level = next
	}
	return nil
}
