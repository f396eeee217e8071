package games

import "slices"

// Perft returns the number of sequences of 1, 2, ... depth plies from the
// start, the usual fingerprint of a move generator. Sequences that end early
// count only up to their end.
func Perft[S State](g Game[S], depth int) []int64 {
	counts := make([]int64, depth)
	var walk func(s S, ply int)
	walk = func(s S, ply int) {
		children, _ := g.Expand(nil, nil, []S{s})
		counts[ply] += int64(len(children))
		if ply+1 < depth {
			for _, c := range children {
				walk(c, ply+1)
			}
		}
	}
	if depth > 0 {
		walk(g.Start(), 0)
	}
	return counts
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
