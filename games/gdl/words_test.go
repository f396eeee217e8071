package gdl

import (
	"slices"
	"strings"
	"testing"
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
		got := wordOf(test.term)
		if got != test.want {
			t.Errorf("wordOf(%s) = %s, want %s", test.term, got, test.want)
		}
		if seen[got] != "" {
			t.Errorf("%s and %s are both %s", test.term, seen[got], got)
		}
		seen[got] = test.term
	}
}

// TestWordsDiffer writes different terms with the same names in the same order.
func TestWordsDiffer(t *testing.T) {
	terms := []string{
		"(a b c d)", "(a (b c d))", "(a (b c) d)", "(a b (c d))", "(a (b (c d)))", "(a.b.c d)", "(a (b:c d))", "(a b:c d)",
	}
	seen := map[string]string{}
	for _, term := range terms {
		word := wordOf(term)
		if seen[word] != "" {
			t.Errorf("%s and %s are both %s", term, seen[word], word)
		}
		seen[word] = term
	}
}

func TestWordsRoundTrip(t *testing.T) {
	t.Parallel()
	for _, file := range sheets(t, "games") {
		if strings.Contains(file, "checkers") {
			continue // which takes the longest to compile
		}
		m := compile(t, file)
		w := NewWords(m)
		text := w.Format(m.Initial)
		if strings.ContainsAny(text, " \t\n\"'$`\\!()[]{}<>|&;*?~+=") {
			t.Errorf("%s: %s needs quoting", file, text)
		}
		back, err := w.Parse(text)
		if err != nil || !slices.Equal(back, m.Initial) {
			t.Errorf("%s: %s is read as %v, %v, want %v", file, text, back, err, m.Initial)
		}
	}
}

func TestWordsParseErrors(t *testing.T) {
	w := NewWords(&Machine{Fluents: []string{"(at 1)", "(at 2)"}, Initial: []int32{0}})
	for text, want := range map[string]string{
		"":               `"" cannot be true in this game`,
		"at.3":           `"at.3" cannot be true in this game; a position lists what is true with commas between, as in "at.1"`,
		"at.1,at.2,at.1": `"at.1" is there twice`,
		"at.1,.":         `"." cannot be true`,
	} {
		if _, err := w.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("parse(%q): %v, want %s", text, err, want)
		}
	}
	if got, err := w.Parse("at.2,at.1"); err != nil || !slices.Equal(got, []int32{0, 1}) {
		t.Errorf("parse(at.2,at.1) = %v, %v", got, err)
	}
	if got, err := w.Parse("."); err != nil || len(got) != 0 || w.Format(got) != "." {
		t.Errorf("parse(.) = %v, %v", got, err)
	}
}
