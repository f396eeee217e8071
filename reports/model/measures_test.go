package model

import (
	"math"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/reports/measure"
	"zermelo/reports/reportstest"
	"zermelo/solver/solvertest"
)

// TestMeasures compares the measures with the results of following every play.
func TestMeasures(t *testing.T) {
	specs := []string{
		"tron:size=3x4", "breakthrough:size=3x3,rows=1,captures=diagonal", "breakthrough:size=3x4",
		"tictactoe:size=3x2,in-a-row=2", "nim:piles=1+2+3", "domineering:size=3x3", "domineering:size=2x3", "kalah:pits=2,seeds=1",
	}
	if !testing.Short() {
		specs = append(specs, "tictactoe")
	}
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			b, v := reportstest.StoredGame(t, spec)
			got, err := b.Measure(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			switch g := v.(type) {
			case games.Game[uint64]:
				checkMeasures(t, got, naiveMeasures(g, solvertest.Naive(g)))
			case games.Game[[2]uint64]:
				checkMeasures(t, got, naiveMeasures(g, solvertest.Naive(g)))
			case games.Game[[4]uint64]:
				checkMeasures(t, got, naiveMeasures(g, solvertest.Naive(g)))
			}
			if got.Contest == nil || got.RandomPlay == nil || got.PlayErrors == nil || got.GreedyPlay == nil || got.PerfectPlay == nil || got.Undefined != nil {
				t.Errorf("something is not measured: %+v", got)
			}
			if start, err := b.Start(); err != nil || start.Mover == 1 && got.First != 1 || start.Mover < 1 && got.First != 0 {
				t.Errorf("role %d moves first: %v", got.First, err)
			}
		})
	}
}

// checkMeasures compares the groups that are set in got with those in want.
func checkMeasures(t *testing.T, got, want *measure.Measures) {
	t.Helper()
	equal := func(name string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9*max(1, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if p := got.RandomPlay; p != nil {
		equal("typical plies", p.TypicalPlies, want.TypicalPlies)
		equal("decided", p.DecidedPlies, want.DecidedPlies)
		equal("shortest", float64(got.ShortestPlies), float64(want.ShortestPlies))
		equal("longest", float64(got.LongestPlies), float64(want.LongestPlies))
		for role, x := range p.Payoffs {
			equal("payoff", x, want.Payoffs[role])
		}
	}
	if c := got.Contest; c != nil {
		equal("first wins", c.FirstWins, want.FirstWins)
		equal("second wins", c.SecondWins, want.SecondWins)
		equal("drawn", c.Drawn, want.Drawn)
		equal("comeback", c.Comeback, want.Comeback)
		if c.LeadChanges != nil {
			equal("lead changes", *c.LeadChanges, *want.LeadChanges)
		}
	}
	if got.PlayErrors != nil {
		equal("random errors", got.RandomErrors, want.RandomErrors)
	}
	if got.GreedyPlay != nil {
		equal("greedy wins of the first", got.GreedyFirstWins, want.GreedyFirstWins)
		equal("greedy wins of the second", got.GreedySecondWins, want.GreedySecondWins)
		equal("greedy errors", got.GreedyErrors, want.GreedyErrors)
		equal("greedy plies", got.GreedyPlies, want.GreedyPlies)
	}
	if p := got.PerfectPlay; p != nil {
		equal("perfect plies", float64(p.PerfectPlies), float64(want.PerfectPlies))
		equal("keeping", p.Keeping, want.Keeping)
		if p.BestLines != want.BestLines {
			t.Errorf("%q best lines, want %q", p.BestLines, want.BestLines)
		}
	}
	if l := got.Luck; l != nil {
		equal("roll spread", l.RollSpread, want.RollSpread)
		equal("choice spread", l.ChoiceSpread, want.ChoiceSpread)
		equal("luck share", l.LuckShare, want.LuckShare)
		if l.PerfectScore != nil {
			equal("perfect score", *l.PerfectScore, *want.PerfectScore)
			equal("greedy score", *l.GreedyScore, *want.GreedyScore)
		}
	}
	if got.ExpectedPlies != nil && want.ExpectedPlies != nil {
		equal("expected plies", *got.ExpectedPlies, *want.ExpectedPlies)
	}
	if e := got.Table; e != nil {
		equal("positions", float64(e.Positions), float64(want.Table.Positions))
		equal("random errors anywhere", e.Random, want.Table.Random)
		if e.Greedy != nil {
			equal("greedy errors anywhere", *e.Greedy, *want.Table.Greedy)
		}
	}
}

// TestMeasuresPublished compares random play of tic-tac-toe with published probabilities:
// 737/1260 for the first player, 121/420 for the second, 8/63 for a draw.
func TestMeasuresPublished(t *testing.T) {
	b, _ := reportstest.StoredGame(t, "tictactoe")
	m, err := b.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(m.FirstWins-737./1260) > 1e-12 || math.Abs(m.SecondWins-121./420) > 1e-12 || math.Abs(m.Drawn-8./63) > 1e-12 {
		t.Errorf("%v, %v, %v", m.FirstWins, m.SecondWins, m.Drawn)
	}
	for _, named := range measure.Explain(m, b.Info().Roles) {
		if named.Name == "" || named.Value == "" || !strings.HasSuffix(named.Explanation, ".") {
			t.Errorf("%+v", named)
		}
	}
}
