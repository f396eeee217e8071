package usage

import (
	"slices"
	"strings"
	"testing"
)

func TestExpandBraces(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{"tron", "tron"},
		{"b:size={3..4}x{5..6}", "b:size=3x5 b:size=3x6 b:size=4x5 b:size=4x6"},
		{"b:captures={none,diagonal},rows={1,2}", "b:captures=none,rows=1 b:captures=none,rows=2 b:captures=diagonal,rows=1 b:captures=diagonal,rows=2"},
		{"{2..0}", "2 1 0"},
		{"{-1..1}", "-1 0 1"},
		{"a{,b}c", "ac abc"},
		{"{7..7}", "7"},
	}
	for _, test := range tests {
		got, err := ExpandBraces(test.pattern)
		if err != nil || strings.Join(got, " ") != test.want {
			t.Errorf("%s: %q %v, want %q", test.pattern, got, err, test.want)
		}
	}
	most, err := ExpandBraces("{1..100}{1..100}")
	if err != nil || len(most) != maxCombinations || most[0] != "11" || !slices.Contains(most, "100100") {
		t.Errorf("%d texts, %v", len(most), err)
	}
}

func TestExpandBracesRefuses(t *testing.T) {
	tests := []struct{ pattern, want string }{
		{"a{1..2", "unmatched opening brace"},
		{"a}b", "unmatched closing brace"},
		{"{a,{b,c}}", "nested braces"},
		{"a{}", "empty braces"},
		{"a{b}", "{b}: only one choice"},
		{"{1..x}", "{1..x}: not a range of integers"},
		{"{3..4,6}", "{3..4,6}: not a range of integers"},
		{"{1..99999999999999999999}", "not a range of integers"},
		{"{1..10001}", "more than 10000 numbers"},
		{"{1..101}{1..100}", "more than 10000 games"},
	}
	for _, test := range tests {
		if got, err := ExpandBraces(test.pattern); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %q, %v; want an error with %q", test.pattern, got, err, test.want)
		}
	}
}
