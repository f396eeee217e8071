package reports

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/work"
	"zermelo/reports/measure"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// puzzle is a game for one: three steps along a line, to get far.
const puzzle = `(role walker) (init (at 1)) (init (step 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(<= (legal walker left) (true (at ?x)) (succ ?y ?x))
(<= (legal walker right) (true (at ?x)) (succ ?x ?y))
(<= (legal walker leap) (true (at ?x)) (succ ?x ?y) (succ ?y ?z))
(<= (next (at ?y)) (does walker left) (true (at ?x)) (succ ?y ?x))
(<= (next (at ?y)) (does walker right) (true (at ?x)) (succ ?x ?y))
(<= (next (at ?z)) (does walker leap) (true (at ?x)) (succ ?x ?y) (succ ?y ?z))
(<= (next (step ?t)) (true (step ?s)) (succ ?s ?t))
(<= terminal (true (step 3)))
(<= (goal walker 100) (true (at 5)))
(<= (goal walker 40) (true (at 4)))
(<= (goal walker 10) (not (true (at 5))) (not (true (at 4))))`

// sheet makes the game of a rule sheet.
func sheet(t *testing.T, text string) games.Variant {
	t.Helper()
	file := filepath.Join(t.TempDir(), "sheet.kif")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	v, err := gdl.OpenSpec(t.Context(), file, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// TestMeasuresByKind compares the measures of games that are no contest of two
// who take turns with those found by following every play, and says which there
// are.
func TestMeasuresByKind(t *testing.T) {
	tests := []struct {
		name      string
		variant   games.Variant
		undefined []string
	}{
		{"puzzle", sheet(t, puzzle), []string{measure.Advantage, measure.Draws, measure.Comebacks, measure.GreedyErrors}},
		{"simultaneous", variant(t, "tron:size=3x5,turns=simultaneous"), []string{measure.RandomErrors, measure.GreedyErrors, measure.PerfectLength, measure.BestLines, measure.Keeping}},
		{"general", variant(t, "coordination:rounds=3"), []string{measure.Advantage, measure.Draws, measure.Comebacks, measure.GreedyErrors, measure.BestLines, measure.Keeping}},
		{"both", variant(t, "coordination:rounds=3,turns=simultaneous"), []string{measure.Advantage, measure.Draws, measure.Comebacks, measure.GreedyErrors, measure.RandomErrors, measure.BestLines, measure.Keeping}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := storedVariant(t, test.variant)
			got, err := Measure(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			switch g := test.variant.(type) {
			case games.Game[uint64]:
				checkMeasures(t, got, naiveMeasures(g, newNaive(g).of))
			case games.Game[[2]uint64]:
				checkMeasures(t, got, naiveMeasures(g, newNaive(g).of))
			}
			var undefined []string
			for _, u := range got.Undefined {
				undefined = append(undefined, u.Measure)
			}
			if !slices.Equal(undefined, test.undefined) {
				t.Errorf("undefined: %q, want %q", undefined, test.undefined)
			}
			said := ""
			for _, b := range undefinedBlocks(got.Undefined) {
				said += string(b.(paragraph))
			}
			for _, name := range undefined {
				if !strings.Contains(strings.ToLower(said), name) {
					t.Errorf("%q does not name %s", said, name)
				}
			}
			for _, named := range namedMeasures(got, b.Info().Roles) {
				if slices.Contains(undefined, named.Name) || !strings.HasSuffix(named.Explanation, ".") {
					t.Errorf("%+v", named)
				}
			}
		})
	}
}

// TestMeasuresOfPuzzle counts by hand: of the 15 plays of the puzzle from 1, where
// two of the first three moves keep the value.
func TestMeasuresOfPuzzle(t *testing.T) {
	m, err := Measure(t.Context(), storedVariant(t, sheet(t, puzzle)))
	if err != nil {
		t.Fatal(err)
	}
	// To 5 in three steps: right, leap, leap in any order.
	if m.BestLines != "3" || m.PerfectPlies != 3 || m.ShortestPlies != 3 || m.LongestPlies != 3 {
		t.Errorf("%s best lines of %d plies, plays of %d to %d", m.BestLines, m.PerfectPlies, m.ShortestPlies, m.LongestPlies)
	}
}

// TestMeasuresOfTiers compares the errors over all numbered positions, and over
// all states that the same game without numbers has.
func TestMeasuresOfTiers(t *testing.T) {
	for _, spec := range []string{"dodgem:size=3x3", "quixo:size=3x3"} {
		t.Run(spec, func(t *testing.T) {
			g := variant(t, spec).(games.Tiered[uint64])
			all := allNumbered(g)
			values, outcomes := solvertest.NaiveCyclic[uint64](g, all), value.Outcomes{Total: g.Info().Total}
			p := &playing[uint64]{game: g, value: func(s uint64) value.Outcome { return outcomes.Of(values[s]) }}
			got, err := Measure(t.Context(), storeTiers(t, spec))
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
			if got, err = Measure(t.Context(), storedVariant(t, plain)); err != nil {
				t.Fatal(err)
			}
			if got.Table == nil {
				t.Fatalf("nothing measured of %+v", got)
			}
			checkMeasures(t, &measure.Measures{Table: got.Table}, &measure.Measures{Table: p.table(classes[uint64](plain))})
		})
	}
}

// unnumbered is a game of tiers without its numbers and symmetries.
type unnumbered struct{ games.Game[uint64] }

func TestNotMeasured(t *testing.T) {
	_, err := Measure(t.Context(), naiveBook(t, "coordination:rounds=3"))
	var none *measure.NotMeasuredError
	if !errors.As(err, &none) || !strings.Contains(none.Why, "no table of all positions") {
		t.Errorf("%v, want that there is no table", err)
	}
}
