package gdl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// shared is the folder with the rule sheets, traces and expected verdicts of
// the reference programs.
const shared = "../../../shared/gdl/"

// sheets lists the files of a folder below shared, or skips the test.
func sheets(t testing.TB, folder string) []string {
	t.Helper()
	files, _ := filepath.Glob(shared + folder + "/*.kif")
	if len(files) == 0 {
		t.Skipf("no rule sheets in %s%s", shared, folder)
	}
	return files
}

// readSheet parses a file that must be free of errors of form.
func readSheet(t testing.TB, file string) *Sheet {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	sheet, problems := Parse(strings.TrimSuffix(filepath.Base(file), ".kif"), string(text))
	for _, p := range problems {
		t.Errorf("%s:%d: %s", file, sheet.Place(p.Start).Line, p.Message)
	}
	return sheet
}

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
		sheet, problems := Parse("test", test.text)
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

// TestParseSheets reads all sheets and reads what it writes again.
func TestParseSheets(t *testing.T) {
	t.Parallel()
	for _, file := range append(sheets(t, "games"), sheets(t, "conformance")...) {
		sheet := readSheet(t, file)
		if len(sheet.Rules) == 0 {
			t.Errorf("%s: no rules", file)
		}
		for i := range sheet.Rules {
			rule := &sheet.Rules[i]
			text := rule.String()
			again, problems := Parse("again", text)
			if len(problems) > 0 || len(again.Rules) != 1 || again.Rules[0].String() != text {
				t.Errorf("%s: %s does not round-trip: %v", file, text, problems)
			}
			if c := sheet.Text[rule.End-1]; rule.Head.Kind == Function && (sheet.Text[rule.Start] != '(' || c != ')') {
				t.Errorf("%s: %s ends in %q", file, text, c)
			}
			if name := rule.Head.NameSpan(); !strings.EqualFold(sheet.Text[name.Start:name.End], rule.Head.Name) {
				t.Errorf("%s: the name of %s is at %v", file, text, name)
			}
		}
	}
}
