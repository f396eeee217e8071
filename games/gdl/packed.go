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

// layeredGame is a game where no state can repeat.
type layeredGame[S games.State] struct {
	*game[S]
	layering[S]
}

// layering assigns a layer to each state. A child is 1 to span layers after its
// parent.
type layering[S games.State] struct {
	layersOf func(dst []int32, src []S) []int32
	span     int
}

// Layers implements games.Layered.
func (y layering[S]) Layers(dst []int32, src []S) []int32 { return y.layersOf(dst, src) }

// Span implements games.Layered.
func (y layering[S]) Span() int { return y.span }

// openPacked opens a game with packed states. It explores a small game completely if
// its kind or its layers are not proven.
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
	if c.layers == nil || len(k.caveats) > 0 || k.Simultaneous || k.GeneralSum || k.Stochastic {
		if x = e.batches.Explore(start, m.Work); x != nil {
			if len(x.Mixed) > 0 {
				return nil, e.mixedError(x.Mixed[0])
			}
			k = kindOf(m, x.Claims(len(m.Moves)), turn, x.Broken)
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
			// The layer of a state is its longest distance from the start, which
			// symmetries preserve. Unreachable states have layer 0.
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

func (g *game[S]) settle(k kind, layers *pack.Layering, layered bool) {
	g.describe(k, layered)
	if k.GeneralSum && k.Simultaneous {
		// The order of the moves selects one of several mixed equilibria. Symmetries
		// change that order.
		g.symmetries = rulesymmetry.Trivial(len(g.Fluents))
	}
	g.canonizer = pack.NewCanonizer(g.symmetries.Elements, &g.codec, layers, games.Words[S](), g.Work)
	g.symmetries.Used = g.canonizer.Used()
	g.info.Symmetry = g.symmetries.Describe()
}

// maxRepeatStates is the number of states that repeatsInRandomPlay visits.
const maxRepeatStates = 2_000

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

// ignoreSymmetry makes each state its own canonical state.
func (g *game[S]) ignoreSymmetry() {
	g.symmetries.Used = 1
	g.canonizer = pack.NewCanonizer(g.symmetries.Elements[:1], &g.codec, nil, games.Words[S](), nil)
	g.info.Symmetry = ""
}

// anySum drops the assumption of a constant sum. It also disables symmetries if the
// game is simultaneous; see settle.
func (g *game[S]) anySum() {
	g.common.anySum()
	if g.info.Simultaneous {
		g.ignoreSymmetry()
	}
}

// Symmetries implements Described.
func (g *game[S]) Symmetries() rulesymmetry.Group { return g.symmetries }

// Start returns the initial state.
func (g *game[S]) Start() S { return g.start }

// Canonize implements games.Canonizer. Symmetries do not exchange roles.
func (g *game[S]) Canonize(states []S, swaps []bool) {
	g.canonizer.Canonize(games.AllBits(states))
	clear(swaps)
}

// Orbits implements games.Canonizer. Symmetries fix the start, so the class of a
// reachable state consists of reachable states.
func (g *game[S]) Orbits(dst []int32, src []S) []int32 {
	return g.canonizer.Orbits(dst, games.AllBits(src))
}
