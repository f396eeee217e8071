package solver

import (
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
)

// published is a result from the literature. Zero fields were not published,
// except for payoff.
type published struct {
	spec          string
	payoff, plies int // payoff of role 0; plies of the whole game
	// moves lists the names of all winning first moves, separated by spaces.
	moves string
	// states counts states up to symmetry, and positions includes symmetric
	// ones. ends and rawEnds count the terminal ones among them.
	states, positions, ends, rawEnds int64
	large                            bool // requires -large
}

// publishedResults returns the results by source.
func publishedResults() map[string][]published {
	return map[string][]published{
		"well known": {
			{spec: "tictactoe", payoff: 50, plies: 9, states: 765, positions: 5478, ends: 138, rawEnds: 958},
			{spec: "dots-and-boxes:boxes=1x1", payoff: 0, plies: 4}, // the second player draws the fourth line
		},
		"https://en.wikipedia.org/wiki/M,n,k-game": {
			{spec: "tictactoe:size=3x2,in-a-row=2", payoff: 100, plies: 3},
			{spec: "tictactoe:size=4x2,in-a-row=3", payoff: 50, plies: 8},
			{spec: "tictactoe:size=5x2,in-a-row=3", payoff: 50, plies: 10},
			{spec: "tictactoe:size=3x3,in-a-row=2", payoff: 100, plies: 3},
			{spec: "tictactoe:size=4x3", payoff: 100, plies: 7},
			{spec: "tictactoe:size=3x4", payoff: 100, plies: 7},
			{spec: "tictactoe:size=4x3,in-a-row=4", payoff: 50, plies: 12},
			{spec: "tictactoe:size=4x4", payoff: 100, plies: 5, large: true},
			{spec: "tictactoe:size=4x4,in-a-row=4", payoff: 50, plies: 16, large: true},
		},
		// The source gives the number n of stones placed by the winner: 2n-1
		// plies if x wins, 2n+1 if o wins because x must complete a row.
		"dfriedman.org, Optimal mnk-games (2020)": {
			{spec: "tictactoe:misere=yes", payoff: 50, plies: 9},
			{spec: "tictactoe:misere=yes,size=3x2,in-a-row=2", payoff: 0, plies: 5},
			{spec: "tictactoe:misere=yes,size=5x2,in-a-row=2", payoff: 0, plies: 7},
			{spec: "tictactoe:misere=yes,size=5x2,in-a-row=3", payoff: 50, plies: 10},
			{spec: "tictactoe:misere=yes,size=3x3,in-a-row=2", payoff: 0, plies: 7},
			{spec: "tictactoe:misere=yes,size=4x3,in-a-row=2", payoff: 0, plies: 9},
			{spec: "tictactoe:misere=yes,size=4x3", payoff: 0, plies: 11},
			{spec: "tictactoe:misere=yes,size=4x3,in-a-row=4", payoff: 50, plies: 12},
			{spec: "tictactoe:misere=yes,size=4x4,in-a-row=2", payoff: 0, plies: 9},
		},
		// The first player wins every bar with more than one square (J. F. Nash's
		// argument). On a square bar, the winning bite is b2; on two rows, it is the
		// last square of the upper row.
		"well-known strategies of chomp": {
			{spec: "chomp:size=2x2", payoff: 100, moves: "b2"},
			{spec: "chomp:size=4x4", payoff: 100, moves: "b2"},
			{spec: "chomp:size=7x7", payoff: 100, moves: "b2"},
			{spec: "chomp:size=2x1", payoff: 100, moves: "b1"},
			{spec: "chomp:size=9x1", payoff: 100, moves: "b1"},
			{spec: "chomp:size=1x9", payoff: 100, moves: "a2"},
			{spec: "chomp:size=3x2", payoff: 100, moves: "c2"},
			{spec: "chomp:size=9x2", payoff: 100, moves: "i2"},
			{spec: "chomp:size=2x9", payoff: 100, moves: "b9"},
		},
		// M. H. Albert, J. P. Grossman, R. J. Nowakowski and D. Wolfe state in
		// An introduction to Clobber (2005) that the first player wins on a row
		// of 2n cells, except for n = 3.
		"X. Chen et al., arXiv 2509.08985": {
			{spec: "clobber:size=2x1", payoff: 100},
			{spec: "clobber:size=4x1", payoff: 100},
			{spec: "clobber:size=6x1", payoff: 0},
			{spec: "clobber:size=8x1", payoff: 100},
			{spec: "clobber:size=10x1", payoff: 100},
			{spec: "clobber:size=12x1", payoff: 100},
			{spec: "clobber:size=14x1", payoff: 100},
			{spec: "clobber:size=16x1", payoff: 100},
			{spec: "clobber:size=18x1", payoff: 100},
			{spec: "clobber:size=20x1", payoff: 100},
		},
		"tromp.github.io/c4/c4.html, draws on full boards": {
			{spec: "connect4:size=4x4", payoff: 0, plies: 16, positions: 161029},
			{spec: "connect4:size=4x5", payoff: 0, plies: 20, positions: 1706255},
			{spec: "connect4:size=5x4", payoff: 0, plies: 20, positions: 3945711, large: true},
		},
		"M. Lachmann, C. Moore and I. Rapaport, Who wins Domineering on rectangular boards? (2000)": {
			{spec: "domineering:size=2x2", payoff: 100},
		},
		"J. H. Conway (1976)": {
			{spec: "domineering:size=5x5", payoff: 0},
		},
		"E. Berlekamp, J. H. Conway and R. Guy, Winning Ways": {
			{spec: "dots-and-boxes:boxes=2x2", payoff: 3, plies: 12}, // the game's own tests compare 3x3
		},
		// By J. Nash's argument, the first player wins on square boards, and
		// the second player if a swap is allowed. On other boards, the player
		// with the shorter distance wins.
		"M. Gardner, The Scientific American Book of Mathematical Puzzles and Diversions (1959)": {
			{spec: "hex:size=2x2", payoff: 100},
			{spec: "hex:size=3x3", payoff: 100},
			{spec: "hex:size=2x2,swap=yes", payoff: 0},
			{spec: "hex:size=3x3,swap=yes", payoff: 0},
			{spec: "hex:size=2x3", payoff: 0},
			{spec: "hex:size=3x2", payoff: 100},
			{spec: "hex:size=3x4", payoff: 0},
			{spec: "hex:size=4x3", payoff: 100},
		},
		"M. Gardner, Mathematical Games, Scientific American, March 1962": {
			{spec: "hexapawn", payoff: 0, plies: 6},
		},
		"https://en.wikipedia.org/wiki/Hexapawn": {
			{spec: "octopawn", payoff: 100},
		},
		"G. Irving, J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000), table 9": {
			{spec: "kalah:pits=6,seeds=1", payoff: 7, large: true}, // out of 12
		},
		// White wins by 11 discs to 3, or by 13 to 3 if the winner gets the
		// empty cells.
		"published results of Othello on 4x4": {
			{spec: "othello", payoff: -8},
			{spec: "othello:empties=winner", payoff: -10},
		},
	}
}

func TestSolverAgreesWithPublishedResults(t *testing.T) {
	for source, results := range publishedResults() {
		for _, want := range results {
			if want.large && !gamestest.Large() {
				continue
			}
			g := solveVariant(t, want.spec)
			got := published{spec: want.spec, large: want.large}
			got.payoff, got.plies = g.value(t, g.game.Start())
			if want.plies == 0 {
				got.plies = 0
			}
			if want.moves != "" {
				got.moves = strings.Join(g.winningMoves(t), " ")
			}
			if want.positions > 0 {
				got.positions = g.solution.RawStates
			}
			if want.states > 0 {
				got.states = g.solution.States()
				for _, l := range g.solution.Layers {
					got.ends += l.Terminals
					got.rawEnds += l.RawTerminals
				}
			}
			if got != want {
				t.Errorf("solved: %+v\nwant:   %+v\nby %s", got, want, source)
			}
		}
	}
}

// solvedVariant is a built-in game and its solution without options.
type solvedVariant struct {
	game     games.Game[uint64]
	solution *job.Solution
	store    *solvertest.MemoryStore[uint64]
}

func solveVariant(t *testing.T, spec string) *solvedVariant {
	t.Helper()
	g := solvertest.Open(t, spec).(games.Game[uint64])
	solution, store := mustSolve(t, g)
	return &solvedVariant{g, solution, store}
}

// mustSolve solves a game without options.
func mustSolve[S games.State](t *testing.T, g games.Game[S]) (*job.Solution, *solvertest.MemoryStore[S]) {
	t.Helper()
	store := &solvertest.MemoryStore[S]{}
	solution, err := Solve(t.Context(), g, t.TempDir(), store, job.Options{CountTerminals: true})
	if err != nil {
		t.Fatal(err)
	}
	return solution, store
}

// value returns the payoff of role 0 in a state of the solution, and the number
// of plies to the end.
func (s *solvedVariant) value(t *testing.T, state uint64) (payoff, plies int) {
	t.Helper()
	canonical, swapped := games.Canonical(s.game, state)
	layer := s.game.(games.Layered[uint64]).Layers(nil, []uint64{canonical})[0]
	states, values := s.store.Layer(int(layer))
	i, found := slices.BinarySearch(states, canonical)
	if !found {
		t.Fatalf("%s: %s is not solved", s.game.Info().Name, games.NotationOf(s.game).FormatState(state))
	}
	own, remoteness := values[i].Unpack()
	if swapped {
		return s.game.Info().Total - int(own), remoteness
	}
	return int(own), remoteness
}

// wins reports whether role 0 wins from the start.
func (s *solvedVariant) wins(t *testing.T) bool {
	t.Helper()
	payoff, _ := s.value(t, s.game.Start())
	return payoff == 100
}

// winningMoves returns the names of the first moves with which role 0 wins.
func (s *solvedVariant) winningMoves(t *testing.T) []string {
	t.Helper()
	children, _ := s.game.Expand(nil, nil, []uint64{s.game.Start()})
	won := []string{}
	for i, name := range games.NotationOf(s.game).Moves(s.game.Start())[0] {
		if payoff, _ := s.value(t, children[i]); payoff == 100 {
			won = append(won, name)
		}
	}
	slices.Sort(won)
	return won
}
