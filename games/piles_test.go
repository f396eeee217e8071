package games_test

import (
	"fmt"

	"zermelo/games"
)

// piles is a small game: a move takes one or two things from one of two piles, and
// the player who takes the last thing wins. A state is [ply: 8 bits][first pile: 8
// bits][second pile: 8 bits].
type piles struct {
	info  *games.Info
	start uint64
}

func newPiles(first, second int) *piles {
	return &piles{
		info: &games.Info{
			Name: "piles", Title: "Piles", Roles: []string{"odd", "even"}, Total: 100, Payoffs: []int{0, 100},
			LayerName: "ply", Rules: []string{"Take one or two things from a pile. Who takes the last thing wins."},
		},
		start: pilesState(0, first, second),
	}
}

func pilesState(ply, first, second int) uint64 {
	return uint64(ply)<<16 | uint64(first)<<8 | uint64(second)
}

func pilesOf(s uint64) (ply, first, second int) {
	return int(s >> 16), int(s >> 8 & 255), int(s & 255)
}

func (g *piles) Info() *games.Info { return g.info }

func (g *piles) Start() uint64 { return g.start }

func (g *piles) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		ply, first, second := pilesOf(s)
		for take := 1; take <= min(first, 2); take++ {
			dst = append(dst, pilesState(ply+1, first-take, second))
		}
		for take := 1; take <= min(second, 2); take++ {
			dst = append(dst, pilesState(ply+1, first, second-take))
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *piles) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(s>>16&1))
	}
	return dst
}

func (g *piles) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		ply, _, _ := pilesOf(s)
		if ply%2 == 1 {
			dst = append(dst, games.Payoff{100, 0})
		} else {
			dst = append(dst, games.Payoff{0, 100})
		}
	}
	return dst
}

func (g *piles) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(s>>16))
	}
	return dst
}

func (g *piles) Span() int { return 1 }

func (g *piles) Canonize(states []uint64, swaps []bool) {
	clear(swaps)
	for i, s := range states {
		if ply, first, second := pilesOf(s); first < second {
			states[i] = pilesState(ply, second, first)
		}
	}
}

func (g *piles) Orbits(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		_, first, second := pilesOf(s)
		_, a, b := pilesOf(g.start)
		if first == second || a != b {
			dst = append(dst, 1)
		} else {
			dst = append(dst, 2)
		}
	}
	return dst
}

func (g *piles) FormatState(s uint64) string {
	ply, first, second := pilesOf(s)
	return fmt.Sprintf("%d:%d.%d", ply, first, second)
}

func (g *piles) ParseState(text string) (uint64, error) {
	var ply, first, second int
	if _, err := fmt.Sscanf(text, "%d:%d.%d", &ply, &first, &second); err != nil {
		return 0, games.BadInput("position %q: %v", text, err)
	}
	return pilesState(ply, first, second), nil
}

func (g *piles) Moves(s uint64) [games.MaxRoles][]string {
	ply, first, second := pilesOf(s)
	var names []string
	for take := 1; take <= min(first, 2); take++ {
		names = append(names, fmt.Sprintf("a%d", take))
	}
	for take := 1; take <= min(second, 2); take++ {
		names = append(names, fmt.Sprintf("b%d", take))
	}
	var moves [games.MaxRoles][]string
	moves[ply%2] = names
	return moves
}

func (g *piles) Draw(s uint64) games.Drawing {
	_, first, second := pilesOf(s)
	return games.Drawing{Width: 2, Height: 1, Cells: make([]games.Cell, 2), Columns: []string{"a", "b"}, Rows: []string{"1"},
		Notes: []string{fmt.Sprint(first, second)}}
}
