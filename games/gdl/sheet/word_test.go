package sheet_test

import (
	"testing"

	"zermelo/games/gdl/sheet"
)

func TestWordOf(t *testing.T) {
	tests := []struct{ term, want string }{
		{"noop", "noop"},
		{"(cell 1 1 b)", "cell.1.1.b"},
		{"(on (f 1 2) (g (h 3)) x)", "on.f:1:2.g:h::3.x"},
		{"(a (b (c (d e) f) g) h)", "a.b:c::d:::e::f:g.h"},
		{"(at -1)", "at.-1"},
		{"-1", "%2d1"},
		{"(a+b c.d $x !)", "a%2bb.c%2ed.%24x.%21"},
		{"(größe 木)", "größe.木"},
		{"\xff\u00a0", "%ff%c2%a0"},
	}
	seen := map[string]string{}
	for _, test := range tests {
		got := sheet.Word(test.term)
		if got != test.want {
			t.Errorf("wordOf(%s) = %s, want %s", test.term, got, test.want)
		}
		if seen[got] != "" {
			t.Errorf("%s and %s are both %s", test.term, seen[got], got)
		}
		seen[got] = test.term
	}
}

// TestWordsDiffer encodes different terms that have the same sequence of names.
func TestWordsDiffer(t *testing.T) {
	terms := []string{
		"(a b c d)", "(a (b c d))", "(a (b c) d)", "(a b (c d))", "(a (b (c d)))", "(a.b.c d)", "(a (b:c d))", "(a b:c d)",
	}
	seen := map[string]string{}
	for _, term := range terms {
		word := sheet.Word(term)
		if seen[word] != "" {
			t.Errorf("%s and %s are both %s", term, seen[word], word)
		}
		seen[word] = term
	}
}
