package solver

import (
	"fmt"
	"testing"
)

// TestLinearClobber compares with a theorem: on a single row of 2n cells the
// player who begins wins, but for n = 3. M. H. Albert, J. P. Grossman, R. J.
// Nowakowski and D. Wolfe stated it in "An introduction to Clobber" (2005); the
// proof is by X. Chen et al. (arXiv 2509.08985).
func TestLinearClobber(t *testing.T) {
	for n := 1; n <= 10; n++ {
		want := 100
		if n == 3 {
			want = 0
		}
		if payoff, _ := solveVariant[uint64](t, fmt.Sprintf("clobber:size=%dx1", 2*n)).start(t); payoff != want {
			t.Errorf("%d cells: x gets %d, want %d", 2*n, payoff, want)
		}
	}
}
