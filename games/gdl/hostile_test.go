package gdl

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"zermelo/games/gamestest"
)

// TestHostileText reads sheets made to break a reader. Each must be read or
// refused; that it takes long or much memory shows as a failure of the test.
func TestHostileText(t *testing.T) {
	t.Parallel()
	n := 50_000
	if gamestest.Large() {
		n = 300_000
	}
	tests := []struct{ name, text, want string }{
		{"nested", strings.Repeat("(a ", n) + strings.Repeat(")", n), "More than 200 nested parentheses"},
		{"open", strings.Repeat("(", n), "Consecutive opening parentheses"},
		{"unclosed", strings.Repeat("(a b) ", n) + "(a", "Unmatched opening parenthesis"},
		{"closed", strings.Repeat(")", n), "Unmatched closing parenthesis"},
		{"nots", "(<= a " + strings.Repeat("(not ", 250) + strings.Repeat(")", 251), "More than 200 nested parentheses"},
		{"long name", "(" + strings.Repeat("x", 10*n) + ")", ""},
		{"long line", strings.Repeat("(p ?x) ", n/4), "Variables may only appear within rules."},
		{"long body", "(<= (p ?x0)" + strings.Repeat(" (q ?x0 ?x1)", n/4) + ")", ""},
		{"many variables", "(<= p (not (q" + numbered("?x%d", n/10) + ")))", "Unsafe rule"},
		{"chain", numbered("(<= p%[1]d (p%[1]dx) (not p%[1]dy))", n/20), ""},
		{"long chain", longChain(n / 10), ""},
		{"facts", numbered("(succ %[1]d %[1]d)", n), ""},
		{"names", strings.Repeat("a ", maxNames+1), "More than 4000000 names"},
		{"comment", "; " + strings.Repeat("(", 10*n), ""},
		{"bytes", strings.Repeat("\x00\xff\xfe(", 10) + strings.Repeat("\xf0)", 10), ""},
	}
	for _, test := range tests {
		sheet, problems := Parse(test.name, test.text)
		if len(problems) == 0 {
			problems = sheet.Check()
		}
		if len(problems) > n+1 {
			t.Errorf("%s: %d problems", test.name, len(problems))
		}
		found := test.want == ""
		for _, p := range problems[:min(len(problems), maxProblems)] {
			found = found || strings.Contains(p.Message, test.want)
		}
		if !found {
			t.Errorf("%s: no problem %q", test.name, test.want)
		}
	}
}

// numbered repeats a format with the numbers from 0 to n-1.
func numbered(format string, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " "+format, i)
	}
	return b.String()
}

// longChain is n rules, each with the next one's head as its condition, and
// the first one's at the end.
func longChain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "(<= p%d p%d)\n", i, (i+1)%n)
	}
	return b.String()
}

// FuzzSheet reads, checks and shows any text.
func FuzzSheet(f *testing.F) {
	for _, folder := range []string{"conformance", "conformance/parser"} {
		for _, file := range sheets(f, folder) {
			text, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(string(text))
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		sheet, problems := Parse("fuzz", text)
		problems = append(problems, sheet.Check()...)
		for _, p := range problems {
			if p.Start < 0 || p.End < p.Start || int(p.End) > len(text) || p.Message == "" {
				t.Fatalf("problem %+v in a text of %d bytes", p, len(text))
			}
			if line, marks := sheet.Excerpt(p.Span); strings.ContainsAny(line+marks, "\n\r\t\x1b") {
				t.Fatalf("excerpt %q", line)
			}
			sheet.Place(p.Start)
		}
		for i := range sheet.Rules {
			rule := &sheet.Rules[i]
			again, problems := Parse("again", rule.String())
			if len(problems) > 0 || len(again.Rules) != 1 || again.Rules[0].String() != rule.String() {
				t.Fatalf("%s does not round-trip: %v", rule, problems)
			}
		}
	})
}
