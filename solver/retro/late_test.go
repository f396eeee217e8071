package retro

import (
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// chainGame returns a game with two tiers. In the first tier, class i leads
// only to class i-1 and class 0 is lost. Class i is therefore won in i plies if
// i is odd, and lost in i plies otherwise. The second tier has the given links.
func chainGame(length int, links [][]int) *solvertest.CyclicGame {
	g := &solvertest.CyclicGame{
		Description: &games.Info{Name: "chain", Title: "Chain", Roles: []string{"first", "second"}, Rules: []string{"Any move."}, Total: 100},
		TierList:    []games.Tier{{Name: "t0", Size: uint64(length)}, {Name: "t1", Size: uint64(len(links)), Lower: []int{0}}},
	}
	g.Places = make([][]int, 2)
	add := func(tier int, links []int) {
		g.Places[tier] = append(g.Places[tier], len(g.Classes))
		index := uint64(len(g.Places[tier]) - 1)
		g.Classes = append(g.Classes, solvertest.CyclicClass{Tier: tier, Index: index, Variants: 1, Mover: -1, Ends: value.Loss(0), Links: links})
	}
	for i := range length {
		if i == 0 {
			add(0, nil)
		} else {
			add(0, []int{i - 1})
		}
	}
	for _, l := range links {
		add(1, l)
	}
	for i, c := range g.Classes {
		for _, l := range c.Links {
			if to := &g.Classes[l]; to.Tier == c.Tier && !slices.Contains(to.Parents, i) {
				to.Parents = append(to.Parents, i)
			}
		}
	}
	return g
}

// TestTiersLateLosses tests losses through lower tiers that are delayed by more
// plies than a cell can store, with children in the same tier.
func TestTiersLateLosses(t *testing.T) {
	const length = 70
	const a, b, c, d, e, f, g, h, i, j, k, l = length, length + 1, length + 2, length + 3, length + 4, length + 5, length + 6, length + 7, length + 8, length + 9, length + 10, length + 11
	game := chainGame(length, [][]int{
		{69, b},     // a: the opponent wins in 69 plies or in 1
		{0},         // b
		{a},         // c
		{c, 67},     // d: slower within its own tier than through the lower one
		{69, f},     // e: cycles with f
		{e},         // f
		{69, 65, b}, // g: two long delays
		{63, b},     // h: the least delay that exceeds a cell
		{61, b},     // i: a delay that fits
		{68, a, 69}, // j: has a lost child
		{},          // k: won by the rules
		{1, k},      // l: slower by one ply through the lower tier than within its own
	})
	game.Classes[k].Ends = value.Win(0)
	want := []value.Cell{value.Loss(70), value.Win(1), value.Win(71), value.Loss(72), value.Draw, value.Draw, value.Loss(70), value.Loss(64), value.Loss(62), value.Win(69), value.Win(0), value.Loss(2)}
	cells, stats := compareTiers(game)
	for _, numbered := range []games.Tiered[uint64]{game, solvertest.RetroGame{CyclicGame: game}} {
		for _, workers := range []int{1, 3} {
			solution, store := mustSolveTiers(t, numbered, workers)
			if !slices.Equal(store.Cells[1], want) {
				t.Errorf("%T: cells %v, want %v", numbered, store.Cells[1], want)
			}
			if err := checkTiers(game, solution, store, cells, stats); err != nil {
				t.Errorf("%T: %v", numbered, err)
			}
		}
	}
}
