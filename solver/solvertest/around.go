package solvertest

import "zermelo/games"

// Around is a game where a role can go around, after which the position
// repeats, or resign, which ends the game. The two roles alternate or, if the
// game is simultaneous, move at the same time. If both resign, only role 0
// counts as having resigned.
type Around struct {
	Description games.Info
	// Resigned holds the payoffs after role 0 and after role 1 has resigned.
	Resigned [2]games.Payoff
}

// States of Around: either role is to move, or either role has resigned.
const (
	aroundFirst uint64 = iota
	aroundSecond
	aroundFirstResigned
	aroundSecondResigned
)

// NewAround returns a game where a role that resigns gets 0 and the other
// role gets total.
func NewAround(total int) *Around {
	return &Around{
		Description: games.Info{
			Name: "around", Title: "Around", Roles: []string{"a", "b"}, Rules: []string{"Go around or resign."}, Total: total,
		},
		Resigned: [2]games.Payoff{{0, int16(total)}, {int16(total), 0}},
	}
}

// CountHalves converts all payoffs to half points and returns g.
func (g *Around) CountHalves() *Around {
	g.Description.UseHalfPoints()
	for i, p := range g.Resigned {
		g.Resigned[i] = g.Description.Units(p)
	}
	return g
}

func (g *Around) Info() *games.Info { return &g.Description }

func (g *Around) Start() uint64 { return aroundFirst }

func (g *Around) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		switch {
		case s >= aroundFirstResigned:
		case g.Description.Simultaneous:
			dst = append(dst, aroundFirst, aroundSecondResigned, aroundFirstResigned, aroundFirstResigned)
		default:
			dst = append(dst, aroundSecond-s, aroundFirstResigned+s)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *Around) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		if g.Description.Simultaneous {
			dst = append(dst, games.Both)
		} else {
			dst = append(dst, int8(s%2))
		}
	}
	return dst
}

// Rows implements games.Simultaneous.
func (g *Around) Rows(dst []int32, src []uint64) []int32 {
	for range src {
		dst = append(dst, 2)
	}
	return dst
}

func (g *Around) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		dst = append(dst, g.Resigned[s-aroundFirstResigned])
	}
	return dst
}
