package sheet_test

import (
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
)

func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		{"(ROLE me)\n(Init (cell ?x))", "(role me)|(init (cell ?x))"},
		{"terminal;(comment\r\nx", "terminal|x"},
		{"(open) ( <= ( a ) (b) )", "open|(<= a b)"},
		{"(<= (p ?x) (OR (not (q ?x)) (distinct ?x (f 1 (g)))))", "(<= (p ?x) (or (not (q ?x)) (distinct ?x (f 1 g))))"},
		{"(<= (goal you 100))", "(goal you 100)"},
		{"Not-a-keyword orx <=x", "Not-a-keyword|orx|<=x"},
		{";only a comment", ""},
		{"", ""},
	}
	for _, test := range tests {
		sheet, problems := sheet.Parse("test", test.text)
		if len(problems) > 0 {
			t.Errorf("Parse(%q): %v", test.text, problems)
		}
		var rules []string
		for i := range sheet.Rules {
			rules = append(rules, sheet.Rules[i].String())
		}
		if got := strings.Join(rules, "|"); got != test.want {
			t.Errorf("Parse(%q) = %s, want %s", test.text, got, test.want)
		}
	}
}

// TestParseSheets parses all shared sheets, formats them, and parses the result
// again.
func TestParseSheets(t *testing.T) {
	t.Parallel()
	for _, file := range append(gdltest.Sheets(t, "games"), gdltest.Sheets(t, "conformance")...) {
		rules := gdltest.ReadSheet(t, file)
		if len(rules.Rules) == 0 {
			t.Errorf("%s: no rules", file)
		}
		for i := range rules.Rules {
			rule := &rules.Rules[i]
			text := rule.String()
			again, problems := sheet.Parse("again", text)
			if len(problems) > 0 || len(again.Rules) != 1 || again.Rules[0].String() != text {
				t.Errorf("%s: %s does not round-trip: %v", file, text, problems)
			}
			if c := rules.Text[rule.End-1]; rule.Head.Kind == sheet.Function && (rules.Text[rule.Start] != '(' || c != ')') {
				t.Errorf("%s: %s ends in %q", file, text, c)
			}
			if name := rule.Head.NameSpan(); !strings.EqualFold(rules.Text[name.Start:name.End], rule.Head.Name) {
				t.Errorf("%s: the name of %s is at %v", file, text, name)
			}
		}
	}
}
