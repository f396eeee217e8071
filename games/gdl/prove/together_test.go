package prove

import (
	"testing"

	"zermelo/games/gdl/gdltest"
)

// linesThatStay is a game that continues for some plies after a line is
// complete, without further marks. Claims about terminal states are not
// inductive on their own, because they do not rule out that both roles have a
// line before the end.
const linesThatStay = `
	(role a) (role b)
	(init (turn a)) (init (step 0)) (init (blank 1)) (init (blank 2)) (init (blank 3)) (init (blank 4))
	(pair 1 2) (pair 3 4) (after 0 1) (after 1 2) (after 2 3) (after 3 4) (after 4 5) (after 5 6) (other a b) (other b a)
	(<= (line ?p) (pair ?i ?j) (true (cell ?i ?p)) (true (cell ?j ?p)))
	(<= anyline (line ?p))
	(<= (legal ?p (mark ?i)) (true (turn ?p)) (true (blank ?i)) (not anyline))
	(<= (legal ?p rest) (true (turn ?p)))
	(<= (legal ?p noop) (other ?p ?q) (true (turn ?q)))
	(<= (next (turn ?q)) (true (turn ?p)) (other ?p ?q))
	(<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
	(<= (next (cell ?i ?p)) (does ?p (mark ?i)))
	(<= (next (cell ?i ?p)) (true (cell ?i ?p)))
	(<= (marked ?i) (does ?p (mark ?i)))
	(<= (next (blank ?i)) (true (blank ?i)) (not (marked ?i)))
	(<= terminal (true (step 6)))
	(<= (goal ?p 100) (line ?p))
	(<= (goal ?p 0) (other ?p ?q) (line ?q))
	(<= (goal ?p 50) (role ?p) (not anyline))`

// TestSumIsProvenByWhatNeverHoldsTogether proves a claim that depends on the
// fact that the roles never both have a line.
func TestSumIsProvenByWhatNeverHoldsTogether(t *testing.T) {
	m := gdltest.CompileText(t, linesThatStay)
	claims := FindFacts(m, NewProver(m.Logic)).Claims
	if !claims.Proven[Claim{Kind: FixedSum}] || claims.Total != 100 || !claims.Proven[Claim{Kind: HasOneGoal, Role: 1}] {
		t.Errorf("claims %v with a sum of %d, want one goal each, with a sum of 100", claims.Proven, claims.Total)
	}
}
