package solvertest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// Family describes random games that are solved by the same solver.
type Family struct {
	Roles        int
	Simultaneous bool // several roles may have a choice at the same time
	GeneralSum   bool
	Repeats      bool // positions may repeat
}

func (f Family) String() string {
	word := func(is bool, yes, no string) string {
		if is {
			return yes
		}
		return no
	}
	return fmt.Sprintf("%d roles, %s, %s, %s", f.Roles, word(f.Simultaneous, "simultaneous", "in turn"),
		word(f.GeneralSum, "general sum", "constant sum"), word(f.Repeats, "cyclic", "layered"))
}

// Families returns all families with up to three roles. Single-role games are
// never simultaneous, and games with more than two roles never have a constant
// sum.
func Families() (list []Family) {
	for roles := 1; roles <= 3; roles++ {
		for bits := range 8 {
			f := Family{roles, bits&1 != 0, bits&2 != 0, bits&4 != 0}
			if roles == 1 && f.Simultaneous || roles > 2 && !f.GeneralSum {
				continue
			}
			list = append(list, f)
		}
	}
	return list
}

// Game returns a random game of the family. It has at most a few dozen
// positions.
func (f Family) Game(seed uint64) games.Variant {
	switch rng := rand.New(rand.NewPCG(seed, 7)); rng.IntN(4) {
	case 0:
		return familyGame[[2]uint64](f, rng)
	case 1:
		return familyGame[[4]uint64](f, rng)
	default:
		return familyGame[uint64](f, rng)
	}
}

func familyGame[S games.State](f Family, rng *rand.Rand) games.Variant {
	s := Shape{
		Span: 1 + rng.IntN(3), Layers: 2 + rng.IntN(4), Width: 1 + rng.IntN(4), MaxMoves: 1 + rng.IntN(3),
		Loops: f.Repeats, Alone: f.Roles == 1, style: rng.IntN(3),
	}
	switch {
	case f.GeneralSum:
		s.Kind = value.General
	case f.Simultaneous:
		s.Kind = value.Simultaneous
	}
	if f.Roles > 2 {
		s.Roles = f.Roles
	}
	if !f.GeneralSum {
		s.Mirror, s.Swap = rng.IntN(3) == 0, rng.IntN(3) == 0 && f.Roles == 2
	}
	var g *RandomGame[S]
	for g == nil || g.Description.Simultaneous != f.Simultaneous || len(g.Nodes[g.start.node].links) == 0 || f.Repeats && g.Description.Total%2 != 0 {
		s.Seed = rng.Uint64()
		g = NewRandomGame[S](s)
	}
	info := g.Description
	info.LayerName = "layer"
	if f.Roles == 1 {
		info.Roles = info.Roles[:1]
		for i := range g.Nodes {
			info.Payoffs = append(info.Payoffs, int(g.Nodes[i].Payoff[0]))
			if f.GeneralSum {
				g.Nodes[i].Payoff[1] = 0
			}
		}
		slices.Sort(info.Payoffs)
		info.Payoffs = slices.Compact(info.Payoffs)
	}
	if !f.Repeats {
		return games.Game[S](g)
	}
	info.LayerName = ""
	if !s.Swap && rng.IntN(3) > 0 {
		endless := rng.IntN(7) - 3
		info.Endless = &endless
	}
	return games.Game[S](unlayered[S]{g, g, g})
}

// unlayered hides the layers of a game.
type unlayered[S games.State] struct {
	games.Game[S]
	games.Canonizer[S]
	games.Simultaneous[S]
}
