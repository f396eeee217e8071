package gdl

import (
	"errors"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// TestGoalsThatDoNotFitAreRefused compiles games of one and two roles with
// goals at and beyond the limits.
func TestGoalsThatDoNotFitAreRefused(t *testing.T) {
	sole := "(role you) (init p) (legal you go) (<= (next over) (does you go)) (<= terminal (true over)) (goal you LOW) (<= (goal you HIGH) (true p))"
	tests := []struct{ text, low, high, want string }{
		{sole, "-10000", "10000", ""},
		{sole, "-10001", "0", "Goal -10001 is not a whole number from -10000 to 10000"},
		{sole, "-20000", "30000", "is not a whole number from -10000 to 10000"},
		{sole + "(role other) (legal other go)", "-32768", "32767", ""},
		{sole + "(role other) (legal other go)", "-32768", "32768", "Goal 32768 is not a whole number from -32768 to 32767"},
	}
	for _, test := range tests {
		rules, _ := sheet.Parse("goals", strings.NewReplacer("LOW", test.low, "HIGH", test.high).Replace(test.text))
		m, err := statemachine.Compile(t.Context(), rules, work.Limits{})
		var wrong *sheet.InvalidError
		if test.want != "" {
			if !errors.As(err, &wrong) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("goals %s and %s: error %v, want %s", test.low, test.high, err, test.want)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		v, err := Open(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		g := v.(games.Game[uint64])
		p, info := g.Payoffs(nil, []uint64{g.Start()})[0], g.Info()
		if len(info.Roles) == 1 && int(p[0])+int(p[1]) != info.Total {
			t.Errorf("goals %s and %s: payoffs %v do not add up to %d", test.low, test.high, p, info.Total)
		}
	}
}
