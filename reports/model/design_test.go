package model

import (
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/reports/reportstest"
)

// TestMistakeByRules finds the commonest opening mistake by plain recursion over the rules.
func TestMistakeByRules(t *testing.T) {
	for _, spec := range []string{"tictactoe", "tron:size=3x4", "breakthrough:size=3x4,rows=1,captures=diagonal", "hex:size=3x3"} {
		b, v := reportstest.StoredGame(t, spec)
		g := v.(games.Game[uint64])
		naive := reportstest.NewNaive(g)
		shares := map[string]float64{}
		var visit func(s uint64, ply int, chance float64)
		visit = func(s uint64, ply int, chance float64) {
			children, _ := g.Expand(nil, nil, []uint64{s})
			mover := naive.Mover(s)
			for i, c := range children {
				if share := chance / float64(len(children)); naive.Of(c).Payoff[mover].Cmp(naive.Of(s).Payoff[mover]) < 0 {
					shares[string(rune('0'+ply))+" "+games.NotationOf(g).Moves(s)[mover][i]] += share
				}
				if ply == 1 {
					visit(c, 2, chance/float64(len(children)))
				}
			}
		}
		visit(g.Start(), 1, 1)
		most, want := 0.0, []string(nil)
		for _, share := range shares {
			most = max(most, share)
		}
		r, err := New(b)
		if err != nil {
			t.Fatal(err)
		}
		for name, share := range shares {
			if most-share < 1e-9 && name[0] == byte('0'+r.Mistake.Ply) {
				want = append(want, name[2:])
			}
		}
		got := slices.Sorted(slices.Values(r.Mistake.Moves))
		slices.Sort(want)
		if !slices.Equal(got, want) || len(got) == 0 || math.Abs(r.Mistake.Share-most) > 1e-9 || r.Mistake.Role != r.Mistake.Ply-1 {
			t.Errorf("%s: %+v, want %v with %v", spec, r.Mistake, want, most)
		}
	}
}

func TestVariantsDifferInOneOption(t *testing.T) {
	var tables []Listing
	for _, name := range []string{
		"breakthrough", "breakthrough:size=3x4", "breakthrough:size=3x4,captures=diagonal", "breakthrough:size=3x5,captures=diagonal",
		"breakthrough:size=3x4,captures=diagonal,rows=1", "tron:size=3x4",
	} {
		tables = append(tables, Listing{Game: name, Status: "solved", Value: "white wins", States: new(int64(7))})
	}
	tables = append(tables, Listing{Game: "breakthrough:size=4x4,captures=diagonal", Status: "interrupted"})
	want := []Variant{
		{"breakthrough:size=3x4", "captures", "no captures", "white wins", 7},
		{"breakthrough:size=3x5,captures=diagonal", "size", "3 columns, 5 rows", "white wins", 7},
		{"breakthrough:size=3x4,captures=diagonal,rows=1", "rows", "1 row of pieces each", "white wins", 7},
	}
	info := reportstest.Variant(t, "breakthrough:size=3x4,captures=diagonal").Info()
	r := &Report{Game: info.Name, Info: info}
	for _, one := range tables {
		r.AddVariant(one)
	}
	if diff := cmp.Diff(want, r.Variants); diff != "" {
		t.Errorf("variants (-want +got):\n%s", diff)
	}
}
