package solved

import (
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

func TestScoresAreToldFromWinsAndDraws(t *testing.T) {
	for spec, want := range map[string]bool{
		"othello:size=4x4": true, "connect4:size=3x4,connect=3": true, "kalah": true, "dots-and-boxes": true,
		"tictactoe": false, "tron": false, "breakthrough": false, "coordination": false,
	} {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		if got := HasScores(v.Info()); got != want {
			t.Errorf("%s: scores %v, want %v", spec, got, want)
		}
	}
	// Own games need not list their payoffs.
	for total, want := range map[int]bool{1: false, 0: true, 48: true} {
		if got := HasScores(&games.Info{Roles: []string{"a", "b"}, Total: total}); got != want {
			t.Errorf("a total of %d: scores %v, want %v", total, got, want)
		}
	}
}
