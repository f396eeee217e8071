package solver

import (
	"testing"

	"zermelo/games"
)

// solvePublished solves a built-in game whose states are one word, to be
// compared with what is published about it. It returns the payoff of role 0
// and the plies to the end, and the solution.
func solvePublished(t *testing.T, spec string) (payoff int16, plies int, solution *Solution) {
	t.Helper()
	g := openGame(t, spec).(games.Game[uint64])
	solution, _ = mustSolve(t, g, defaultPlan[uint64](t, g))
	payoff, plies = solution.Start.unpack()
	return payoff, plies, solution
}
