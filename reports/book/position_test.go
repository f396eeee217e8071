package book_test

import (
	"math/big"
	"testing"

	"zermelo/reports/book"
	"zermelo/solver/value"
)

func TestOnlyMove(t *testing.T) {
	known := value.Outcome{Payoff: [2]*big.Rat{new(big.Rat), new(big.Rat)}}
	keeps, loses, open := book.Move{Outcome: known, Keeps: book.KeptYes}, book.Move{Outcome: known, Keeps: book.KeptNo}, book.Move{}
	for _, tt := range []struct {
		moves []book.Move
		mover int
		want  bool
	}{
		{[]book.Move{keeps, loses}, 0, true},
		{[]book.Move{keeps, loses}, 1, true},
		{[]book.Move{keeps, loses}, -1, false}, // both choose at once
		{[]book.Move{keeps, keeps}, 0, false},
		{[]book.Move{keeps}, 0, false},
		{[]book.Move{keeps, open}, 0, false}, // it may keep the value, too
	} {
		if got := (&book.Position{Mover: tt.mover, Moves: tt.moves}).OnlyMove(); got != tt.want {
			t.Errorf("mover %d, %d moves: %v, want %v", tt.mover, len(tt.moves), got, tt.want)
		}
	}
}
