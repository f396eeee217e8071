package statemachine_test

import (
	"testing"

	"zermelo/games/gdl/gdltest"
)

func TestIdle(t *testing.T) {
	const game = `(role x) (role o) (init (control x)) (cell 1) (cell 2) (cell 3)
		(<= (legal ?p (mark ?c)) (true (control ?p)) (cell ?c) (not (true (marked ?c))))
		(<= (legal x wait) (true (control o))) (<= (legal o wait) (true (control x)))
		(<= (next (marked ?c)) (does ?p (mark ?c))) (<= (next (marked ?c)) (true (marked ?c)))
		(<= (next (control o)) (true (control x)))
		(<= terminal (true (marked 1)) (true (marked 2)) (true (marked 3)))
		(goal x 50) (goal o 50)`
	tests := []struct {
		name, rules string
		turns       bool
	}{
		{"turns", "(<= (next (control x)) (true (control o)))", true},
		{"stuck", "(<= (next (control x)) (true (control x)))", false},
		{"both", "(<= (next (control x)) (true (control o))) (init (control o))", false},
		{"twice", "(<= (next (control x)) (true (control o))) (<= (next (control x)) (true (marked 2)))", false},
		{"also", "(<= (next (control x)) (true (control o))) (<= (legal o wait) (true (marked 1)))", false},
		{"by another name", "(<= (next (control x)) (true (control o))) (<= (legal ?p ?m) (may ?p ?m)) (<= (may ?p (mark 1)) (true (control ?p)))", true},
		{"by another name, any time", "(<= (next (control x)) (true (control o))) (<= (legal ?p ?m) (may ?p ?m)) (<= (may o (mark 1)) (true (marked 1)))", false},
		{"any time", "(<= (next (control x)) (true (control o))) (<= (legal o (mark 1)) (true (marked 1)))", false},
	}
	// With three roles, a role must wait in the turns of both others.
	const three = `(role x) (role o) (role z) (init (control x)) (cell 1) (cell 2) (cell 3) (cell 4)
		(<= (legal ?p (mark ?c)) (true (control ?p)) (cell ?c) (not (true (marked ?c))))
		(<= (next (control o)) (true (control x))) (<= (next (control z)) (true (control o))) (<= (next (control x)) (true (control z)))
		(<= (legal x wait) (true (control o))) (<= (legal x wait) (true (control z)))
		(<= (legal o wait) (true (control x))) (<= (legal o wait) (true (control z)))
		(<= (legal z wait) (true (control x)))
		(<= (next (marked ?c)) (does ?p (mark ?c))) (<= (next (marked ?c)) (true (marked ?c)))
		(<= terminal (true (marked 1)) (true (marked 2)) (true (marked 3)))
		(goal x 50) (goal o 50) (goal z 50)`
	for rules, turns := range map[string]bool{"": false, "(<= (legal z wait) (true (control o)))": true} {
		if got := gdltest.CompileText(t, three+rules).Logic.Idle != nil; got != turns {
			t.Errorf("three roles, %q: taking turns: %v, want %v", rules, got, turns)
		}
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := gdltest.CompileText(t, game+test.rules)
			if got := m.Logic.Idle != nil; got != test.turns {
				t.Errorf("taking turns: %v, want %v", got, test.turns)
			}
			for r, idle := range m.Logic.Idle {
				if name := m.Moves[r][idle]; name != "wait" {
					t.Errorf("%s waits by %s", m.Roles[r], name)
				}
			}
		})
	}
}
