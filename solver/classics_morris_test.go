package solver

import (
	"testing"

	"zermelo/games"
)

// TestMorris compares mill games with what is known of them. Three men's morris
// on the board with diagonals is won by whoever may begin in the middle, the
// children of the start tell; where men may go to any free point, and on the
// board without diagonals, it is a draw. Six men's morris is a draw with and
// without flying (Liou, game-solver, 2026).
func TestMorris(t *testing.T) {
	for _, test := range []struct {
		spec string
		want string // for the start
	}{
		{"morris:men=3", "win"},
		{"morris:men=3,lines=straight", "draw"},
		{"morris:men=3,flying=always", "draw"},
		{"morris:men=3,flying=always,lines=straight", "draw"},
		{"morris:men=6", "draw"},
		{"morris:men=6,flying=three", "draw"},
	} {
		if testing.Short() && test.spec[:12] == "morris:men=6" {
			continue
		}
		g := openGame(t, test.spec).(games.Tiered[uint64])
		_, store := mustSolveTiers(t, g, 2)
		outcome := func(s uint64) string {
			slot := g.Rank(nil, []uint64{s})[0]
			switch c := store.cells[slot.Tier()][slot.Index()]; {
			case c.IsWin():
				return "win"
			case c.IsLoss():
				return "loss"
			}
			return "draw"
		}
		if got := outcome(g.Start()); got != test.want {
			t.Errorf("%s: %s, want %s", test.spec, got, test.want)
		}
		if test.spec != "morris:men=3" {
			continue
		}
		children, _ := g.Expand(nil, nil, []uint64{g.Start()})
		for i, name := range games.NotationOf[uint64](g).Moves(g.Start())[0] {
			if got := outcome(children[i]); (got == "loss") != (name == "b2") {
				t.Errorf("%s: black's outcome after %s is a %s", test.spec, name, got)
			}
		}
	}
}
