package solve_test

import (
	"errors"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/gdltest"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

// pennies is a guessing game: red wins if both choices are the same.
const pennies = `(role red) (role blue) (init open) (<= terminal (not (true open)))
	(move 1) (move 2) (<= (legal ?r ?m) (role ?r) (move ?m)) (<= (next (did ?r ?m)) (does ?r ?m))
	(<= same (true (did red ?m)) (true (did blue ?m)))
	(<= other (true (did red ?m)) (true (did blue ?n)) (distinct ?m ?n))
	(<= (goal red 100) same) (<= (goal red 0) other) (<= (goal blue 0) same) (<= (goal blue 100) other)`

type simultaneous interface {
	games.Game[uint64]
	games.Simultaneous[uint64]
}

// exchanging is a game that may declare that its roles can be exchanged.
type exchanging struct {
	simultaneous
	known bool
}

func (g *exchanging) RolesExchangeable() bool { return g.known }

// TestEvenGameNeedsNoTable proves the value of a game by exchanging its roles, and verifies the
// proof.
func TestEvenGameNeedsNoTable(t *testing.T) {
	opened, err := gdl.Open(t.Context(), gdltest.CompileText(t, pennies))
	if err != nil {
		t.Fatal(err)
	}
	if !games.ProvenFair(opened) {
		t.Error("no exchange of the roles is found")
	}
	v := &exchanging{opened.(simultaneous), true}
	// The method is requested, the table does not fit, or building the table takes too long.
	for _, o := range []solve.Options{{Method: solve.Search, Limit: 100}, {Method: solve.Auto, Limit: 1}, {Method: solve.Auto, Limit: 100, Budget: time.Nanosecond}} {
		db := t.TempDir()
		r, err := solve.Solve(t.Context(), db, v, o)
		if err != nil || r.Proof == nil || r.Proof.Start.Pure[0] != 50 || r.Proof.Start.Remoteness >= 0 {
			t.Fatalf("%+v: %+v, %v", o, r, err)
		}
		if again, err := solve.Solve(t.Context(), db, v, o); err != nil || !again.Existed {
			t.Errorf("again: %+v, %v", again, err)
		}
		if found, err := proof.Verify(t.Context(), db, v, 1, nil); err != nil || !found.Exchanged {
			t.Errorf("verified: %+v, %v", found, err)
		}
		if _, err := proof.Verify(t.Context(), db, &exchanging{v.simultaneous, false}, 1, nil); !isWrong(err) {
			t.Errorf("the proof of a game whose roles differ: %v", err)
		}
	}
	r, err := solve.Solve(t.Context(), t.TempDir(), v, solve.Options{Method: solve.Auto, Limit: 100})
	if err != nil || r.Solution == nil {
		t.Errorf("there is room for a table: %+v, %v", r, err)
	}
}

func isWrong(err error) bool {
	_, ok := errors.AsType[*store.WrongError](err)
	return ok
}
