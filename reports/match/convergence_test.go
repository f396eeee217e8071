package match

import (
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/solver/search/mcts"
)

// smallGames returns the built-in games that are solved within 0.1 s.
func smallGames(t *testing.T) (list []string) {
	t.Helper()
	text, err := os.ReadFile("../../tablebase/testdata/digests.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Split(line, "\t"); f[1] == "quick" && !strings.Contains(f[0], "/") {
			list = append(list, f[0])
		}
	}
	return list
}

// convergence counts correct moves of Monte Carlo tree search.
type convergence struct {
	right, all int     // positions where one role moves
	regret     float64 // sum over positions with joint moves, as a share of the payoffs
	joint      int
}

// TestTreeSearchConverges searches the start and three random positions of each small game. It
// counts the first moves that keep the value. With joint moves, it measures how much each strategy
// loses against the best reply.
func TestTreeSearchConverges(t *testing.T) {
	limits := []mcts.Options[uint64]{{Nodes: 10_000}}
	if gamestest.Large() {
		limits = []mcts.Options[uint64]{{Time: 100 * time.Millisecond}, {Time: time.Second}}
	}
	for _, limit := range limits {
		var c convergence
		for _, spec := range smallGames(t) {
			b, v := reportstest.StoredGame(t, spec)
			o := mcts.Options[uint64]{Nodes: limit.Nodes, Time: limit.Time}
			games.ByState(v, measure[uint64](t, &c, b, o), measure[[2]uint64](t, &c, b, o), measure[[4]uint64](t, &c, b, o))
		}
		share := float64(c.right) / float64(c.all)
		t.Logf("limits of %d positions and %s: %d of %d first moves correct (%.1f %%); mean regret %.4f in %d positions with joint moves",
			limit.Nodes, limit.Time, c.right, c.all, 100*share, c.regret/float64(c.joint), c.joint)
		if share < 0.85 || c.regret > 0.02*float64(c.joint) {
			t.Errorf("%.1f %% of the first moves are correct, mean regret %v", 100*share, c.regret/float64(c.joint))
		}
	}
}

func measure[S games.State](t *testing.T, c *convergence, b solved.Game, limit mcts.Options[uint64]) func(games.Game[S]) bool {
	return func(g games.Game[S]) bool {
		random := rand.New(rand.NewPCG(1, 2))
		for k := range uint64(4) {
			s := g.Start()
			for range random.IntN(10) * int(min(k, 1)) {
				if children, _ := g.Expand(nil, nil, []S{s}); len(children) > 0 {
					s = children[random.IntN(len(children))]
				}
			}
			at, err := b.Position(games.NotationOf(g).FormatState(s))
			if err != nil {
				t.Fatal(err)
			}
			if at.Terminal {
				continue
			}
			a := mcts.New(g, mcts.Options[S]{Nodes: limit.Nodes, Time: limit.Time, Seed: k}).Run(context.Background(), s)
			switch {
			case at.Matrix != nil && !g.Info().GeneralSum:
				c.joint++
				c.regret += regret(at, &a) / float64(g.Info().Total)
			case at.Mover >= 0 && at.KeptMoves() < len(at.Moves):
				c.all++
				if slices.ContainsFunc(at.Moves, func(m solved.Move) bool { return m.Name == a.Line[0] && m.Keeps == solved.KeptYes }) {
					c.right++
				} else {
					t.Logf("%s at %s: %s loses value", g.Info().Name, at.Text, a.Line[0])
				}
			}
		}
		return true
	}
}

// regret returns half of the sum of what both strategies lose against the best replies.
func regret(at *solved.Position, a *mcts.Analysis) float64 {
	cells := map[string]float64{}
	for _, m := range at.Moves {
		cells[m.Name], _ = m.Outcome.Payoff[0].Float64()
	}
	low, high := math.Inf(1), math.Inf(-1)
	for _, y := range a.Moves[1] {
		sum := 0.0
		for _, x := range a.Moves[0] {
			sum += x.Probability * cells[x.Name+"+"+y.Name]
		}
		low = min(low, sum)
	}
	for _, x := range a.Moves[0] {
		sum := 0.0
		for _, y := range a.Moves[1] {
			sum += y.Probability * cells[x.Name+"+"+y.Name]
		}
		high = max(high, sum)
	}
	return (high - low) / 2
}
