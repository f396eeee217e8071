package tablebasetest

import "zermelo/games"

// Wide is a game with N terminal states in layer 1, which fill several blocks.
type Wide struct{ N int }

func (Wide) Info() *games.Info {
	return &games.Info{Name: "wide", Title: "Wide", Roles: []string{"a", "b"}, Total: 100}
}

func (Wide) Start() uint64 { return 0 }

func (Wide) Span() int { return 1 }

func (g Wide) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if s == 0 {
			for i := range g.N {
				dst = append(dst, 1<<32+uint64(i)*uint64(i+3))
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (Wide) Movers(dst []int8, src []uint64) []int8 {
	return append(dst, make([]int8, len(src))...)
}

func (Wide) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := int16(s * 0x9e3779b97f4a7c15 >> 58)
		dst = append(dst, games.Payoff{p, 100 - p})
	}
	return dst
}

func (Wide) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(min(s, 1)))
	}
	return dst
}
