package gdl

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
)

// TestEven compares Exchange with an exhaustive search on sheets of one joint
// move. The roles are interchangeable if some permutation of the moves
// exchanges their payoffs.
func TestEven(t *testing.T) {
	const moves = 3
	var orders [][moves]int
	for i := range moves {
		for j := range moves {
			if i != j {
				orders = append(orders, [moves]int{i, j, moves - i - j})
			}
		}
	}
	count := map[bool]int{}
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 1))
		var gets [moves][moves]int
		a, b := orders[rng.IntN(len(orders))], orders[rng.IntN(len(orders))]
		for i := range gets {
			for j := range gets {
				gets[i][j] = 50 * rng.IntN(3)
			}
		}
		if seed%2 == 0 {
			for i := range gets {
				for j := range i {
					gets[a[i]][b[j]] = 100 - gets[a[j]][b[i]]
				}
				gets[a[i]][b[i]] = 50
			}
		}
		want := false
		for _, a := range orders {
			for _, b := range orders {
				all := true
				for i := range gets {
					for j := range gets {
						all = all && gets[a[j]][b[i]] == 100-gets[i][j]
					}
				}
				want = want || all
			}
		}
		count[want]++
		var text strings.Builder
		text.WriteString("(role red) (role blue) (init open) (<= terminal (not (true open))) (move 0) (move 1) (move 2) (<= (legal ?r ?m) (role ?r) (move ?m)) (<= (next (did ?r ?m)) (does ?r ?m))")
		for i := range gets {
			for j, v := range gets[i] {
				fmt.Fprintf(&text, "(<= (goal red %d) (true (did red %d)) (true (did blue %d))) (<= (goal blue %d) (true (did red %d)) (true (did blue %d)))\n", v, i, j, 100-v, i, j)
			}
		}
		v, err := Open(t.Context(), gdltest.CompileText(t, text.String()))
		if err != nil {
			t.Fatal(err)
		}
		if got := games.ProvenFair(v); got != want {
			t.Errorf("seed %d, %v: even %v, want %v", seed, gets, got, want)
		}
	}
	if count[true] < 20 || count[false] < 20 {
		t.Errorf("even and not: %v", count)
	}
}

// TestEvenNeedsAll adds rules that distinguish roles that are otherwise equal.
func TestEvenNeedsAll(t *testing.T) {
	const duel = `(role red) (role blue) (other red blue) (other blue red) (init (step 1)) (succ 1 2) (succ 2 3)
		(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= terminal (true (step 3)))
		(move high) (move low) (<= (legal ?r ?m) (role ?r) (move ?m)) (beats low high)
		(<= (scores ?r) (does ?r ?m) (other ?r ?s) (does ?s ?n) (beats ?m ?n))
		(<= (next (ahead ?r)) (scores ?r)) (<= (next (ahead ?r)) (true (ahead ?r)) (other ?r ?s) (not (scores ?s)))
		(<= (goal ?r 100) (true (ahead ?r)))
		(<= (goal ?r 50) (role ?r) (not (true (ahead red))) (not (true (ahead blue))))
		(<= (goal ?r 0) (other ?r ?s) (true (ahead ?s))) %s`
	for rules, want := range map[string]bool{
		"":                                      true,
		"(init (ahead red))":                    false,
		"(<= (legal red pass) (true (step 1)))": false,
		"(<= (next (ahead blue)) (does red high))":       false,
		"(<= (goal red 70) (true (ahead red)))":          false, // red also has 100, which counts
		"(goal red 0)":                                   false,
		"(goal blue 0) (goal red 0)":                     false, // the sum of the payoffs is unproven
		"(<= (legal ?r pass) (role ?r) (true (step 1)))": true,
	} {
		v, err := Open(t.Context(), gdltest.CompileText(t, fmt.Sprintf(duel, rules)))
		if err != nil {
			t.Fatal(err)
		}
		if got := games.ProvenFair(v); got != want {
			t.Errorf("with %q: even %v, want %v", rules, got, want)
		}
	}
}
