package reportstest

import (
	"zermelo/games"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// Naive is a solved.Table in memory. Its values are computed by solvertest.Naive.
type Naive[S games.State] struct {
	// Of returns the outcome of a state.
	Of   func(S) value.Outcome
	game games.Game[S]
}

// NewNaive returns the table of a game whose play always ends.
func NewNaive[S games.State](g games.Game[S]) *Naive[S] { return &Naive[S]{solvertest.Naive(g), g} }

// Probe implements solved.Table.
func (n *Naive[S]) Probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	for _, s := range states {
		dst = append(dst, n.Of(s))
	}
	return dst, nil
}

// Size implements solved.Table.
func (n *Naive[S]) Size() (int64, error) { return 1234, nil }

// Close implements solved.Table.
func (n *Naive[S]) Close() error { return nil }

// Mover returns the role to move in a state where only one role has a choice.
func (n *Naive[S]) Mover(s S) int {
	moves := games.NotationOf(n.game).Moves(s)
	if moves[1] == nil || len(moves[0]) > 1 {
		return 0
	}
	return 1
}

// Classes returns the canonical state of each reachable position, without
// duplicates.
func Classes[S games.State](g games.Game[S]) []S {
	var list []S
	seen := map[S]bool{}
	for _, s := range solvertest.Reachable(g) {
		if s, _ = games.Canonical(g, s); !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	return list
}
