package solver

import (
	"slices"
	"testing"

	"zermelo/games"
)

// classic is a solved variant, to compare with published results.
type classic[S games.State] struct {
	game     games.Game[S]
	solution *Solution
	layers   []classicLayer[S]
}

type classicLayer[S games.State] struct {
	states []S
	values []Value
}

// solveVariant solves a built-in variant with the plan of a solve without
// options.
func solveVariant[S games.State](t testing.TB, spec string) *classic[S] {
	t.Helper()
	g := openGame(t, spec).(games.Game[S])
	solution, store, err := solveOnce(t, g, defaultPlan[S](t, g))
	if err != nil {
		t.Fatal(err)
	}
	c := &classic[S]{game: g, solution: solution}
	for layer := range solution.Layers {
		states, values := store.layer(layer)
		c.layers = append(c.layers, classicLayer[S]{states, values})
	}
	return c
}

// value is role 0's payoff at a state that the solution covers, and the plies
// to the end.
func (s *classic[S]) value(t testing.TB, state S) (payoff, plies int) {
	t.Helper()
	canonical, swapped := games.Canonical(s.game, state)
	l := s.layers[s.game.(games.Layered[S]).Layers(nil, []S{canonical})[0]]
	i, found := slices.BinarySearchFunc(l.states, canonical, games.Compare[S])
	if !found {
		t.Fatalf("%s: %s is not solved", s.game.Info().Name, games.NotationOf(s.game).FormatState(state))
	}
	own, remoteness := l.values[i].unpack()
	if swapped {
		return s.game.Info().Total - int(own), remoteness
	}
	return int(own), remoteness
}

// start is the value of the start.
func (s *classic[S]) start(t testing.TB) (payoff, plies int) {
	t.Helper()
	return s.value(t, s.game.Start())
}
