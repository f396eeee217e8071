package games_test

import (
	"slices"
	"testing"

	"zermelo/games"
)

// mixed is the game of piles in which both players move simultaneously if a pile is
// empty. Its matrices have one column.
type mixed struct{ *piles }

func (m mixed) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		mover := m.piles.Movers(nil, []uint64{s})[0]
		if _, first, second := pilesOf(s); first*second == 0 {
			mover = games.Both
		}
		dst = append(dst, mover)
	}
	return dst
}

func (m mixed) Rows(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		children, _ := m.Expand(nil, nil, []uint64{s})
		dst = append(dst, int32(len(children)))
	}
	return dst
}

func TestStagesAskForRowsOnlyWhereBothMove(t *testing.T) {
	src := []uint64{
		pilesState(0, 2, 2), // role 0 has 4 moves
		pilesState(1, 2, 0), // both, 2 rows
		pilesState(1, 1, 2), // role 1 has 3 moves
		pilesState(1, 0, 0), // the game is over
		pilesState(2, 0, 1), // both, 1 row
	}
	var g games.Game[uint64] = mixed{newPiles(2, 2)}
	_, ends := g.Expand(nil, nil, src)
	var stages games.Stages[uint64]
	for range 2 { // the second time with the buffers of the first
		stages.Find(g, src, ends)
		if want := []int8{0, games.Both, 1, games.Both, games.Both}; !slices.Equal(stages.Movers, want) {
			t.Errorf("movers %v, want %v", stages.Movers, want)
		}
		if want := []int32{4, 2, 1, 0, 1}; !slices.Equal(stages.Rows, want) {
			t.Errorf("rows %v, want %v", stages.Rows, want)
		}
	}
}
