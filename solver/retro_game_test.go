package solver

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
)

// cyclicGame is an explicit random graph of classes of positions that are
// numbered tier by tier. A class has up to three states for one player to move,
// or for each player where the game is the same for both.
type cyclicGame struct {
	info    *games.Info
	tiers   []games.Tier
	classes []cyclicClass
	places  [][]int // by tier and index: the class, -1 if unused
	seed    uint64
}

type cyclicClass struct {
	tier     int
	index    uint64
	variants int
	mover    int   // -1: either
	links    []int // classes, some of them several times
	ends     Cell  // for the player to move, where there are no links
	parents  []int // classes of the tier that lead here, a few others that are terminal, some twice
}

// cyclicShape is what a random game is drawn from.
type cyclicShape struct {
	tiers, width, moves int
	exchange            bool // the game is the same for both players
	draws               bool
	chain               bool // the first tier is one long line of play
	seed                uint64
}

func drawCyclicShape(t *rapid.T) cyclicShape {
	return cyclicShape{
		tiers:    rapid.IntRange(1, 5).Draw(t, "tiers"),
		width:    rapid.SampledFrom([]int{1, 4, 20, 60, 200}).Draw(t, "width"),
		moves:    rapid.IntRange(1, 6).Draw(t, "moves"),
		exchange: rapid.Bool().Draw(t, "exchange"),
		draws:    rapid.Bool().Draw(t, "draws"),
		chain:    rapid.Bool().Draw(t, "chain"),
		seed:     rapid.Uint64().Draw(t, "seed"),
	}
}

func newCyclicGame(s cyclicShape) *cyclicGame {
	rng := rand.New(rand.NewPCG(s.seed, 2))
	g := &cyclicGame{
		seed: s.seed,
		info: &games.Info{Name: "cyclic", Title: "Cyclic", Roles: []string{"first", "second"}, Rules: []string{"Any move."}, Total: 100},
	}
	for tier := range s.tiers {
		of := s
		if s.chain && tier == 0 {
			of.width = 200
		}
		g.addTier(rng, of, tier)
	}
	for i := range g.classes {
		g.link(rng, s, i)
	}
	for i := range g.classes {
		for _, l := range g.classes[i].links {
			if to := &g.classes[l]; to.tier == g.classes[i].tier && (!slices.Contains(to.parents, i) || rng.IntN(4) == 0) {
				to.parents = append(to.parents, i)
			}
		}
	}
	for i := range g.classes {
		c := &g.classes[i]
		if other := g.random(rng, c.tier, i); len(g.classes[other].links) == 0 && g.follows(i, other) {
			c.parents = append(c.parents, other)
		}
	}
	return g
}

// addTier adds classes at random indexes.
func (g *cyclicGame) addTier(rng *rand.Rand, s cyclicShape, tier int) {
	size := 1 + rng.IntN(s.width) + rng.IntN(s.width)
	var lower []int
	for l := range tier {
		if rng.IntN(3) > 0 {
			lower = append(lower, l)
		}
	}
	places := slices.Repeat([]int{-1}, size)
	for _, index := range rng.Perm(size)[:1+rng.IntN(min(size, s.width))] {
		places[index] = len(g.classes)
		c := cyclicClass{tier: tier, index: uint64(index), variants: 1 + rng.IntN(3), mover: -1, ends: []Cell{Win(0), Loss(0), Loss(0), Draw}[rng.IntN(4)]}
		if !s.exchange {
			c.mover = rng.IntN(2)
			if s.chain {
				c.mover = len(g.classes) % 2
			}
		}
		if !s.draws && c.ends == Draw {
			c.ends = Loss(0)
		}
		g.classes = append(g.classes, c)
	}
	g.tiers = append(g.tiers, games.Tier{Name: fmt.Sprintf("t%d", tier), Size: uint64(size), Lower: lower})
	g.places = append(g.places, places)
}

// random is a class of a tier.
func (g *cyclicGame) random(rng *rand.Rand, tier, fallback int) int {
	for range 20 {
		if c := g.places[tier][rng.IntN(len(g.places[tier]))]; c >= 0 {
			return c
		}
	}
	return fallback
}

// follows reports whether the players to move are right for a ply.
func (g *cyclicGame) follows(to, from int) bool {
	a, b := g.classes[from].mover, g.classes[to].mover
	return a < 0 || a != b
}

// link gives a class its plies. Some have none.
func (g *cyclicGame) link(rng *rand.Rand, s cyclicShape, i int) {
	c := &g.classes[i]
	if s.chain && c.tier == 0 {
		if i > 0 {
			c.links = []int{i - 1}
		}
		return
	}
	if rng.IntN(6) == 0 {
		return
	}
	lower := g.tiers[c.tier].Lower
	for range 1 + rng.IntN(s.moves) {
		tier := c.tier
		if len(lower) > 0 && rng.IntN(4) == 0 {
			tier = lower[rng.IntN(len(lower))]
		}
		if to := g.random(rng, tier, i); g.follows(to, i) {
			c.links = append(c.links, to)
		}
	}
}

// state packs a class, one of its states and the role to move.
func (g *cyclicGame) state(class, variant, mover int) uint64 {
	return uint64(class)<<8 | uint64(variant%g.classes[class].variants)<<1 | uint64(mover)
}

func (g *cyclicGame) class(s uint64) *cyclicClass { return &g.classes[s>>8] }

func (g *cyclicGame) Info() *games.Info { return g.info }

func (g *cyclicGame) Start() uint64 {
	last := len(g.classes) - 1
	return g.state(last, 0, max(0, g.classes[last].mover))
}

func (g *cyclicGame) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for i, l := range g.class(s).links {
			dst = append(dst, g.state(l, int(s>>1%128)+i, int(1-s&1)))
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *cyclicGame) Rows(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		rows := len(g.class(s).links)
		if s&1 == 1 {
			rows = min(rows, 1)
		}
		dst = append(dst, int32(rows))
	}
	return dst
}

func (g *cyclicGame) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		own := int16(50)
		switch g.class(s).ends {
		case Win(0):
			own = 100
		case Loss(0):
			own = 0
		}
		p := games.Payoff{own, 100 - own}
		if s&1 == 1 {
			p[0], p[1] = p[1], p[0]
		}
		dst = append(dst, p)
	}
	return dst
}

func (g *cyclicGame) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		c := g.class(s)
		swaps[i] = c.mover < 0 && s&1 == 1
		states[i] = g.state(int(s>>8), 0, max(0, c.mover))
	}
}

func (g *cyclicGame) Orbits(dst []int32, src []uint64) []int32 { return g.Weights(dst, src) }

func (g *cyclicGame) Tiers() []games.Tier { return g.tiers }

func (g *cyclicGame) Rank(dst []games.Slot, src []uint64) []games.Slot {
	for _, s := range src {
		dst = append(dst, games.SlotOf(g.class(s).tier, g.class(s).index))
	}
	return dst
}

func (g *cyclicGame) Unrank(dst []uint64, used []bool, tier int, indexes []uint64) ([]uint64, []bool) {
	for _, index := range indexes {
		class := g.places[tier][index]
		used = append(used, class >= 0)
		if class < 0 {
			dst = append(dst, 0)
			continue
		}
		mover := g.classes[class].mover
		if mover < 0 {
			mover = int(index) % 2
		}
		dst = append(dst, g.state(class, int(index)/2, mover))
	}
	return dst, used
}

func (g *cyclicGame) Movers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(s&1))
	}
	return dst
}

func (g *cyclicGame) Weights(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.class(s).variants))
	}
	return dst
}

// FormatState, ParseState and Moves tell who plays a single move.
func (g *cyclicGame) FormatState(s uint64) string { return fmt.Sprintf("%x", s) }

func (g *cyclicGame) ParseState(text string) (uint64, error) {
	var s uint64
	_, err := fmt.Sscanf(text, "%x", &s)
	return s, err
}

func (g *cyclicGame) Moves(s uint64) [games.MaxRoles][]string {
	var names []string
	for i := range g.class(s).links {
		names = append(names, fmt.Sprint(i+1))
	}
	var moves [games.MaxRoles][]string
	moves[s&1] = names
	return moves
}

// retroGame is a cyclicGame that can take plies back.
type retroGame struct{ *cyclicGame }

func (g retroGame) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for i, p := range g.class(s).parents {
			dst = append(dst, g.state(p, int(s>>1%128)+i, int(1-s&1)))
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// TestCyclicGame tests that random games keep the contract.
func TestCyclicGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := newCyclicGame(drawCyclicShape(t))
		if err := games.Check[uint64](retroGame{g}, 100); err != nil {
			t.Fatal(err)
		}
	})
}
