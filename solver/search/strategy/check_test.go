package strategy

import (
	"testing"

	"zermelo/games"
	"zermelo/solver/search"
)

// drawn is a game with one move, which ends in a draw.
type drawn struct{}

func (drawn) Info() *games.Info {
	return &games.Info{Name: "drawn", Roles: []string{"a", "b"}, Total: 2, Payoffs: []int{0, 1, 2}}
}

func (drawn) Start() uint64 { return 0 }

func (drawn) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if s == 0 {
			dst = append(dst, 1)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (drawn) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(s))
	}
	return dst
}

func (drawn) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for range src {
		dst = append(dst, games.Payoff{1, 1})
	}
	return dst
}

func (drawn) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(s))
	}
	return dst
}

func (drawn) Span() int { return 1 }

func TestStrategyWhoseLastMoveDrawsProvesNoWin(t *testing.T) {
	st := &Strategy[uint64]{MovesFirst: true, Score: 1, States: []uint64{0}, Moves: []uint16{0}}
	if _, err := st.Check(t.Context(), search.Plain[uint64](drawn{}), 0, 1, Room{}, nil); err == nil {
		t.Error("a draw passes as a win")
	}
}
