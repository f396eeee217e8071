package solved_test

import (
	"math/big"
	"testing"

	"zermelo/reports/solved"
	"zermelo/solver/value"
)

func TestOnlyMove(t *testing.T) {
	known := value.Outcome{Payoff: value.Payoffs{new(big.Rat), new(big.Rat)}}
	keeps, loses, open := solved.Move{Outcome: known, Keeps: solved.KeptYes}, solved.Move{Outcome: known, Keeps: solved.KeptNo}, solved.Move{}
	for _, tt := range []struct {
		moves []solved.Move
		mover int
		want  bool
	}{
		{[]solved.Move{keeps, loses}, 0, true},
		{[]solved.Move{keeps, loses}, 1, true},
		{[]solved.Move{keeps, loses}, -1, false}, // simultaneous
		{[]solved.Move{keeps, keeps}, 0, false},
		{[]solved.Move{keeps}, 0, false},
		{[]solved.Move{keeps, open}, 0, false}, // the other move may keep the value too
	} {
		if got := (&solved.Position{Mover: tt.mover, Moves: tt.moves}).OnlyMove(); got != tt.want {
			t.Errorf("mover %d, %d moves: %v, want %v", tt.mover, len(tt.moves), got, tt.want)
		}
	}
}
