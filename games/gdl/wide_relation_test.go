package gdl

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
)

// wideSheet returns a sheet with a relation and a function of 300 arguments
// each. The rules compare two of a few positions, some of which are 256 apart.
func wideSheet(rng *rand.Rand) string {
	places := []int{0, 1, 43, 254, 255, 256, 257, 299}
	wide := func(name string, at func(i int) string) string {
		var b strings.Builder
		b.WriteString("(" + name)
		for i := range 300 {
			b.WriteString(" " + at(i))
		}
		return b.String() + ")"
	}
	constant := func(int) string { return string(rune('a' + rng.IntN(3))) }
	pattern := func(name string) string {
		x := rng.IntN(len(places))
		y := (x + 1 + rng.IntN(len(places)-1)) % len(places)
		return wide(name, func(i int) string {
			switch i {
			case places[x]:
				return "?x"
			case places[y]:
				return "?y"
			}
			return fmt.Sprintf("?v%d", i)
		})
	}
	var b strings.Builder
	b.WriteString("(role r) (legal r go) (legal r stay) (goal r 0) (init (p a)) (init (q b))\n")
	for range 3 {
		fmt.Fprintf(&b, "%s (init %s)\n", wide("w", constant), wide("f", constant))
	}
	b.WriteString("(<= (next (f " + gdltest.Numbered("?x%d", 300) + ")) (true (f " + gdltest.Numbered("?x%d", 300) + ")))\n")
	for range 2 {
		fmt.Fprintf(&b, "(<= (next (p ?y)) (does r go) (true (p ?x)) %s)\n", pattern("w"))
		fmt.Fprintf(&b, "(<= (next (q ?y)) (true (q ?x)) (true %s))\n", pattern("f"))
		fmt.Fprintf(&b, "(<= (next (p ?y)) (does r stay) (true (q ?x)) %s)\n", pattern("w"))
	}
	return b.String() + "(<= terminal (true (p c)) (true (q c)) (not (true (p a))))"
}

// TestWideRelationsAgreeWithTheReferee plays sheets whose relations have more
// than 255 arguments.
func TestWideRelationsAgreeWithTheReferee(t *testing.T) {
	t.Parallel()
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 3))
		text := wideSheet(rng)
		sheet, problems := sheet.Parse("wide", text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		compareWithSlow(t, seed, rng, sheet, gdltest.CompileText(t, text))
	}
}
