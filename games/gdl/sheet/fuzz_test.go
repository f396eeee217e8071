package sheet_test

import (
	"os"
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
)

// FuzzSheet parses, checks and formats arbitrary text.
func FuzzSheet(f *testing.F) {
	for _, folder := range []string{"conformance", "conformance/parser"} {
		for _, file := range gdltest.Sheets(f, folder) {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		rules, problems := sheet.Parse("fuzz", text)
		problems = append(problems, rules.Check()...)
		for _, p := range problems {
			if p.Start < 0 || p.End < p.Start || int(p.End) > len(text) || p.Message == "" {
				t.Fatalf("problem %+v in a text of %d bytes", p, len(text))
			}
			if line, marks := rules.Excerpt(p.Span); strings.ContainsAny(line+marks, "\n\r\t\x1b") {
				t.Fatalf("excerpt %q", line)
			}
			rules.Place(p.Start)
		}
		for i := range rules.Rules {
			rule := &rules.Rules[i]
			again, problems := sheet.Parse("again", rule.String())
			if len(problems) > 0 || len(again.Rules) != 1 || again.Rules[0].String() != rule.String() {
				t.Fatalf("%s does not round-trip: %v", rule, problems)
			}
		}
	})
}
