package solver

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
)

// TestChompThreeRows compares all bars of three rows with the positions that
// A. E. Brouwer lists as lost for the player to move, by the length r of the
// shortest row (https://www.win.tue.nl/~aeb/games/chomp.html, quoted in
// https://oeis.org/A147983).
func TestChompThreeRows(t *testing.T) {
	const width = 15
	g := solveVariant[uint64](t, fmt.Sprintf("chomp:size=%dx3", width))
	lost := func(p, q, r int) bool {
		bar := [2]int{p, q}
		switch r {
		case 0:
			return p == q+1
		case 1:
			return slices.Contains([][2]int{{3, 1}, {2, 2}}, bar)
		case 2:
			return p == q+2
		case 3:
			return slices.Contains([][2]int{{6, 3}, {7, 4}, {5, 5}}, bar)
		case 4:
			return slices.Contains([][2]int{{8, 4}, {9, 5}, {10, 6}, {7, 7}}, bar)
		}
		return slices.Contains([][2]int{{10, 5}, {9, 6}}, bar) || p == q+4 && q >= 7
	}
	for p := 1; p <= width; p++ {
		for q := range p + 1 {
			for r := range min(q, 5) + 1 {
				want := 100
				if lost(p, q, r) {
					want = 0
				}
				s, err := games.NotationOf(g.game).ParseState(fmt.Sprintf("%d.%d.%d:first", p, q, r))
				if err != nil {
					t.Fatal(err)
				}
				if payoff, _ := g.value(t, s); payoff != want {
					t.Errorf("%d.%d.%d: the first player gets %d, want %d", p, q, r, payoff, want)
				}
			}
		}
	}
}

// TestChompOpenings compares the moves that win at once with what is known:
// the first player wins every bar of more than one square (J. F. Nash's
// argument); on a square one by biting b2; on two rows by biting the last
// square of the upper one; and the smallest bar with two winning moves is 8x10
// (K. Thompson, in M. Gardner, "Knotted Doughnuts", 1986).
func TestChompOpenings(t *testing.T) {
	for _, test := range []struct {
		size string
		want []string // nil: one move, whatever it is
	}{
		{"1x1", []string{}},
		{"2x2", []string{"b2"}}, {"4x4", []string{"b2"}}, {"7x7", []string{"b2"}},
		{"2x1", []string{"b1"}}, {"9x1", []string{"b1"}}, {"1x9", []string{"a2"}},
		{"3x2", []string{"c2"}}, {"9x2", []string{"i2"}}, {"2x9", []string{"b9"}},
		{"5x4", nil}, {"8x3", nil}, {"9x5", nil}, {"8x7", nil},
	} {
		if got := chompOpenings(t, test.size); test.want != nil && !cmp.Equal(test.want, got) || test.want == nil && len(got) != 1 {
			t.Errorf("%s: the moves %v win, want %v", test.size, got, test.want)
		}
	}
	if !testing.Short() {
		if got := chompOpenings(t, "10x8"); len(got) != 2 {
			t.Errorf("10x8: the moves %v win, want two", got)
		}
	}
}

// chompOpenings lists the moves that win a whole bar.
func chompOpenings(t *testing.T, size string) []string {
	g := solveVariant[uint64](t, "chomp:size="+size)
	start := g.game.Start()
	children, _ := g.game.Expand(nil, nil, []uint64{start})
	won := []string{}
	for i, name := range games.NotationOf(g.game).Moves(start)[0] {
		if payoff, _ := g.value(t, children[i]); payoff == 100 {
			won = append(won, name)
		}
	}
	return won
}
