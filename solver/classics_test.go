package solver

import (
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// classic is a solved variant, to compare with published results.
type classic[S games.State] struct {
	game     games.Game[S]
	solution *job.Solution
	layers   []classicLayer[S]
}

type classicLayer[S games.State] struct {
	states []S
	values []value.Value
}

// solveVariant solves a built-in variant with the plan of a solve without
// options.
func solveVariant[S games.State](t testing.TB, spec string) *classic[S] {
	t.Helper()
	g := solvertest.Open(t, spec).(games.Game[S])
	solution, store := mustSolve(t, g)
	c := &classic[S]{game: g, solution: solution}
	for layer := range solution.Layers {
		states, values := store.Layer(layer)
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
	own, remoteness := l.values[i].Unpack()
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

// mustSolve solves a game with no options.
func mustSolve[S games.State](t testing.TB, g games.Game[S]) (*job.Solution, *solvertest.MemoryStore[S]) {
	t.Helper()
	store := &solvertest.MemoryStore[S]{}
	solution, err := Solve(t.Context(), g, t.TempDir(), store, job.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return solution, store
}
