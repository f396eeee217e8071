package command

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestWrap(t *testing.T) {
	tests := []struct{ name, text, first, want string }{
		{"short", "one two", "", "one two\n"},
		{"broken", "one two three", "", "one two\nthree\n"},
		{"exact fit", "ten chars!", "", "ten chars!\n"},
		{"prefix indents", "one two three", "a: ", "a: one two\n   three\n"},
		{"long word", "a extraordinary b", "", "a\nextraordinary\nb\n"},
		{"umlauts are one column", "äöü äöü äö", "", "äöü äöü äö\n"},
		{"nothing", "", "x", "x\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := wrap(test.text, test.first, 10); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestWrapKeepsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[a-z]{1,12}`)).Draw(t, "words")
		got := wrap(strings.Join(words, " "), "", 12)
		if back := strings.Fields(got); strings.Join(back, " ") != strings.Join(words, " ") {
			t.Fatalf("words %q became %q", words, back)
		}
		for line := range strings.Lines(got) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 12 {
				t.Fatalf("line %q has %d columns", line, n)
			}
		}
	})
}

func TestDidYouMean(t *testing.T) {
	candidates := []string{"games", "rules", "solve", "tron", "snake2p"}
	tests := []struct{ typed, want string }{
		{"gmaes", "games"}, {"slove", "solve"}, {"rule", "rules"}, {"trom", "tron"}, {"snake", ""},
		{"snak2p", "snake2p"}, {"chess", ""}, {"", ""}, {"x", ""}, {"TRON", "tron"}, {"Sovle", "solve"},
	}
	for _, test := range tests {
		want := ""
		if test.want != "" {
			want = `; did you mean "` + test.want + `"?`
		}
		if got := didYouMean(test.typed, candidates); got != want {
			t.Errorf("%q: got %q, want %q", test.typed, got, want)
		}
	}
}
