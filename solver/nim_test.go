package solver

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/solver/solvertest"
)

// TestNim compares every position with the theory: by C. L. Bouton's rule
// (1901), the player to move loses if the exclusive or of the pile sizes is 0.
// If a move takes at most k things, the remainders modulo k+1 replace the
// sizes. In the misère version, the rule is reversed if no number exceeds 1.
func TestNim(t *testing.T) {
	for _, test := range []struct {
		piles string
		take  int // 0 means any number
	}{
		{"1+3+5+7", 0}, {"1", 0}, {"2+2+2+2", 0}, {"3+4+5", 0}, {"5+6+7+8", 0},
		{"21", 3}, {"15", 1}, {"4+5+6", 1}, {"6+7+8", 2}, {"4+7+9", 3},
	} {
		for _, misere := range []bool{false, true} {
			spec := fmt.Sprintf("nim:piles=%s,take=%d,misere=%s", test.piles, test.take, map[bool]string{false: "no", true: "yes"}[misere])
			g := solvertest.Open(t, spec).(games.Game[uint64])
			value, n := solvertest.Naive(g), games.NotationOf(g)
			states := solvertest.Reachable(g)
			for _, s := range states {
				piles, role, _ := strings.Cut(n.FormatState(s), ":")
				want := big.NewRat(0, 1)
				if moverWins(piles, test.take, misere) == (role == "first") {
					want = big.NewRat(100, 1)
				}
				if got := value(s).Payoff[0]; got.Cmp(want) != 0 {
					t.Errorf("%s: %s %s: the first player gets %s, want %s", spec, piles, role, got, want)
				}
			}
			t.Logf("%s: %d positions", spec, len(states))
		}
	}
}

// moverWins reports whether the player to move wins according to the theory.
func moverWins(piles string, take int, misere bool) bool {
	sum, greatest := 0, 0
	for part := range strings.SplitSeq(piles, ".") {
		n, err := strconv.Atoi(part)
		if err != nil {
			panic(err)
		}
		if take > 0 {
			n %= take + 1
		}
		sum ^= n
		greatest = max(greatest, n)
	}
	return (sum != 0) != (misere && greatest <= 1)
}
