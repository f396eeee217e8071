package render

import (
	"strings"
	"testing"

	"zermelo/reports/model"
	"zermelo/reports/reportstest"
)

// TestSummary compares the paragraph for designers with probabilities that are known for
// tic-tac-toe, and with the reasons why numbers are unknown for other games.
func TestSummary(t *testing.T) {
	b, _ := reportstest.StoredGame(t, "tictactoe")
	r, err := model.New(b)
	if err != nil {
		t.Fatal(err)
	}
	if text := summary(r); !strings.Contains(text, "unknown, because the game was not measured; add --measures.") || !strings.Contains(text, "unknown, because no variant") {
		t.Errorf("without measures: %s", text)
	}
	if err := r.Measure(t.Context(), b, false); err != nil {
		t.Fatal(err)
	}
	r.Variants = []model.Variant{{Words: "4 columns, 3 rows", Value: "draw in 12 plies"}, {Words: "a full row loses", Value: "draw in 9 plies"}}
	want := "X moves first, and each of the 9 moves keeps the draw. On the line of perfect play, only one move keeps the value at 5 of 9 plies. " +
		"Perfect play: draw in 9 plies (value of the start). Random players: x wins 58.5 %, o 28.8 % (measures). " +
		"Greedy players, who look one ply ahead: x wins 68.5 %, o 27.0 % (measures). Random play is decided after 5.6 of 7.6 plies on average (measures). " +
		"The lead under perfect play changes 3.1 times per random play; in 62.6 % of plays, a player in a lost position does not lose (measures). " +
		"Commonest opening mistake, with a probability of 9.7 % in random play: b1 or a2 or c2 or b3 by o on ply 2 (values of the moves). " +
		"What the options change: draw in 12 plies with 4 columns, 3 rows; draw in 9 plies with a full row loses (tables of the variants)."
	if got := summary(r); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for spec, parts := range map[string][]string{
		"quixo:size=3x3":                   {"Perfect play: first wins in 7 plies", "not measured, because positions can repeat", "No move of the first two plies gives value away"},
		"tron:size=3x5,turns=simultaneous": {"Commonest opening mistake: unknown", "Errors of a greedy player: not measured, because the players move simultaneously"},
		"coordination:rounds=3":            {"Perfect play: equilibrium payoffs", "not measured, because the game is not a constant-sum game"},
	} {
		b := reportstest.StoredVariant(t, reportstest.Variant(t, spec))
		r, err := model.New(b)
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Measure(t.Context(), b, false); err != nil {
			t.Fatal(err)
		}
		for _, part := range parts {
			if text := summary(r); !strings.Contains(text, part) {
				t.Errorf("%s: no %q in %s", spec, part, text)
			}
		}
	}
}
