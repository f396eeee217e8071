package layered

import (
	"testing"

	"zermelo/games"
)

// countdown is a game in which a move takes one or two of n counters. The layer
// is the number of counters taken, so a ply can skip a layer. The player who
// takes the last counter wins.
type countdown struct {
	info *games.Info
	n    uint64
}

func newCountdown(n uint64) countdown {
	return countdown{&games.Info{Name: "countdown", Roles: []string{"first", "second"}, Total: 1}, n}
}

// A state is twice the number of counters taken, plus the side to move.

func (g countdown) Info() *games.Info { return g.info }
func (g countdown) Start() uint64     { return 0 }
func (g countdown) Span() int         { return 2 }

func (g countdown) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for take := uint64(1); take <= 2 && s>>1+take <= g.n; take++ {
			dst = append(dst, (s>>1+take)<<1|s&1^1)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g countdown) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(s&1))
	}
	return dst
}

func (g countdown) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		dst = append(dst, games.Payoff{int16(s & 1), 1 - int16(s&1)})
	}
	return dst
}

func (g countdown) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(s>>1))
	}
	return dst
}

// TestPlies tests plays with the maximum number of plies that can be counted,
// and with one more. A player who faces a multiple of three counters loses.
func TestPlies(t *testing.T) {
	for _, n := range []uint64{1, 5, 63, 64, 65, 126, maxPlies - 1, maxPlies, maxPlies + 2} {
		g := newCountdown(n)
		solution, store := solveBy[uint64](t, g, defaultPlan[uint64](t, g))
		if err := solveNaively[uint64](g).check(solution, store); err != nil {
			t.Errorf("%d counters: %v", n, err)
		}
		if counted := solution.Plies != nil; counted != (n < maxPlies) {
			t.Errorf("%d counters: plies counted: %v", n, counted)
		}
		if got, _ := solution.Start.Unpack(); (got == 1) != (n%3 != 0) {
			t.Errorf("%d counters: the first player gets %d", n, got)
		}
	}
}
