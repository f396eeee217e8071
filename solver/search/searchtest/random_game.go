// Package searchtest provides random games and positions for tests of searches.
package searchtest

import "zermelo/games"

// RandomGame is a game with random moves and a random evaluation. Its payoffs
// are those listed in Description, or 0 to 10 if it lists none. Players
// alternate or, if Description.ExtraMoves is set, move in random order. A state
// consists of a ply and a number.
type RandomGame struct {
	Seed        uint64
	Description games.Info
	// Back is the inverse of the probability that a move leads to an earlier
	// ply. If it is 0, positions do not repeat.
	Back uint64
}

const (
	// RandomPlies is the maximum length of a play of a RandomGame without Back.
	RandomPlies = 7
	randomWidth = 60 // number of positions per ply
)

// draw returns a pseudorandom number that depends on the state, salt and the
// seed.
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

// LayeredGame is a RandomGame with layers, so that positions cannot repeat.
type LayeredGame struct{ *RandomGame }

func (g LayeredGame) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(s>>8))
	}
	return dst
}

func (g LayeredGame) Span() int { return 1 }
