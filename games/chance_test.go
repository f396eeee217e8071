package games_test

import (
	"slices"
	"strings"
	"testing"

	"zermelo/games"
)

// dice is a game in which a die with a 1 and two 2s is thrown until the sum is at least 4.
// A player who reaches exactly 4 wins.
type dice struct{ faults bool }

var diceInfo = &games.Info{
	Name: "dice", Title: "Dice", Rules: []string{"Throw."}, Roles: []string{"first", "second"}, Total: 1, Stochastic: true, ExtraMoves: true,
}

func (dice) Info() *games.Info { return diceInfo }
func (dice) Start() uint64     { return 0 }

func (dice) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if s < 4 {
			dst = append(dst, s+1, s+2)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (dice) Movers(dst []int8, src []uint64) []int8 {
	for range src {
		dst = append(dst, games.Chance)
	}
	return dst
}

func (d dice) Odds(dst []uint32, src []uint64) []uint32 {
	for range src {
		if dst = append(dst, 1, 2); d.faults {
			dst[len(dst)-1] = 0
		}
	}
	return dst
}

func (dice) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		if s == 4 {
			dst = append(dst, games.Payoff{1, 0})
		} else {
			dst = append(dst, games.Payoff{0, 1})
		}
	}
	return dst
}

func (dice) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(s))
	}
	return dst
}

func (dice) Span() int { return 2 }

func TestCheckAcceptsChance(t *testing.T) {
	if err := games.Check[uint64](dice{}, 100); err != nil {
		t.Error(err)
	}
	if err := games.Check[uint64](dice{faults: true}, 100); err == nil || !strings.Contains(err.Error(), "positive weight") {
		t.Errorf("weight 0: %v", err)
	}
	var s games.Stages[uint64]
	s.Find(dice{}, []uint64{4, 1, 5, 3}, []int32{0, 2, 2, 4})
	if odds := s.Odds(3, 2); !slices.Equal(odds, []uint32{1, 2}) || !slices.Equal(s.Rows, []int32{0, 1, 0, 1}) {
		t.Errorf("odds %v, rows %v", odds, s.Rows)
	}
}
