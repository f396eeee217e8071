package solver

import (
	"slices"
	"testing"

	"zermelo/games"
)

// TestHex compares with published results: the first player wins on boards with
// as many columns as rows, with these first moves (HexWiki, Small boards), so
// that with a swap the second player wins; on other boards the player whose way
// is shorter wins even as second (Gardner, The Scientific American Book of
// Mathematical Puzzles and Diversions, 1959).
func TestHex(t *testing.T) {
	for _, c := range []struct {
		spec  string
		first bool
	}{
		{"hex:size=2x2", true}, {"hex:size=3x3", true}, {"hex:size=2x2,swap=yes", false}, {"hex:size=3x3,swap=yes", false},
		{"hex:size=2x3", false}, {"hex:size=3x2", true}, {"hex:size=3x4", false}, {"hex:size=4x3", true},
	} {
		if payoff, _ := solveVariant[uint64](t, c.spec).start(t); payoff == 100 != c.first {
			t.Errorf("%s: the first player gets %d", c.spec, payoff)
		}
	}
	sizes := map[string][]string{
		"hex:size=2x2": {"a2", "b1"},
		"hex:size=3x3": {"a2", "a3", "b2", "c1", "c2"},
	}
	if !testing.Short() {
		sizes["hex"] = []string{"a4", "b3", "c2", "d1"}
	}
	for spec, want := range sizes {
		s := solveVariant[uint64](t, spec)
		start := s.game.Start()
		children, _ := s.game.Expand(nil, nil, []uint64{start})
		var wins []string
		for i, name := range games.NotationOf(s.game).Moves(start)[0] {
			if payoff, _ := s.value(t, children[i]); payoff == 100 {
				wins = append(wins, name)
			}
		}
		slices.Sort(wins)
		if !slices.Equal(wins, want) {
			t.Errorf("%s: %v win, want %v", spec, wins, want)
		}
	}
}
