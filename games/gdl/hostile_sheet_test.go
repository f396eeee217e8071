package gdl

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// frame makes a sheet playable to which the tests add what explodes.
const frame = "(role you) (init p) (legal you go) (<= terminal (true over)) (goal you 0)\n"

// TestHostileSheets compiles sheets whose grounding or network would not end,
// or not fit, and sheets that are only large. The first must be given up within
// the limits, the others may be.
func TestHostileSheets(t *testing.T) {
	t.Parallel()
	ten := "(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)\n"
	digits := "(d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h)"
	var doubling strings.Builder
	for i := range 60 {
		fmt.Fprintf(&doubling, "(<= (t%d (f ?x ?x)) (t%d ?x)) (<= (t%d (g ?x ?y)) (t%d ?x) (t%d ?y))\n", i+1, i, i+1, i, i)
	}
	tests := []struct {
		name, text string
		gives      bool // must be given up
	}{
		{"successors", "(num z) (<= (num (s ?x)) (num ?x)) (<= (next (n ?x)) (num ?x))", true},
		{"growing state", "(init (n z)) (<= (next (n (s ?x))) (true (n ?x)))", true},
		{"growing moves", "(<= (legal you (again ?m)) (true (did ?m))) (<= (next (did ?m)) (does you ?m))", true},
		{"all numbers", ten + "(<= (next (n ?a ?b ?c ?d ?e ?f ?g ?h)) " + digits + ")", true},
		{"all pairs", numbered("(e %d)", 3000) + "(<= (next (p ?x ?y)) (e ?x) (e ?y) (distinct ?x ?y))", true},
		{"all moves", ten + "(<= (legal you (n ?a ?b ?c ?d ?e ?f ?g ?h)) " + digits + ")", true},
		{"cube", numbered("(e %d)", 400) + "(<= (q ?x ?y ?z) (e ?x) (e ?y) (e ?z)) (<= terminal (q ?x ?y ?z) (true (n ?x ?y ?z)))", true},
		{"doubling", "(t0 a) (t0 b)\n" + doubling.String() + "(<= (next ?x) (t60 ?x))", true},
		{"alternatives", "(<= terminal" + strings.Repeat(" (or (true p) (true over))", 40) + ")", true},
		{"ackermann", "(num z) (<= (num (s ?x)) (num ?x) (true over)) (<= (next (n ?x)) (num ?x)) (<= (next over) (true p))", true},
		{"transitive", numbered("(e %[1]d %[1]dx)", 3000) + "(<= (r ?x ?y) (e ?x ?y)) (<= (r ?x ?z) (r ?x ?y) (r ?y ?z)) (<= terminal (r ?x ?x))", false},
		{"dead explosion", ten + "(<= (big ?a ?b ?c ?d ?e ?f ?g ?h) " + digits + ")", false},
		{"facts", numbered("(e %d)", 100_000) + "(<= terminal (e ?x) (true ?x))", false},
		{"chain", numbered("(succ %[1]d n%[1]d)", 20_000) + "(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y)) (init (step 0))", false},
	}
	limits := Limits{Bytes: 48 << 20, Time: 2 * time.Second}
	for _, test := range tests {
		sheet, problems := Parse(test.name, frame+test.text)
		if len(problems) > 0 {
			t.Errorf("%s: %v", test.name, problems)
			continue
		}
		began := time.Now()
		_, err := Compile(t.Context(), sheet, limits)
		var grounding *LimitError
		var wrong *SheetError
		switch elapsed := time.Since(began); {
		case err == nil && test.gives:
			t.Errorf("%s: compiled", test.name)
		case err != nil && !errors.As(err, &grounding) && !errors.As(err, &wrong):
			t.Errorf("%s: %v", test.name, err)
		case elapsed > time.Minute: // limits, and a machine that does other work
			t.Errorf("%s: took %v", test.name, elapsed)
		default:
			t.Logf("%s: %v, %v", test.name, elapsed.Round(time.Millisecond), err)
		}
	}
}
