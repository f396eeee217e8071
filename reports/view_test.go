package reports

import "testing"

func TestScoresAreToldFromWinsAndDraws(t *testing.T) {
	for spec, want := range map[string]bool{
		"othello:size=4x4": true, "connect4:size=3x4,connect=3": true, "kalah": true, "dots-and-boxes": true,
		"tictactoe": false, "tron": false, "breakthrough": false, "coordination": false,
	} {
		if got := hasScores(variant(t, spec).Info()); got != want {
			t.Errorf("%s: scores %v, want %v", spec, got, want)
		}
	}
}
