package terminal

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	_ "zermelo/games/gamestest" // for the flag -large
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
			if got := Wrap(test.text, test.first, 10); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestWrapKeepsWords(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[a-z]{1,12}`)).Draw(t, "words")
		got := Wrap(strings.Join(words, " "), "", 12)
		if back := strings.Fields(got); strings.Join(back, " ") != strings.Join(words, " ") {
			t.Fatalf("got words %q, want %q", back, words)
		}
		for line := range strings.Lines(got) {
			if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 12 {
				t.Fatalf("line %q has %d columns, want at most 12", line, n)
			}
		}
	})
}

func TestMetric(t *testing.T) {
	for _, test := range []struct {
		x    float64
		want string
	}{{7, "7"}, {1234, "1.23 k"}, {2.5e6, "2.50 M"}, {1.2e10, "12.0 G"}, {999999, "1.00 M"}, {999.9, "1.00 k"}, {123456, "123 k"}} {
		if got := Metric(test.x); got != test.want {
			t.Errorf("%v: got %q, want %q", test.x, got, test.want)
		}
	}
}

func TestDefinitionsAreAtMostColumnsWide(t *testing.T) {
	list := [][2]string{{"size=6x6", strings.Repeat("columns and rows ", 9)}, {"a-name-that-is-longer-than-most", "of the board"}}
	for _, columns := range []int{60, 80} {
		for line := range strings.Lines(Definitions(4, list, columns)) {
			if n := len(strings.TrimSuffix(line, "\n")); n > columns {
				t.Errorf("%d columns, want at most %d: %s", n, columns, line)
			}
		}
	}
}
