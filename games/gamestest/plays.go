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
// start, and the roles must alternate.
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
			names := n.Moves(s)
			if len(names[1-ply%2]) > 0 {
				t.Fatalf("%s: %s: moves %v, but it is the turn of role %d", spec, text, names, ply%2)
			}
			got := map[string]string{}
			for i, name := range names[ply%2] {
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

// LastMoverWins implements SlowRules.Payoffs for games where a player without a
// move loses.
func LastMoverWins(_ string, ply int) games.Payoff {
	p := games.Payoff{100, 0}
	if ply%2 == 0 {
		slices.Reverse(p[:2])
	}
	return p
}
