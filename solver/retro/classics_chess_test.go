package retro

import (
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/solver/solvertest"
)

// TestChessEndings compares endings with published results: the longest mates
// with white to move, in moves, and how many positions have them. The counts
// for three men are quoted from Nalimov's tables in the thread "Longest Mate in
// kqk" of the CCRL discussion board (kirill-kryukov.com, t=920): KQK 1 position
// with white to move, 8 with black to move; KRK 121 and 390; KPK 3 and 2. The
// same thread has 33 moves for KBNK, with 138 positions by Peter Karrer's count;
// another one that it quotes says 144. The 40 moves of KRKN are a record of what
// this solver found. In KPK 222,564 positions are won for white: bitbases of
// chess engines, with pawns on half of the files, hold 111,282.
func TestChessEndings(t *testing.T) {
	tests := []struct {
		pieces          string
		moves           int   // of the longest win of the side with more
		longest, losses int64 // classes with it to move, and with the other to move; 0 if not known
	}{
		{"KQK", 10, 1, 8},
		{"KRK", 16, 121, 390},
		{"KPK", 28, 3, 2},
		{"KBNK", 33, 138, 0},
		{"KRKN", 40, 0, 0},
	}
	for i, test := range tests {
		if !gamestest.Large() && i > 2 {
			break
		}
		t.Run(test.pieces, func(t *testing.T) {
			g := solvertest.Open(t, "chess:pieces="+test.pieces).(games.Tiered[uint64])
			solution, _ := mustSolveTiers(t, g, 2)
			top := solution.Tiers[len(solution.Tiers)-1]
			if top.Name != test.pieces {
				t.Fatalf("the last tier is %s", top.Name)
			}
			plies := len(top.WinsIn) - 1
			if want := 2*test.moves - 1; plies != want {
				t.Fatalf("the longest win takes %d plies, want %d", plies, want)
			}
			if got := top.WinsIn[plies]; test.longest > 0 && got != test.longest {
				t.Errorf("%d positions with the longest win, want %d", got, test.longest)
			}
			if got := top.LossesIn[len(top.LossesIn)-1]; test.losses > 0 && (len(top.LossesIn)-1 != plies+1 || got != test.losses) {
				t.Errorf("%d positions with the longest loss of %d plies, want %d of %d", got, len(top.LossesIn)-1, test.losses, plies+1)
			}
			if test.pieces == "KPK" && top.Wins+top.Losses != 111282 {
				t.Errorf("%d and %d classes are won and lost, want 111282 in all", top.Wins, top.Losses)
			}
			t.Logf("%s: %d indexes, %d used, %d wins, %d losses, %d draws, %d longest", top.Name, top.Size, top.Used, top.Wins, top.Losses, top.Draws, top.WinsIn[plies])
		})
	}
}
