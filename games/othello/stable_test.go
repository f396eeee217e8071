package othello

import "testing"

// TestStable compares with manual results: 's' is a disc that stable must find, and
// 'x' one that it must not.
func TestStable(t *testing.T) {
	for _, c := range []struct{ spec, text string }{
		{"othello", ".... .xx. .xx. ...."},
		{"othello", "s... .x.. .... ...."},
		{"othello", "ss.. ss.. s... ...."},                    // b2 by a2, b1, a1 and a3
		{"othello", "..ss ..ss ...s ...."},                    // mirrored
		{"othello", ".... s... ss.. ss.."},                    // and upside down
		{"othello", "ssso ssoo so.. so.."},                    // edges
		{"othello", ".... oxoo .... ...."},                    // the row is full, column b is not
		{"othello:size=4x6", "s... sx.. sx.. sx.. s... o..."}, // column b can turn over
	} {
		g := open(t, c.spec).(*game[uint64])
		var own, opp, want uint64
		i := 0
		for _, r := range c.text {
			switch r {
			case ' ':
				continue
			case 's':
				want |= 1 << i
				own |= 1 << i
			case 'x':
				own |= 1 << i
			case 'o':
				opp |= 1 << i
			}
			i++
		}
		if got := g.stable(own, opp); got != want {
			t.Errorf("%s: %b, want %b", c.text, got, want)
		}
	}
}
