package gdl

import (
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
)

// passing is a game in which the roles take turns. The mover takes one of three
// stones or waits; without stones, the mover must wait. MOVES is replaced with
// the rules that pass the turn.
const passing = `(role ann) (role ben) (init (stones 3)) (init (age 0)) (less 3 2) (less 2 1) (less 1 0)
(up 0 1) (up 1 2) (up 2 3) (up 3 4) (up 4 5)
(<= (legal ?r wait) (role ?r))
(<= (legal ?r take) (true (turn ?r)) (true (stones ?n)) (less ?n ?m))
(<= (taken) (does ?r take))
(<= (next (stones ?m)) taken (true (stones ?n)) (less ?n ?m))
(<= (next (stones ?n)) (not taken) (true (stones ?n)))
(<= (next (age ?n)) (true (age ?m)) (up ?m ?n))
(<= terminal (true (age 5)))
(<= (goal ann 100) (true (stones 0))) (<= (goal ann 0) (not (true (stones 0))))
(<= (goal ben 0) (true (stones 0))) (<= (goal ben 100) (not (true (stones 0))))
(init (turn ann))
`

// TestFindTurn finds turns in sheets with different rules for passing the turn.
func TestFindTurn(t *testing.T) {
	for _, test := range []struct {
		name, moves string
		extra, both bool // Info.ExtraMoves and Info.Simultaneous
	}{
		{"in turn", `(<= (next (turn ann)) (true (turn ben))) (<= (next (turn ben)) (true (turn ann)))`, false, false},
		{"one fluent for two", `(<= (next (turn ann)) (not (true (turn ann)))) (<= (next (turn ben)) (true (turn ann)))`, false, false},
		{"again after waiting", `(<= (next (turn ?r)) (true (turn ?r)) (not taken))
			(<= (next (turn ann)) (true (turn ben)) taken) (<= (next (turn ben)) (true (turn ann)) taken)`, true, false},
		{"once again, late", `(<= (next (turn ann)) (true (turn ben))) (<= (next (turn ben)) (true (turn ann)) (not (true (age 2))))
			(<= (next (turn ann)) (true (turn ann)) (true (age 2)))`, true, false},
		{"both at times", `(<= (next (turn ann)) (true (turn ben))) (<= (next (turn ben)) (true (turn ann)))
			(<= (next (turn ben)) (true (turn ben)) (true (age 1)))`, false, true},
	} {
		m := gdltest.CompileText(t, strings.ReplaceAll(passing, "(taken)", "taken")+test.moves)
		v, err := Open(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		info := v.Info()
		if info.ExtraMoves != test.extra || info.Simultaneous != test.both {
			t.Errorf("%s: extra moves %v, simultaneous %v", test.name, info.ExtraMoves, info.Simultaneous)
		}
		g := v.(games.Game[uint64])
		if err := games.Check(g, 1000); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if test.extra || test.both {
			continue
		}
		// In this state, Moves must name the role that waits in its own turn.
		s, err := games.NotationOf(g).ParseState("age.3,stones.0,turn.ben")
		if err != nil {
			t.Fatal(err)
		}
		if moves := games.NotationOf(g).Moves(s); moves[0] != nil || len(moves[1]) != 1 {
			t.Errorf("%s: moves %v with ben to wait", test.name, moves)
		}
	}
}
