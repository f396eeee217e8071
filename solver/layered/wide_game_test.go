package layered

import (
	"fmt"

	"zermelo/games"
)

// wideGame is a game with many states per layer. A state consists of a layer
// and a number. The states of the last layer and some earlier ones are
// terminal.
type wideGame struct {
	info          *games.Info
	layers, width int
	moves         int
}

func newWideGame(layers, width, moves int) wideGame {
	return wideGame{
		info:   &games.Info{Name: fmt.Sprintf("wide-%d-%d", layers, width), Roles: []string{"first", "second"}, Total: 10},
		layers: layers, width: width, moves: moves,
	}
}

// scramble is the finalizer of SplitMix64.
func scramble(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

func (g wideGame) Info() *games.Info { return g.info }

func (g wideGame) Start() uint64 { return 0 }

func (g wideGame) terminal(s uint64) bool {
	return int(s>>40) == g.layers-1 || s>>40 > 1 && scramble(s)%10 == 0
}

func (g wideGame) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if !g.terminal(s) {
			layer := s>>40 + 1
			n := g.moves
			if layer <= 2 {
				n = 300 // reach the full width in a few layers
			}
			for i := range n {
				dst = append(dst, layer<<40|scramble(s*31+uint64(i))%uint64(g.width))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g wideGame) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(s>>40%2))
	}
	return dst
}

func (g wideGame) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := int16(scramble(s+1) % 11)
		dst = append(dst, games.Payoff{p, 10 - p})
	}
	return dst
}

func (g wideGame) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(s>>40))
	}
	return dst
}

func (g wideGame) Span() int { return 1 }
