package retro

import (
	"testing"

	"zermelo/games"
	"zermelo/solver/solvertest"
)

// TestDodgem compares with what is published: the first player wins on 3x3
// (Winning Ways, chapter 22), and 4x4 is a draw (David desJardins, 1996).
func TestDodgem(t *testing.T) {
	for spec, want := range map[string]int{"dodgem": 100, "dodgem:size=4x4": 50} {
		g := solvertest.Open(t, spec).(games.Tiered[uint64])
		solution, _ := mustSolveTiers(t, g, 2)
		if payoff, plies := solution.Start.Unpack(); int(payoff) != want {
			t.Errorf("%s: the first player gets %d, in %d plies, want %d", spec, payoff, plies, want)
		}
	}
}
