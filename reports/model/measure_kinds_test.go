package model

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/reports/measure"
	"zermelo/reports/reportstest"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// TestMeasuresByKind compares the measures of games other than alternating contests with the
// results of following every play, and checks which measures are undefined.
func TestMeasuresByKind(t *testing.T) {
	tests := []struct {
		name      string
		variant   games.Variant
		undefined []string
	}{
		{"puzzle", reportstest.Sheet(t, reportstest.Puzzle), []string{measure.Advantage, measure.Draws, measure.Comebacks, measure.GreedyErrors}},
		{"simultaneous", reportstest.Variant(t, "tron:size=3x5,turns=simultaneous"), []string{measure.RandomErrors, measure.GreedyErrors, measure.PerfectLength, measure.BestLines, measure.Keeping}},
		{"general", reportstest.Variant(t, "coordination:rounds=3"), []string{measure.Advantage, measure.Draws, measure.Comebacks, measure.GreedyErrors, measure.BestLines, measure.Keeping}},
		{"both", reportstest.Variant(t, "coordination:rounds=3,turns=simultaneous"), []string{measure.Advantage, measure.Draws, measure.Comebacks, measure.GreedyErrors, measure.RandomErrors, measure.BestLines, measure.Keeping}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := reportstest.StoredVariant(t, test.variant)
			got, err := b.Measure(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			switch g := test.variant.(type) {
			case games.Game[uint64]:
				checkMeasures(t, got, naiveMeasures(g, solvertest.Naive(g)))
			case games.Game[[2]uint64]:
				checkMeasures(t, got, naiveMeasures(g, solvertest.Naive(g)))
			}
			var undefined []string
			for _, u := range got.Undefined {
				undefined = append(undefined, u.Measure)
			}
			if !slices.Equal(undefined, test.undefined) {
				t.Errorf("undefined: %q, want %q", undefined, test.undefined)
			}
			for _, named := range measure.Explain(got, b.Info().Roles) {
				if slices.Contains(undefined, named.Name) || !strings.HasSuffix(named.Explanation, ".") {
					t.Errorf("%+v", named)
				}
			}
		})
	}
}

// TestMeasuresOfPuzzle compares the measures with numbers counted by hand. The puzzle has 15
// plays, and two of its first three moves keep the value.
func TestMeasuresOfPuzzle(t *testing.T) {
	m, err := reportstest.StoredVariant(t, reportstest.Sheet(t, reportstest.Puzzle)).Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	// Place 5 is reached by right, leap, leap in any order.
	if m.BestLines != "3" || m.PerfectPlies != 3 || m.ShortestPlies != 3 || m.LongestPlies != 3 {
		t.Errorf("%s best lines of %d plies, plays of %d to %d", m.BestLines, m.PerfectPlies, m.ShortestPlies, m.LongestPlies)
	}
}

// TestMeasuresOfTiers compares error rates with a naive count, for games with tiers and for the
// same games without numbered positions.
func TestMeasuresOfTiers(t *testing.T) {
	for _, spec := range []string{"dodgem:size=3x3", "quixo:size=3x3"} {
		t.Run(spec, func(t *testing.T) {
			g := reportstest.Variant(t, spec).(games.Tiered[uint64])
			all := allNumbered(g)
			values, outcomes := solvertest.NaiveCyclic[uint64](g, all), value.Outcomes{Total: g.Info().Total}
			p := &playing[uint64]{game: g, value: func(s uint64) value.Outcome { return outcomes.Of(values[s]) }}
			got, err := reportstest.StoredVariant(t, reportstest.Variant(t, spec)).Measure(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			checkMeasures(t, &measure.Measures{Table: got.Table}, &measure.Measures{Table: p.table(all)})
			if got.Table == nil || got.RandomPlay != nil || got.Contest != nil || got.PlayErrors != nil || got.GreedyPlay != nil || len(got.Undefined) == 0 {
				t.Errorf("%+v", got)
			}
			if testing.Short() {
				return
			}
			plain := unnumbered{g}
			if got, err = reportstest.StoredVariant(t, plain).Measure(t.Context()); err != nil {
				t.Fatal(err)
			}
			if got.Table == nil {
				t.Fatalf("nothing measured of %+v", got)
			}
			checkMeasures(t, &measure.Measures{Table: got.Table}, &measure.Measures{Table: p.table(reportstest.Classes[uint64](plain))})
		})
	}
}

// unnumbered hides the numbers and symmetries of a game with tiers.
type unnumbered struct{ games.Game[uint64] }

func TestNotMeasured(t *testing.T) {
	_, err := reportstest.NaiveGame(t, "coordination:rounds=3").Measure(t.Context())
	var none *measure.NotMeasuredError
	if !errors.As(err, &none) || none.Why != "no table of all positions is stored" {
		t.Errorf("%v, want that there is no table", err)
	}
}
