package builtin

import (
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
)

// TestOptionsInWords compares the words for the options of variants with literals.
func TestOptionsInWords(t *testing.T) {
	for spec, want := range map[string]string{
		"breakthrough": "6 columns, 6 rows",
		"breakthrough:size=4x5,rows=1,captures=diagonal": "4 columns, 5 rows, 1 row of pieces each, diagonal captures",
		"breakthrough:holes=2.3+3.4":                     "6 columns, 6 rows, holes 2.3, 3.4",
		"tron:size=5x5,turns=simultaneous,walls=ring":    "5 columns, 5 rows, simultaneous turns, a ring of walls",
		"coordination:rounds=1":                          "1 round",
		"connect4:size=5x4,connect=3":                    "5 columns, 4 rows, 3 in a row",
		"dots-and-boxes:boxes=2x3":                       "2x3 boxes",
		"nim:piles=2+3,take=2":                           "piles 2, 3, at most 2 per move",
		"morris:men=3,flying=never":                      "3 men, no flying",
		"hex:swap=yes":                                   "4 columns, 4 rows, swap",
		"dobutsu":                                        "",
	} {
		v, err := Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := v.Info().Variation(); got != want {
			t.Errorf("%s: %q, want %q", spec, got, want)
		}
	}
	v, err := Registry().Open("breakthrough:captures=diagonal")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range v.Info().Options {
		if s.Value = "none"; s.Name == "holes" && s.Words() != "no holes" {
			t.Errorf("holes=none: %q", s.Words())
		}
	}
	if got := v.Info().Summary; got != "two armies step forward; the first piece on the far row wins" {
		t.Errorf("summary %q", got)
	}
}
