package write

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "zermelo/games/gamestest" // for the flag -large
)

func TestWrap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[a-zé]{1,15}`), 1, 40).Draw(t, "words")
		limit := rapid.IntRange(5, 40).Draw(t, "limit")
		lines := wrap(strings.Join(words, "  "), limit)
		if got, want := strings.Join(lines, " "), strings.Join(words, " "); got != want {
			t.Fatalf("words changed: %q, want %q", got, want)
		}
		for i, line := range lines {
			if width(line) > limit && strings.Contains(line, " ") {
				t.Fatalf("line %q is wider than %d", line, limit)
			}
			if i > 0 && width(lines[i-1])+1+width(strings.Fields(line)[0]) <= limit {
				t.Fatalf("line %q breaks too early", lines[i-1])
			}
		}
	})
}

func TestMarkdownEscape(t *testing.T) {
	if got, want := mdEscape("a|b *c* d_e <f> [g] `h`"), "a\\|b \\*c\\* d\\_e \\<f> \\[g] \\`h\\`"; got != want {
		t.Errorf("mdEscape = %q, want %q", got, want)
	}
}

func TestBar(t *testing.T) {
	for _, tt := range []struct {
		part, whole int64
		want        string
	}{{0, 10, ""}, {1, 1000, "#"}, {5, 10, "#####"}, {10, 10, "##########"}} {
		if got := bar(tt.part, tt.whole, 10); got != tt.want {
			t.Errorf("bar(%d, %d) = %q, want %q", tt.part, tt.whole, got, tt.want)
		}
	}
}
