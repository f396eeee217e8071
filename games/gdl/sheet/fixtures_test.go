package sheet_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
)

// fixtures returns the test sheets of the reference parser with the expected
// errors, each an offset and a part of the message. In the sheets about
// parentheses, digits mark the offsets.
func fixtures() map[string][]string {
	return map[string][]string{
		"badparens1":               {"4 Unmatched opening parenthesis"},
		"badparens2":               {"8 Unmatched closing parenthesis"},
		"badparens3":               {"16 Unmatched closing parenthesis"},
		"badparens4":               {"3 Consecutive opening parentheses"},
		"badparens5":               {"2 Consecutive opening parentheses"},
		"misplacedDatalogKeyword1": {"0 distinct outside of a rule"},
		"misplacedDatalogKeyword2": {"5 not is a reserved Datalog keyword"},
		"misplacedDatalogKeyword3": {"6 not is a reserved Datalog keyword"},
		"baseDependsOnTrue":        {"15 the base keyword should not depend on the current state"},
		"varInTopLevelSentence":    {"10 Variables may only appear within rules"},
		"emptyDisjunction":         nil,
		"ticTacToe":                nil,
		"commentEof":               missing(),
		"formatter1Before":         missing(),
		"formatter1After":          missing(),
		"formatter2Before":         missing(),
		"formatter2After":          missing(),
	}
}

// missing returns the errors expected for an empty sheet.
func missing() []string {
	return []string{"0 any rules for termination", "0 any roles", "0 any goals", "0 any legal moves"}
}

// TestFixtures checks the test sheets of the reference parser.
func TestFixtures(t *testing.T) {
	if files := gdltest.Sheets(t, "conformance/parser"); len(files) != len(fixtures()) {
		t.Errorf("%d fixtures, want %d", len(files), len(fixtures()))
	}
	for name, want := range fixtures() {
		text, err := os.ReadFile(gdltest.Shared() + "conformance/parser/" + name + ".kif")
		if err != nil {
			t.Error(err)
			continue
		}
		rules, problems := sheet.Parse(name, string(text))
		if len(problems) == 0 {
			problems = rules.Check()
		}
		problems = slices.DeleteFunc(problems, func(p sheet.Problem) bool { return p.Level == sheet.Warning })
		matches := len(problems) == len(want)
		for i := range min(len(want), len(problems)) {
			offset, part, _ := strings.Cut(want[i], " ")
			matches = matches && fmt.Sprint(problems[i].Start) == offset && strings.Contains(problems[i].Message, part)
		}
		if !matches {
			t.Errorf("%s: errors %v, want %q", name, problems, want)
		}
	}
}

// TestFormatted parses the test sheets of the reference formatter. The layout
// must not change the rules.
func TestFormatted(t *testing.T) {
	gdltest.Sheets(t, "conformance/parser")
	for _, name := range []string{"formatter1", "formatter2"} {
		var rules [2][]string
		for i, form := range []string{"Before", "After"} {
			sheet := gdltest.ReadSheet(t, gdltest.Shared()+"conformance/parser/"+name+form+".kif")
			for r := range sheet.Rules {
				rules[i] = append(rules[i], sheet.Rules[r].String())
			}
		}
		if len(rules[0]) == 0 || !slices.Equal(rules[0], rules[1]) {
			t.Errorf("%s: rules\n\t%s\nin another layout are\n\t%s", name, strings.Join(rules[0], "\n\t"), strings.Join(rules[1], "\n\t"))
		}
	}
}
