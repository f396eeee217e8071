package gdl

import (
	"zermelo/games"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/rulesymmetry"
	"zermelo/games/gdl/statemachine"
)

// game is a game whose packed states have at most 256 bits.
type game[S games.State] struct {
	*evaluated[S]
	start      S
	symmetries rulesymmetry.Group
	canonizer  *pack.Canonizer
}

// layeredGame is a game in which no state can repeat.
type layeredGame[S games.State] struct {
	*game[S]
	layering[S]
}

// layering assigns a layer to each state. Each child is in a later layer than
// its parent, at most span layers later.
type layering[S games.State] struct {
	layersOf func(dst []int32, src []S) []int32
	span     int
}

// Layers appends the layer of each src state.
func (y layering[S]) Layers(dst []int32, src []S) []int32 { return y.layersOf(dst, src) }

// Span returns the maximum difference between the layers of a child and its
// parent.
func (y layering[S]) Span() int { return y.span }

// openPacked opens a game with packed states. If the kind of the game or its
// layers are not proven, openPacked explores a small game completely to
// determine them.
func openPacked[S games.State](c *common, symmetries rulesymmetry.Group) (sheetGame, error) {
	e, start, err := newEvaluated[S](c)
	if err != nil {
		return nil, err
	}
	e.setMover(c.facts.Turn)
	g := &game[S]{evaluated: e, start: start, symmetries: symmetries}
	m, claims, turn := c.Machine, c.facts.Claims, c.facts.Turn
	k := kindOf(m, claims, turn, nil)
	var x *batch.Exploration[S]
	if c.layers == nil || len(k.caveats) > 0 || k.Simultaneous || k.GeneralSum {
		if x = e.batches.Explore(start, m.Work); x != nil {
			k = kindOf(m, x.Claims(len(m.Roles)), turn, x.Broken)
		} else {
			if len(k.caveats) > 0 {
				k = kindOf(m, claims, turn, c.facts.Broken)
			}
			k.assumeSum(m, claims)
		}
	}
	if c.layers != nil {
		g.settle(k, c.layers, true)
		return layeredGame[S]{g, layering[S]{e.provenLayers, c.layers.Span()}}, nil
	}
	if x != nil {
		if numbers, span := x.Layers(); numbers != nil {
			// The layer of a state is its longest distance from the start.
			// Symmetries fix the start, so they preserve this distance.
			// Unreachable states have layer 0.
			g.settle(k, nil, true)
			return layeredGame[S]{g, layering[S]{func(dst []int32, src []S) []int32 {
				for _, s := range src {
					dst = append(dst, numbers[x.Number[s]])
				}
				return dst
			}, span}}, nil
		}
	}
	g.settle(k, nil, false)
	g.info.RepeatsUnproven = x == nil && !g.repeatsInRandomPlay()
	return g, nil
}

// settle sets the description of the game and selects its symmetries.
func (g *game[S]) settle(k kind, layers *pack.Layering, layered bool) {
	g.describe(k, layered)
	if k.GeneralSum && k.Simultaneous {
		// If several mixed equilibria exist, the order of the moves selects one
		// of them. Symmetries change that order.
		g.symmetries = rulesymmetry.Trivial(len(g.Fluents))
	}
	g.canonizer = pack.NewCanonizer(g.symmetries.Elements, &g.codec, layers, games.Words[S](), g.Work)
	g.symmetries.Used = g.canonizer.Used()
	g.info.Symmetry = g.symmetries.Describe()
}

// maxRepeatStates is the number of states visited in random plays to find a
// repetition.
const maxRepeatStates = 2_000

// repeatsInRandomPlay reports whether a state occurs twice in one random play.
func (g *game[S]) repeatsInRandomPlay() bool {
	repeats := false
	seen := map[S]bool{}
	g.RandomPlay(maxRepeatStates, func(p *statemachine.Play, first bool) {
		if first {
			clear(seen)
		}
		if s, err := g.encode(p.State(nil)); err == nil {
			repeats = repeats || seen[s]
			seen[s] = true
		}
	})
	return repeats
}

// ignoreSymmetry disables symmetries: each state is its own canonical state.
func (g *game[S]) ignoreSymmetry() {
	g.symmetries.Used = 1
	g.canonizer = pack.NewCanonizer(g.symmetries.Elements[:1], &g.codec, nil, games.Words[S](), nil)
	g.info.Symmetry = ""
}

// anySum drops the assumption of a constant sum. If the game is simultaneous,
// it also disables symmetries; see settle.
func (g *game[S]) anySum() {
	g.common.anySum()
	if g.info.Simultaneous {
		g.ignoreSymmetry()
	}
}

// Symmetries returns the symmetries of the rules.
func (g *game[S]) Symmetries() rulesymmetry.Group { return g.symmetries }

// Start returns the initial state.
func (g *game[S]) Start() S { return g.start }

// Canonize replaces each state with the canonical state of its symmetry class. It
// clears swaps because symmetries do not exchange roles.
func (g *game[S]) Canonize(states []S, swaps []bool) {
	g.canonizer.Canonize(games.AllBits(states))
	clear(swaps)
}

// Orbits appends the size of the symmetry class of each src state. Every
// symmetry fixes the start, so the class of a reachable state consists of
// reachable states.
func (g *game[S]) Orbits(dst []int32, src []S) []int32 {
	return g.canonizer.Orbits(dst, games.AllBits(src))
}
