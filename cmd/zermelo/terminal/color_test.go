package terminal

import (
	"io"
	"strings"
	"testing"
)

func TestColorIsAutomaticOnlyOnTerminal(t *testing.T) {
	t.Setenv("TERM", "xterm")
	for _, c := range []struct {
		when, noColor string
		terminal      bool
		want          string
	}{
		{"auto", "", true, "\x1b[1;34mb2\x1b[0m"},
		{"auto", "1", true, "b2"},
		{"auto", "", false, "b2"},
		{"always", "1", false, "\x1b[1;34mb2\x1b[0m"},
		{"never", "", true, "b2"},
	} {
		t.Setenv("NO_COLOR", c.noColor)
		out := NewOutput(io.Discard)
		out.Terminal = c.terminal
		if err := out.SetColor(c.when); err != nil {
			t.Fatal(err)
		}
		if got := out.Paint("b2", 1, true); got != c.want {
			t.Errorf("%+v: got %q", c, got)
		}
	}
	if err := NewOutput(io.Discard).SetColor("blue"); err == nil || !strings.Contains(err.Error(), "--color blue: must be one of auto, always, never") {
		t.Error(err)
	}
}

// TestPaintReplacesControlCharacters paints an escape sequence in the name of a move.
func TestPaintReplacesControlCharacters(t *testing.T) {
	out := NewOutput(io.Discard)
	for _, when := range []string{"always", "never"} {
		if err := out.SetColor(when); err != nil {
			t.Fatal(err)
		}
		if got := out.Paint("a\x1b[2J", 0, false); got != "a\uFFFD[2J" {
			t.Errorf("%s: %q", when, got)
		}
	}
}
