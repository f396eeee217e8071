package tier

import (
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/solver/value"
)

// TestStripCells compares a strip with a slice of all cells.
func TestStripCells(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, share := range []float64{0, 0.01, 0.5, 1} {
		want := make([]value.Cell, StripCells)
		var s strip
		for i := range want {
			if rng.Float64() < share {
				want[i] = value.Win(rng.IntN(100))
				s.cells = append(s.cells, want[i])
				s.mark(i)
			}
		}
		if n := s.count(); n != len(s.cells) {
			t.Errorf("%v: counted %d, want %d", share, n, len(s.cells))
		}
		got := make([]value.Cell, StripCells)
		s.spread(got)
		if !slices.Equal(got, want) {
			t.Errorf("%v: wrong cells when spread", share)
		}
		for i := range want {
			if s.cell(i) != want[i] {
				t.Errorf("%v: cell %d is %d, want %d", share, i, s.cell(i), want[i])
			}
		}
	}
}

// TestByStrip checks that byStrip sorts slots stably by strip.
func TestByStrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{0, 1, 2, 3000} {
		slots := make([]games.Slot, n)
		for i := range slots {
			slots[i] = games.SlotOf(rng.IntN(300), rng.Uint64N(1<<uint(12+rng.IntN(25))))
		}
		want := make([]int32, n)
		for i := range want {
			want[i] = int32(i)
		}
		slices.SortStableFunc(want, func(a, b int32) int { return int(slots[a]/StripCells) - int(slots[b]/StripCells) })
		if got := byStrip(slots); !slices.Equal(got, want) {
			t.Errorf("%d slots in a wrong order", n)
		}
	}
}
