package gamestest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
)

// SlowRules is a simple implementation of a game's rules, independent of the tested
// implementation. Positions are in the game's notation. Plies are counted from the
// start, without random moves. Two roles must alternate unless the game has extra moves.
type SlowRules struct {
	Moves   func(position string) map[string]string // resulting positions by move name
	Payoffs func(position string, ply int) games.Payoff
}

// Plays compares the moves and payoffs of g with those of slow in random plays.
func Plays[S games.State](t *testing.T, g games.Game[S], plays int, slow SlowRules) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	spec, n := g.Info().Name, games.NotationOf(g)
	for range plays {
		s := g.Start()
		for ply := 0; ; ply++ {
			text := n.FormatState(s)
			children, _ := g.Expand(nil, nil, []S{s})
			names, role := n.Moves(s), ply%2
			switch mover := games.Mover(g, s); {
			case mover == int(games.Chance):
				role = 0
				ply--
			case g.Info().ExtraMoves || len(g.Info().Roles) == 1:
				role = mover
			}
			if len(names[1-role]) > 0 {
				t.Fatalf("%s: %s: moves %v, but it is the turn of role %d", spec, text, names, role)
			}
			got := map[string]string{}
			for i, name := range names[role] {
				got[name] = n.FormatState(children[i])
			}
			if diff := cmp.Diff(slow.Moves(text), got); diff != "" {
				t.Fatalf("%s: %s: moves (-want +got):\n%s", spec, text, diff)
			}
			if len(children) == 0 {
				if got, want := g.Payoffs(nil, []S{s})[0], slow.Payoffs(text, ply); got != want {
					t.Fatalf("%s: %s: payoffs %v, want %v", spec, text, got, want)
				}
				break
			}
			s = children[rng.IntN(len(children))]
		}
	}
}

// Counts compares games.Perft and games.Distinct for 1, 2, ..., depth plies with the counts
// of an implementation as in SlowRules.
func Counts[S games.State](t *testing.T, g games.Game[S], depth int, moves func(position string) map[string]string) {
	t.Helper()
	var plays, positions []int64
	level := map[string]int64{games.NotationOf(g).FormatState(g.Start()): 1} // number of plays by position
	for range depth {
		next, sum := map[string]int64{}, int64(0)
		for text, count := range level {
			for _, child := range moves(text) {
				next[child] += count
				sum += count
			}
		}
		plays, positions, level = append(plays, sum), append(positions, int64(len(next))), next
	}
	if diff := cmp.Diff(plays, games.Perft(g, depth)); diff != "" {
		t.Errorf("%s: perft (-want +got):\n%s", g.Info().Name, diff)
	}
	if diff := cmp.Diff(positions, games.Distinct(g, depth)); diff != "" {
		t.Errorf("%s: distinct positions (-want +got):\n%s", g.Info().Name, diff)
	}
}

// LastMoverWins implements SlowRules.Payoffs for games where a player without a
// move loses.
func LastMoverWins(_ string, ply int) games.Payoff {
	p := games.Payoff{100, 0}
	if ply%2 == 0 {
		slices.Reverse(p[:2])
	}
	return p
}
