package pack

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
)

// shooters step round a ring of places that are still whole, and then break one.
const shooters = `(role a) (role b) (init (at a 1)) (init (at b 5)) (init (turn a step)) (other a b) (other b a)
	(<= (near ?x ?y) (succ ?x ?y)) (<= (near ?x ?y) (succ ?y ?x))
	(<= (free ?x) (succ ?x ?y) (not (true (broken ?x))) (not (true (at a ?x))) (not (true (at b ?x))))
	(<= (legal ?p (go ?y)) (true (turn ?p step)) (true (at ?p ?x)) (near ?x ?y) (free ?y))
	(<= (legal ?p (break ?y)) (true (turn ?p shoot)) (free ?y))
	(<= (legal ?p wait) (true (turn ?q ?any)) (other ?q ?p))
	(<= (next (turn ?p shoot)) (true (turn ?p step)))
	(<= (next (turn ?q step)) (true (turn ?p shoot)) (other ?p ?q))
	(<= (next (at ?p ?x)) (does ?p (go ?x))) (<= (moved ?p) (does ?p (go ?x)))
	(<= (next (at ?p ?x)) (true (at ?p ?x)) (not (moved ?p)))
	(<= (next (broken ?x)) (does ?p (break ?x))) (<= (next (broken ?x)) (true (broken ?x)) (not (mended ?x)))
	(<= (free) (free ?x)) (<= terminal (not (free))) (goal a 50) (goal b 50)
	(succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 1) %s`

// TestLevels finds layers where a phase goes round as long as what stays grows now and then.
func TestLevels(t *testing.T) {
	for _, test := range []struct {
		name, rules string
		layered     bool
	}{
		{"shoot", "", true},
		{"mend", "(<= (mended 3) (does ?p (go 4)))", false},
		{"go round again", "(<= (legal ?p (break 0)) (true (turn ?p shoot)))", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := gdltest.CompileText(t, fmt.Sprintf(shooters, test.rules))
			p, _, c := proven(m)
			y := byLevels(m, p, &c)
			if (y != nil) != test.layered {
				t.Fatalf("found %v, want %v", y != nil, test.layered)
			}
			if y != nil {
				checkGrows(t, m, &c, y)
			}
		})
	}
}

// TestLevelsOfRandomMoves plays sheets of random moves, each of which makes fluents true and
// false, of which layers are found.
func TestLevelsOfRandomMoves(t *testing.T) {
	found, levels := 0, 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var b strings.Builder
		b.WriteString("(role you) (init (on 0)) (<= (next (on ?f)) (does you ?m) (sets ?m ?f)) (<= (next (on ?f)) (true (on ?f)) (does you ?m) (not (clears ?m ?f)))")
		b.WriteString("(<= open (legal you ?m)) (<= terminal (not open)) (goal you 100)")
		for move := range 3 {
			fmt.Fprintf(&b, "(clears %d none) (<= (legal you %d) (true (on %d)) (not (true (on %d))))", move, move, rng.IntN(2), 1+rng.IntN(5))
			fmt.Fprintf(&b, "(sets %d %d) (clears %d %d)", move, rng.IntN(6), move, rng.IntN(2))
		}
		m := gdltest.CompileText(t, b.String())
		p, _, c := proven(m)
		if y := byLevels(m, p, &c); y != nil {
			found++
			if checkGrows(t, m, &c, y); slices.ContainsFunc(y.ranks, func(r fieldRank) bool { return slices.Max(r.rank) > 1 }) {
				levels++
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, b.String())
		}
	}
	if found < 20 || levels < 2 {
		t.Errorf("layers of %d sheets, of several levels in %d", found, levels)
	}
}
