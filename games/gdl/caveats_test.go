package gdl

import (
	"fmt"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// openText opens the game of a sheet.
func openText(t *testing.T, text string) games.Variant {
	t.Helper()
	sheet, problems := sheet.Parse("sheet", text)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	m, err := statemachine.Compile(t.Context(), sheet, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := Open(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// binaryCounter returns a game that counts in binary with n digits.
func binaryCounter(n int) string {
	var b strings.Builder
	b.WriteString("(role you) (legal you go) (carry 0) (goal you 100)\n")
	for i := range n {
		fmt.Fprintf(&b, "(digit %d) (succ %d %d) ", i, i, i+1)
	}
	b.WriteString(`
(<= (carry ?j) (succ ?i ?j) (carry ?i) (true (on ?i)))
(<= (next (on ?i)) (digit ?i) (true (on ?i)) (not (carry ?i)))
(<= (next (on ?i)) (digit ?i) (not (true (on ?i))) (carry ?i))
(<= terminal `)
	b.WriteString(gdltest.Numbered("(true (on %d))", n) + ")")
	return b.String()
}

// TestRepetitionIsAFactOrNotProven distinguishes games in which positions are
// known to repeat from games in which repetition is not proven.
func TestRepetitionIsAFactOrNotProven(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, sheet, want string }{
		{"small", "(role you) (init (at 1)) (legal you go) (<= (next (at 1)) (true (at 2))) (<= (next (at 2)) (true (at 1))) (<= terminal (true (at 3))) (<= (next (at 3)) (true (at 3))) (goal you 1)",
			"positions can repeat"},
		{"large", counting(20), "positions can repeat"},
		{"counter", binaryCounter(20), "repetition of positions is not ruled out"},
	}
	for _, test := range tests {
		if test.name == "large" && !gamestest.Large() {
			continue // would explore 200,000 states
		}
		v := openText(t, test.sheet)
		if _, layered := v.(interface{ Span() int }); layered {
			t.Errorf("%s: layers were found", test.name)
		}
		if got := v.Info().Repetition(); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestFluentsWithoutInfluenceAreCounted(t *testing.T) {
	t.Parallel()
	text := gdltest.Playable + "(init (seen 0)) (<= (next (seen 1)) (does you go)) (<= (next (seen 2)) (true (seen 1)))"
	if got := openText(t, text).Info().Uninfluential; got != 3 {
		t.Errorf("%d fluents without influence, want 3", got)
	}
	if got := openText(t, gdltest.Playable).Info().Uninfluential; got != 0 {
		t.Errorf("%d fluents without influence in a sheet that has none", got)
	}
}
