package model

import (
	"fmt"
	"testing"

	"zermelo/games"
	"zermelo/reports/reportstest"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// TestMeasuresOfChance compares the measures of games with chance with the results of following
// every play.
func TestMeasuresOfChance(t *testing.T) {
	list := []games.Variant{reportstest.Variant(t, "hog:target=6,dice=2,die=3"), reportstest.Variant(t, "bearoff:men=1")}
	for seed := range uint64(60) {
		list = append(list, solvertest.NewRandomGame[uint64](solvertest.Shape{
			Kind: value.Simultaneous, Chance: true, Turns: seed%5 > 0, Span: 1 + int(seed%3), Layers: 4 + int(seed%4), Width: 8, MaxMoves: 4,
			Swap: seed%2 == 0, Mirror: seed%3 == 0, Seed: seed,
		}))
		list = append(list, solvertest.NewRandomGame[uint64](solvertest.Shape{
			Kind: value.General, Chance: true, Turns: true, Span: 2, Layers: 5, Width: 5, MaxMoves: 3, Seed: seed,
		}))
	}
	duels := 0
	for i, v := range list {
		t.Run(fmt.Sprint(i, v.Info().Name), func(t *testing.T) {
			g := v.(games.Game[uint64])
			got, err := reportstest.StoredVariant(t, v).Measure(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			checkMeasures(t, got, naiveMeasures(g, solvertest.Naive(g)))
			info := v.Info()
			if got.RandomPlay == nil || !info.GeneralSum && !info.Simultaneous && (got.Contest == nil || got.LeadChanges == nil || got.GreedyPlay == nil || got.Luck == nil || got.PerfectScore == nil) {
				t.Errorf("something is not measured: %+v", got)
			}
			if got.Luck != nil && got.RollSpread > 0 && got.ChoiceSpread > 0 && *got.PerfectScore != *got.GreedyScore {
				duels++
			}
		})
	}
	if duels < 5 {
		t.Errorf("luck and skill in only %d games", duels)
	}
}
