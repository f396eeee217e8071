package sheet_test

import (
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
)

// TestHiddenInformationIsAnErrorWithItsPlace checks the errors for
// the relation sees, given as LINE:COLUMN, in sheets with and without them.
func TestHiddenInformationIsAnErrorWithItsPlace(t *testing.T) {
	tests := []struct {
		name, text string
		want       []sheet.Place
	}{
		{"both", gdltest.Coin, []sheet.Place{{11, 5}}},
		{"chance alone", "(role RANDOM)\n" + gdltest.Playable, nil},
		{"hidden alone", gdltest.Playable + "(<= (SEES ?r x) (role ?r))", []sheet.Place{{6, 5}}},
		{"hidden fact", gdltest.Playable + "(sees you x)", []sheet.Place{{6, 1}}},
		{"a relation that is used", gdltest.Playable + "(sees you 1) (<= terminal (sees you 2))", nil},
		{"no role sees", gdltest.Playable + "(sees a b)", nil},
		{"other arity", gdltest.Playable + "(<= (sees ?x) (succ ?x ?y))", nil},
		{"a move and a constant", gdltest.Playable + "(<= (legal you random) (succ random 1)) (succ random random)", nil},
		{"a role of another name", gdltest.Playable + "(role randomly) (role chance)", nil},
		{"a role with an argument", gdltest.Playable + "(role (random 1))", nil},
	}
	for _, test := range tests {
		rules, problems := sheet.Parse(test.name, test.text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		var got []sheet.Place
		for _, p := range rules.Check() {
			if strings.Contains(p.Message, "GDL-II") {
				if p.Level != sheet.Error || !strings.Contains(p.Hint, "playout or perft") {
					t.Errorf("%s: %v of level %d with the hint %q", test.name, p.Message, p.Level, p.Hint)
				}
				got = append(got, rules.Place(p.Start))
			}
		}
		if len(got) != len(test.want) || len(got) > 0 && got[0] != test.want[0] || len(got) > 1 && got[1] != test.want[1] {
			t.Errorf("%s: errors at %v, want %v", test.name, got, test.want)
		}
	}
}

func TestRandomIsTheLastRole(t *testing.T) {
	rules, _ := sheet.Parse("test", "(role Random)\n(role a)\n(role b)")
	for role, line := range []int{2, 3, 1} {
		if at := rules.Place(rules.RoleSpan(role).Start); at.Line != line {
			t.Errorf("role %d is in line %d, want %d", role, at.Line, line)
		}
	}
}
