package solver

import (
	"testing"

	"zermelo/games/gamestest"
)

// TestTicTacToe compares with the well-known counts of tic-tac-toe: 5478
// positions, 765 up to symmetry; games can end in 958 ways, 138 up to symmetry.
func TestTicTacToe(t *testing.T) {
	g := solveVariant[uint64](t, "tictactoe")
	payoff, plies := g.start(t)
	if payoff != 50 || plies != 9 {
		t.Errorf("value %d in %d plies, want a draw in 9", payoff, plies)
	}
	var terminals, rawTerminals int64
	s := g.solution
	for _, l := range s.Layers {
		terminals += l.Terminals
		rawTerminals += l.RawTerminals
	}
	if s.States() != 765 || s.RawStates != 5478 || terminals != 138 || rawTerminals != 958 {
		t.Errorf("%d states of %d, %d terminal of %d; want 765 of 5478, 138 of 958", s.States(), s.RawStates, terminals, rawTerminals)
	}
}

// TestMNKGames compares with the results that are published for m,n,k-games:
// https://en.wikipedia.org/wiki/M,n,k-game and, with the misère versions and
// how many stones n the winner puts down, dfriedman.org, "Optimal mnk-games"
// (2020): 2n-1 plies if x wins, 2n+1 if o wins because x must complete a row.
func TestMNKGames(t *testing.T) {
	for _, test := range []struct {
		spec   string
		payoff int
		plies  int // 0 if not published
		long   bool
	}{
		{"size=3x2,in-a-row=2", 100, 3, false},
		{"size=4x2,in-a-row=3", 50, 8, false},
		{"size=5x2,in-a-row=3", 50, 10, false},
		{"size=3x3,in-a-row=2", 100, 3, false},
		{"size=4x3", 100, 7, false},
		{"size=3x4", 100, 7, false},
		{"size=4x3,in-a-row=4", 50, 12, false},
		{"size=4x4", 100, 5, true},
		{"size=4x4,in-a-row=4", 50, 16, true},
		{"misere=yes", 50, 9, false},
		{"misere=yes,size=3x2,in-a-row=2", 0, 5, false},
		{"misere=yes,size=5x2,in-a-row=2", 0, 7, false},
		{"misere=yes,size=5x2,in-a-row=3", 50, 10, false},
		{"misere=yes,size=3x3,in-a-row=2", 0, 7, false},
		{"misere=yes,size=4x3,in-a-row=2", 0, 9, false},
		{"misere=yes,size=4x3", 0, 11, false},
		{"misere=yes,size=4x3,in-a-row=4", 50, 12, false},
		{"misere=yes,size=4x4,in-a-row=2", 0, 9, false},
	} {
		if test.long && !gamestest.Large() {
			continue
		}
		g := solveVariant[uint64](t, "tictactoe:"+test.spec)
		payoff, plies := g.start(t)
		if payoff != test.payoff || test.plies > 0 && plies != test.plies {
			t.Errorf("%s: x gets %d in %d plies, want %d in %d", test.spec, payoff, plies, test.payoff, test.plies)
		}
		t.Logf("%s: x gets %d in %d plies, %d states", test.spec, payoff, plies, g.solution.States())
	}
}
