package solvertest

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/value"
)

// CyclicGame is a random graph of classes of positions, which are assigned to
// tiers. A class has up to three states with one player to move and, if the
// game is the same for both players, the same number with the other player to
// move.
type CyclicGame struct {
	Description *games.Info
	TierList    []games.Tier
	Classes     []CyclicClass
	Places      [][]int // index of the class by tier and index; -1 if unused
	seed        uint64
}

type CyclicClass struct {
	Tier     int
	Index    uint64
	Variants int
	Mover    int        // role to move; -1 means either
	Links    []int      // classes of the children; may contain duplicates
	Ends     value.Cell // value for the player to move, if Links is empty
	Parents  []int      // classes of the same tier with links to this class, and some terminal classes; may contain duplicates
}

// CyclicShape describes a random CyclicGame.
type CyclicShape struct {
	Tiers, Width, Moves int
	Exchange            bool // the game is the same for both players
	Draws               bool
	Chain               bool // the first tier consists of one long line of play
	Seed                uint64
}

func DrawCyclicShape(t *rapid.T) CyclicShape {
	return CyclicShape{
		Tiers:    rapid.IntRange(1, 5).Draw(t, "tiers"),
		Width:    rapid.SampledFrom([]int{1, 4, 20, 60, 200}).Draw(t, "width"),
		Moves:    rapid.IntRange(1, 6).Draw(t, "moves"),
		Exchange: rapid.Bool().Draw(t, "exchange"),
		Draws:    rapid.Bool().Draw(t, "draws"),
		Chain:    rapid.Bool().Draw(t, "chain"),
		Seed:     rapid.Uint64().Draw(t, "seed"),
	}
}

func NewCyclicGame(s CyclicShape) *CyclicGame {
	rng := rand.New(rand.NewPCG(s.Seed, 2))
	g := &CyclicGame{
		seed:        s.Seed,
		Description: &games.Info{Name: "cyclic", Title: "Cyclic", Roles: []string{"first", "second"}, Rules: []string{"Any move."}, Total: 100},
	}
	if s.Seed%2 == 1 { // also test odd totals, in half points
		g.Description.Total = 1
		g.Description.UseHalfPoints()
	}
	for tier := range s.Tiers {
		of := s
		if s.Chain && tier == 0 {
			of.Width = 200
		}
		g.addTier(rng, of, tier)
	}
	for i := range g.Classes {
		g.link(rng, s, i)
	}
	for i := range g.Classes {
		for _, l := range g.Classes[i].Links {
			if to := &g.Classes[l]; to.Tier == g.Classes[i].Tier && (!slices.Contains(to.Parents, i) || rng.IntN(4) == 0) {
				to.Parents = append(to.Parents, i)
			}
		}
	}
	for i := range g.Classes {
		c := &g.Classes[i]
		if other := g.random(rng, c.Tier, i); len(g.Classes[other].Links) == 0 && g.canFollow(i, other) {
			c.Parents = append(c.Parents, other)
		}
	}
	return g
}

// addTier adds a tier that has classes at random indexes.
func (g *CyclicGame) addTier(rng *rand.Rand, s CyclicShape, tier int) {
	size := 1 + rng.IntN(s.Width) + rng.IntN(s.Width)
	var lower []int
	for l := range tier {
		if rng.IntN(3) > 0 {
			lower = append(lower, l)
		}
	}
	places := slices.Repeat([]int{-1}, size)
	for _, index := range rng.Perm(size)[:1+rng.IntN(min(size, s.Width))] {
		places[index] = len(g.Classes)
		c := CyclicClass{Tier: tier, Index: uint64(index), Variants: 1 + rng.IntN(3), Mover: -1, Ends: []value.Cell{value.Win(0), value.Loss(0), value.Loss(0), value.Draw}[rng.IntN(4)]}
		if !s.Exchange {
			c.Mover = rng.IntN(2)
			if s.Chain {
				c.Mover = len(g.Classes) % 2
			}
		}
		if !s.Draws && c.Ends == value.Draw {
			c.Ends = value.Loss(0)
		}
		g.Classes = append(g.Classes, c)
	}
	g.TierList = append(g.TierList, games.Tier{Name: fmt.Sprintf("t%d", tier), Size: uint64(size), Lower: lower})
	g.Places = append(g.Places, places)
}

// random returns a random class of a tier, or fallback if it finds none.
func (g *CyclicGame) random(rng *rand.Rand, tier, fallback int) int {
	for range 20 {
		if c := g.Places[tier][rng.IntN(len(g.Places[tier]))]; c >= 0 {
			return c
		}
	}
	return fallback
}

// canFollow reports whether a ply may lead from one class to another,
// considering the players to move.
func (g *CyclicGame) canFollow(to, from int) bool {
	a, b := g.Classes[from].Mover, g.Classes[to].Mover
	return a < 0 || a != b
}

// link adds random links to a class. Some classes get none.
func (g *CyclicGame) link(rng *rand.Rand, s CyclicShape, i int) {
	c := &g.Classes[i]
	if s.Chain && c.Tier == 0 {
		if i > 0 {
			c.Links = []int{i - 1}
		}
		return
	}
	if rng.IntN(6) == 0 {
		return
	}
	lower := g.TierList[c.Tier].Lower
	for range 1 + rng.IntN(s.Moves) {
		tier := c.Tier
		if len(lower) > 0 && rng.IntN(4) == 0 {
			tier = lower[rng.IntN(len(lower))]
		}
		if to := g.random(rng, tier, i); g.canFollow(to, i) {
			c.Links = append(c.Links, to)
		}
	}
}

// state returns the state that encodes a class, one of its variants, and the
// role to move.
func (g *CyclicGame) state(class, variant, mover int) uint64 {
	return uint64(class)<<8 | uint64(variant%g.Classes[class].Variants)<<1 | uint64(mover)
}

func (g *CyclicGame) Class(s uint64) *CyclicClass { return &g.Classes[s>>8] }

func (g *CyclicGame) Info() *games.Info { return g.Description }

func (g *CyclicGame) Start() uint64 {
	last := len(g.Classes) - 1
	return g.state(last, 0, max(0, g.Classes[last].Mover))
}

func (g *CyclicGame) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for i, l := range g.Class(s).Links {
			dst = append(dst, g.state(l, int(s>>1%128)+i, int(1-s&1)))
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *CyclicGame) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		own, total := int16(g.Description.Draw()), int16(g.Description.Total)
		switch g.Class(s).Ends {
		case value.Win(0):
			own = total
		case value.Loss(0):
			own = 0
		}
		p := games.Payoff{own, total - own}
		if s&1 == 1 {
			p[0], p[1] = p[1], p[0]
		}
		dst = append(dst, p)
	}
	return dst
}

func (g *CyclicGame) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		c := g.Class(s)
		swaps[i] = c.Mover < 0 && s&1 == 1
		states[i] = g.state(int(s>>8), 0, max(0, c.Mover))
	}
}

func (g *CyclicGame) Orbits(dst []int32, src []uint64) []int32 { return g.Weights(dst, src) }

func (g *CyclicGame) Tiers() []games.Tier { return g.TierList }

func (g *CyclicGame) Rank(dst []games.Slot, src []uint64) []games.Slot {
	for _, s := range src {
		dst = append(dst, games.SlotOf(g.Class(s).Tier, g.Class(s).Index))
	}
	return dst
}

func (g *CyclicGame) Unrank(dst []uint64, used []bool, tier int, indexes []uint64) ([]uint64, []bool) {
	for _, index := range indexes {
		class := g.Places[tier][index]
		used = append(used, class >= 0)
		if class < 0 {
			dst = append(dst, 0)
			continue
		}
		mover := g.Classes[class].Mover
		if mover < 0 {
			mover = int(index) % 2
		}
		dst = append(dst, g.state(class, int(index)/2, mover))
	}
	return dst, used
}

func (g *CyclicGame) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(s&1))
	}
	return dst
}

func (g *CyclicGame) Weights(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.Class(s).Variants))
	}
	return dst
}

// FormatState implements games.Notation, which determines which role plays a
// move.
func (g *CyclicGame) FormatState(s uint64) string { return fmt.Sprintf("%x", s) }

func (g *CyclicGame) ParseState(text string) (uint64, error) {
	var s uint64
	_, err := fmt.Sscanf(text, "%x", &s)
	return s, err
}

func (g *CyclicGame) Moves(s uint64) [games.MaxRoles][]string {
	var names []string
	for i := range g.Class(s).Links {
		names = append(names, fmt.Sprint(i+1))
	}
	var moves [games.MaxRoles][]string
	moves[s&1] = names
	return moves
}

// RetroGame is a CyclicGame that implements games.Retro.
type RetroGame struct{ *CyclicGame }

func (g RetroGame) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for i, p := range g.Class(s).Parents {
			dst = append(dst, g.state(p, int(s>>1%128)+i, int(1-s&1)))
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// All returns one position of each class, by slot.
func (g *CyclicGame) All() map[games.Slot]uint64 {
	states := map[games.Slot]uint64{}
	for i, c := range g.Classes {
		states[games.SlotOf(c.Tier, c.Index)] = g.state(i, 0, max(0, c.Mover))
	}
	return states
}
