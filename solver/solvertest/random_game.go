package solvertest

import (
	"math/rand/v2"
	"slices"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/value"
)

// Shape describes a random layered game.
type Shape struct {
	Kind                value.Kind
	Span, Layers, Width int
	MaxMoves            int
	Swap, Mirror        bool // symmetries that exchange the roles and that do not
	Loops               bool // plies may lead to any layer
	Endless             int  // payoff of endless play in units of the payoffs; 0 means the default
	Halves              bool // payoffs are in half points; implied by Loops with an odd total
	Alone               bool // only role 0 moves
	Chance              bool // some moves are random
	Turns               bool // no simultaneous moves
	Roles               int  // number of roles if greater than two; general-sum games only
	style               int  // selects how states are distributed over the bits of their words
	Seed                uint64
}

// DrawShape draws a random shape of the given kind.
func DrawShape(t *rapid.T, kind value.Kind) Shape {
	s := Shape{
		Kind:     kind,
		Span:     rapid.IntRange(1, 4).Draw(t, "span"),
		Layers:   rapid.IntRange(1, 9).Draw(t, "layers"),
		Width:    rapid.IntRange(1, 12).Draw(t, "width"),
		MaxMoves: rapid.IntRange(1, 5).Draw(t, "moves"),
		style:    rapid.IntRange(0, 2).Draw(t, "style"),
		Seed:     rapid.Uint64().Draw(t, "seed"),
	}
	// If several equilibria are equally good, the value of a general-sum game
	// depends on the numbering of roles and on the order of moves.
	if kind != value.General {
		s.Mirror = rapid.Bool().Draw(t, "mirror")
		s.Swap = rapid.Bool().Draw(t, "swap")
	}
	s.Chance = kind != value.Alternating && rapid.Bool().Draw(t, "chance")
	if kind == value.General {
		s.Roles = rapid.SampledFrom([]int{2, 2, 3, 4}).Draw(t, "roles")
	}
	return s
}

// RandomGame is a layered graph of nodes. Each node has up to four states: with
// or without the roles exchanged, and with the moves in order or reversed. One
// of them, not always the least, is the canonical state.
type RandomGame[S games.State] struct {
	Description *games.Info
	span        int
	Nodes       []randomNode[S]
	places      map[S]place
	start       place
}

type randomNode[S games.State] struct {
	layer, rows int
	shape       []int32 // used with more than two roles
	mover       int8    // role to move in the plain state
	links       []place // children of the plain state, row by row
	odds        []uint32
	Payoff      games.Payoff
	orbit       int32
	states      [2][2]S // by exchanged and reversed
	canonical   place
}

// place is one of the four states of a node.
type place struct {
	node                int
	exchanged, reversed int
}

// NewRandomGame returns a random game of the given shape.
func NewRandomGame[S games.State](s Shape) *RandomGame[S] {
	rng := rand.New(rand.NewPCG(s.Seed, 1))
	g := &RandomGame[S]{span: s.Span, places: map[S]place{}}
	g.Description = &games.Info{
		Name: "random", Title: "Random", Roles: []string{"first", "second"}, Rules: []string{"Any move."},
		Total: []int{0, 100, 7, -4}[rng.IntN(4)], GeneralSum: s.Kind == value.General, Simultaneous: s.Kind != value.Alternating,
		ExtraMoves: true, Stochastic: s.Chance,
	}
	if s.Turns {
		g.Description.Simultaneous = false
	}
	for role := 2; role < s.Roles; role++ {
		g.Description.Roles = append(g.Description.Roles, []string{"third", "fourth", "fifth", "sixth", "seventh", "eighth"}[role-2])
	}
	if s.Kind == value.General && rng.IntN(2) == 0 {
		g.Description.Simultaneous = false
	}
	var byLayer [][]int
	for layer := range s.Layers {
		var nodes []int
		for range 1 + rng.IntN(s.Width) {
			nodes = append(nodes, len(g.Nodes))
			g.Nodes = append(g.Nodes, randomNode[S]{layer: layer, orbit: 1 + rng.Int32N(4)})
			if layer == 0 {
				break
			}
		}
		byLayer = append(byLayer, nodes)
	}
	pick := func(node int) place {
		p := place{node: node}
		if s.Swap {
			p.exchanged = rng.IntN(2)
		}
		if s.Mirror {
			p.reversed = rng.IntN(2)
		}
		return p
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		n.Payoff[0] = int16(g.Description.Total/2 + rng.IntN(5) - 2) // includes draws if the total is even
		n.Payoff[1] = int16(g.Description.Total) - n.Payoff[0]
		if s.Kind == value.General {
			n.Payoff[1] = int16(rng.IntN(7) - 3)
		}
		for role := 2; role < s.Roles; role++ {
			n.Payoff[role] = int16(rng.IntN(7) - 3)
		}
		if n.layer < s.Layers-1 && rng.IntN(6) > 0 {
			g.link(rng, s, n, byLayer, pick)
		}
		g.assignStates(rng, s, i, pick)
	}
	g.start = pick(0)
	if s.Halves || s.Loops && s.Kind != value.General && !g.Description.HasDraw() {
		g.countHalves()
	}
	return g
}

// countHalves converts all payoffs to half points.
func (g *RandomGame[S]) countHalves() {
	g.Description.UseHalfPoints()
	for i := range g.Nodes {
		for role := range g.Nodes[i].Payoff {
			g.Nodes[i].Payoff[role] *= 2
		}
	}
}

// link adds random children to a node.
func (g *RandomGame[S]) link(rng *rand.Rand, s Shape, n *randomNode[S], byLayer [][]int, pick func(int) place) {
	moves := 1 + rng.IntN(s.MaxMoves)
	n.mover = int8(rng.IntN(2))
	if s.Alone {
		n.mover = 0
	}
	n.rows = 1
	switch {
	case s.Chance && rng.IntN(3) == 0:
		n.mover = games.Chance
		for range moves {
			n.odds = append(n.odds, 1+rng.Uint32N(3))
		}
		for role := 2; role < s.Roles; role++ {
			n.shape = slices.Repeat([]int32{1}, s.Roles-1)
		}
	case s.Roles > 2:
		n.shape = make([]int32, s.Roles-1)
		for role := range n.shape {
			n.shape[role] = 1
		}
		if n.mover = int8(rng.IntN(s.Roles)); g.Description.Simultaneous && rng.IntN(2) == 0 {
			n.mover, moves = games.Both, 1+rng.IntN(2)
			for role := range n.shape {
				n.shape[role] = 1 + rng.Int32N(2)
				moves *= int(n.shape[role])
			}
		}
	case g.Description.Simultaneous && rng.IntN(2) == 0:
		n.mover = games.Both
		n.rows = 1 + rng.IntN(3)
		moves = n.rows * (1 + rng.IntN(3))
	case n.mover == 0:
		n.rows = moves
	}
	for range moves {
		later := byLayer[n.layer+1+rng.IntN(min(s.Span, s.Layers-1-n.layer))]
		if s.Loops {
			later = byLayer[rng.IntN(s.Layers)]
		}
		n.links = append(n.links, pick(later[rng.IntN(len(later))]))
	}
}

// assignStates assigns distinct random states to a node.
func (g *RandomGame[S]) assignStates(rng *rand.Rand, s Shape, node int, pick func(int) place) {
	n := &g.Nodes[node]
	for exchanged := range 2 {
		for reversed := range 2 {
			var state S
			for known := true; known; _, known = g.places[state] {
				words := games.Bits(&state)
				for i := range words {
					switch s.style {
					case 0: // dense in the last word
						words[len(words)-1] = uint64(rng.IntN(16 * (1 + len(g.Nodes))))
					case 1: // in all bits
						words[i] = rng.Uint64()
					case 2: // in a few bits of all words
						words[i] = rng.Uint64() & 0x8000_0700_0000_f003
					}
				}
			}
			n.states[exchanged][reversed] = state
			g.places[state] = place{node, exchanged, reversed}
		}
	}
	n.canonical = pick(node)
}

func (g *RandomGame[S]) state(p place) S { return g.Nodes[p.node].states[p.exchanged][p.reversed] }

func (g *RandomGame[S]) Info() *games.Info { return g.Description }

func (g *RandomGame[S]) Start() S { return g.state(g.start) }

func (g *RandomGame[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	for _, s := range src {
		p := g.places[s]
		n := &g.Nodes[p.node]
		first := len(dst)
		if p.exchanged == 0 {
			for _, l := range n.links {
				dst = append(dst, g.state(l))
			}
		} else if len(n.links) > 0 {
			cols := len(n.links) / n.rows
			for j := range cols {
				for i := range n.rows {
					l := n.links[i*cols+j]
					l.exchanged ^= 1
					dst = append(dst, g.state(l))
				}
			}
		}
		if p.reversed == 1 {
			slices.Reverse(dst[first:])
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Movers appends the role to move in each state, or games.Both.
func (g *RandomGame[S]) Movers(dst []int8, src []S) []int8 {
	for _, s := range src {
		p := g.places[s]
		mover := g.Nodes[p.node].mover
		if mover >= 0 && mover < 2 {
			mover ^= int8(p.exchanged)
		}
		dst = append(dst, mover)
	}
	return dst
}

// Odds appends the weights of the children of each state.
func (g *RandomGame[S]) Odds(dst []uint32, src []S) []uint32 {
	for _, s := range src {
		p, first := g.places[s], len(dst)
		if dst = append(dst, g.Nodes[p.node].odds...); p.reversed == 1 {
			slices.Reverse(dst[first:])
		}
	}
	return dst
}

func (g *RandomGame[S]) Rows(dst []int32, src []S) []int32 {
	for _, s := range src {
		p := g.places[s]
		n := &g.Nodes[p.node]
		if n.shape != nil {
			dst = append(dst, n.shape...)
			continue
		}
		rows := n.rows
		if p.exchanged == 1 && rows > 0 {
			rows = len(n.links) / rows
		}
		dst = append(dst, int32(rows))
	}
	return dst
}

func (g *RandomGame[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	for _, s := range src {
		p := g.places[s]
		payoff := g.Nodes[p.node].Payoff
		if len(g.Nodes[p.node].links) > 0 {
			panic("solvertest: Payoffs of a nonterminal state")
		}
		if p.exchanged == 1 {
			payoff[0], payoff[1] = payoff[1], payoff[0]
		}
		dst = append(dst, payoff)
	}
	return dst
}

func (g *RandomGame[S]) Layers(dst []int32, src []S) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.Nodes[g.places[s].node].layer))
	}
	return dst
}

func (g *RandomGame[S]) Span() int { return g.span }

func (g *RandomGame[S]) Canonize(states []S, swaps []bool) {
	for i, s := range states {
		p := g.places[s]
		canonical := g.Nodes[p.node].canonical
		states[i], swaps[i] = g.state(canonical), p.exchanged != canonical.exchanged
	}
}

func (g *RandomGame[S]) Orbits(dst []int32, src []S) []int32 {
	for _, s := range src {
		dst = append(dst, g.Nodes[g.places[s].node].orbit)
	}
	return dst
}

// Looped is a game without layers, whose positions can repeat.
type Looped[S games.State] struct {
	games.Game[S]
	games.Canonizer[S]
}
