package search

import (
	"testing"

	"zermelo/games"
)

// randomGame has random moves, the payoffs of its info or those from 0 to 10, and
// an evaluation that knows nothing. A state is a ply and a number.
type randomGame struct {
	seed uint64
	info games.Info
}

const (
	randomPlies = 7
	randomWidth = 60 // positions of one ply
)

// draw is a random number that depends on a state.
func (g *randomGame) draw(s, salt uint64) uint64 {
	x := (s+1)*0x9e3779b97f4a7c15 ^ (salt+1)*0xd6e8feb86659fd93 ^ g.seed*0xbf58476d1ce4e5b9
	x = (x ^ x>>31) * 0x94d049bb133111eb
	return x ^ x>>29
}

func (g *randomGame) Info() *games.Info { return &g.info }
func (g *randomGame) Start() uint64     { return 0 }

func (g *randomGame) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if ply := s >> 8; ply < randomPlies && (ply < 3 || g.draw(s, 9)%8 > 0) {
			for i := range 2 + g.draw(s, 8)%3 {
				dst = append(dst, (ply+1)<<8|g.draw(s, i)%randomWidth)
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *randomGame) Rows(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		c, _ := g.Expand(nil, nil, []uint64{s})
		dst = append(dst, int32(min(len(c), 1)))
		if s>>8&1 == 0 {
			dst[len(dst)-1] = int32(len(c))
		}
	}
	return dst
}

func (g *randomGame) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := int16(g.draw(s, 7) % 11)
		if n := uint64(len(g.info.Payoffs)); n > 0 {
			p = int16(g.info.Payoffs[g.draw(s, 7)%n])
		}
		dst = append(dst, games.Payoff{p, int16(g.info.Total) - p})
	}
	return dst
}

func (g *randomGame) Evaluate(dst []float32, src []uint64) []float32 {
	for _, s := range src {
		dst = append(dst, float32(int(g.draw(s, 6)%201)-100)/100)
	}
	return dst
}

// TestDeepenRandom searches random games with many scores.
func TestDeepenRandom(t *testing.T) {
	for seed := range uint64(20) {
		testDeepen[uint64](t, &randomGame{seed: seed, info: games.Info{Name: "random", Roles: []string{"a", "b"}, Total: 10}})
	}
}
