package sheet_test

import (
	"fmt"
	"strings"
	"testing"

	"zermelo/games/gamestest"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
)

// TestHostileText parses adversarial sheets. Each must be accepted or rejected
// quickly and in little memory.
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
		{"many variables", "(<= p (not (q" + gdltest.Numbered("?x%d", n/10) + ")))", "Unsafe rule"},
		{"chain", gdltest.Numbered("(<= p%[1]d (p%[1]dx) (not p%[1]dy))", n/20), ""},
		{"long chain", longChain(n / 10), ""},
		{"facts", gdltest.Numbered("(succ %[1]d %[1]d)", n), ""},
		{"names", strings.Repeat("a ", 4_000_000+1), "More than 4000000 names"},
		{"comment", "; " + strings.Repeat("(", 10*n), ""},
		{"bytes", strings.Repeat("\x00\xff\xfe(", 10) + strings.Repeat("\xf0)", 10), ""},
	}
	for _, test := range tests {
		sheet, problems := sheet.Parse(test.name, test.text)
		if len(problems) == 0 {
			problems = sheet.Check()
		}
		if len(problems) > n+1 {
			t.Errorf("%s: %d problems", test.name, len(problems))
		}
		found := test.want == ""
		for _, p := range problems[:min(len(problems), 1000)] {
			found = found || strings.Contains(p.Message, test.want)
		}
		if !found {
			t.Errorf("%s: no problem %q", test.name, test.want)
		}
	}
}

// longChain returns n rules in which each rule depends on the next.
func longChain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "(<= p%d p%d)\n", i, (i+1)%n)
	}
	return b.String()
}
