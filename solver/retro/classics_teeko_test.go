package retro

import (
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/solver/solvertest"
)

// TestTeeko compares with what Guy Steele found (Summary of the Solving of the
// Game of Teeko, 1999): Standard Teeko is a draw; Advanced Teeko is won by the
// first player in 13 plies, but a draw if the first piece may not be dropped on
// the centre.
func TestTeeko(t *testing.T) {
	gamestest.SkipUnlessLarge(t)
	g := solvertest.Open(t, "teeko").(games.Tiered[uint64])
	solution, _ := mustSolveTiers(t, g, 2)
	if payoff, _ := solution.Start.Unpack(); payoff != 50 {
		t.Errorf("standard: the first player gets %d, want 50", payoff)
	}
	g = solvertest.Open(t, "teeko:goals=advanced").(games.Tiered[uint64])
	solution, store := mustSolveTiers(t, g, 2)
	if payoff, plies := solution.Start.Unpack(); payoff != 100 || plies != 13 {
		t.Errorf("advanced: the first player gets %d in %d plies, want 100 in 13", payoff, plies)
	}
	drops, _ := g.Expand(nil, nil, []uint64{g.Start()})
	names := games.NotationOf[uint64](g).Moves(g.Start())[0]
	for i, slot := range g.Rank(nil, drops) {
		if c := store.Cells[slot.Tier()][slot.Index()]; c.IsLoss() != (names[i] == "c3") || c.IsWin() {
			t.Errorf("advanced: after the drop %s the opponent has %#x, want a loss after c3 and else a draw", names[i], c)
		}
	}
}
