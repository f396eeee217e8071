// Package searchtest has random games to test searches on.
package searchtest

import "zermelo/games"

// RandomGame has random moves, the payoffs of its info or those from 0 to 10, players who
// take turns or, with extra moves, random ones, and an evaluation that knows nothing. A state is a ply and a number.
type RandomGame struct {
	Seed        uint64
	Description games.Info
	// Back is one of how many moves leads to an earlier ply, so that positions can come back;
	// 0 for none.
	Back uint64
}

const (
	// RandomPlies is how long a RandomGame lasts at most.
	RandomPlies = 7
	randomWidth = 60 // positions of one ply
)

// draw is a random number that depends on a state.
func (g *RandomGame) draw(s, salt uint64) uint64 {
	x := (s+1)*0x9e3779b97f4a7c15 ^ (salt+1)*0xd6e8feb86659fd93 ^ g.Seed*0xbf58476d1ce4e5b9
	x = (x ^ x>>31) * 0x94d049bb133111eb
	return x ^ x>>29
}

func (g *RandomGame) Info() *games.Info { return &g.Description }

func (g *RandomGame) Start() uint64 { return 0 }

func (g *RandomGame) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if ply := s >> 8; ply < RandomPlies && (ply < 3 || g.draw(s, 9)%8 > 0) {
			for i := range 2 + g.draw(s, 8)%3 {
				to := ply + 1
				if g.Back > 0 && to > 2 && g.draw(s, 10+i)%g.Back == 0 {
					to -= 2
				}
				dst = append(dst, to<<8|g.draw(s, i)%randomWidth)
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *RandomGame) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		turn := s >> 8
		if g.Description.ExtraMoves {
			turn = g.draw(s, 5)
		}
		dst = append(dst, int8(turn&1))
	}
	return dst
}

func (g *RandomGame) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := int16(g.draw(s, 7) % 11)
		if n := uint64(len(g.Description.Payoffs)); n > 0 {
			p = int16(g.Description.Payoffs[g.draw(s, 7)%n])
		}
		dst = append(dst, games.Payoff{p, int16(g.Description.Total) - p})
	}
	return dst
}

func (g *RandomGame) Evaluate(dst []float32, src []uint64) []float32 {
	for _, s := range src {
		dst = append(dst, float32(int(g.draw(s, 6)%201)-100)/100)
	}
	return dst
}

// LayeredGame is a RandomGame that tells that positions do not come back, so that
// scores are proven between the depths.
type LayeredGame struct{ *RandomGame }

func (g LayeredGame) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(s>>8))
	}
	return dst
}

func (g LayeredGame) Span() int { return 1 }
