package render

import (
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
)

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
