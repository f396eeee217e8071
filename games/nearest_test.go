package games

import (
	"testing"

	"pgregory.net/rapid"
)

// TestDistance checks the axioms of a metric.
func TestDistance(t *testing.T) {
	word := rapid.StringMatching(`[abc]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		a, b := word.Draw(t, "a"), word.Draw(t, "b")
		d := EditDistance(a, b)
		if d != EditDistance(b, a) {
			t.Fatalf("%q to %q is not as far as back", a, b)
		}
		if (d == 0) != (a == b) {
			t.Fatalf("%q to %q is %d", a, b, d)
		}
		if d < max(len(a), len(b))-min(len(a), len(b)) || d > max(len(a), len(b)) {
			t.Fatalf("%q to %q is %d", a, b, d)
		}
		if i := rapid.IntRange(0, len(a)).Draw(t, "i"); EditDistance(a, a[:i]+"x"+a[i:]) != 1 {
			t.Fatalf("%q with an x at %d is not 1 away", a, i)
		}
	})
}
