package solver

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
)

// shape is what a random layered game looks like.
type shape struct {
	kind                Kind
	span, layers, width int
	maxMoves            int
	swap, mirror        bool // symmetries with and without an exchange of roles
	loops               bool // plies lead to any layer
	endless             int  // what endless play is worth, if not 0
	alone               bool // role 0 moves alone
	style               int  // how states are spread over their words
	seed                uint64
}

// drawShape draws a shape of the given kind.
func drawShape(t *rapid.T, kind Kind) shape {
	s := shape{
		kind:     kind,
		span:     rapid.IntRange(1, 4).Draw(t, "span"),
		layers:   rapid.IntRange(1, 9).Draw(t, "layers"),
		width:    rapid.IntRange(1, 12).Draw(t, "width"),
		maxMoves: rapid.IntRange(1, 5).Draw(t, "moves"),
		style:    rapid.IntRange(0, 2).Draw(t, "style"),
		seed:     rapid.Uint64().Draw(t, "seed"),
	}
	// What a general-sum game is worth depends on which role is which and on
	// the order of moves where several equilibria are equally good.
	if kind != General {
		s.mirror = rapid.Bool().Draw(t, "mirror")
		s.swap = rapid.Bool().Draw(t, "swap")
	}
	return s
}

// randomGame is an explicit layered graph of nodes. Each node has up to four
// states: as it is or with the roles exchanged, with its moves in order or in
// reverse. One of them, not always the least, is canonical.
type randomGame[S games.State] struct {
	info   *games.Info
	span   int
	nodes  []randomNode[S]
	places map[S]place
	start  place
}

type randomNode[S games.State] struct {
	layer, rows, mover int
	links              []place // children of the plain state, row by row
	payoff             games.Payoff
	orbit              int32
	states             [2][2]S // by exchange and reversal
	canonical          place
}

// place is a node seen in one of its four ways.
type place struct {
	node              int
	exchanged, turned int
}

// newRandomGame makes the game of a shape.
func newRandomGame[S games.State](s shape) *randomGame[S] {
	rng := rand.New(rand.NewPCG(s.seed, 1))
	g := &randomGame[S]{span: s.span, places: map[S]place{}}
	g.info = &games.Info{
		Name: "random", Title: "Random", Roles: []string{"first", "second"}, Rules: []string{"Any move."},
		Total: []int{0, 100, 7, -4}[rng.IntN(4)], GeneralSum: s.kind == General, Simultaneous: s.kind != Alternating,
		ExtraMoves: true,
	}
	if s.kind == General && rng.IntN(2) == 0 {
		g.info.Simultaneous = false
	}
	var byLayer [][]int
	for layer := range s.layers {
		var nodes []int
		for range 1 + rng.IntN(s.width) {
			nodes = append(nodes, len(g.nodes))
			g.nodes = append(g.nodes, randomNode[S]{layer: layer, orbit: 1 + rng.Int32N(4)})
			if layer == 0 {
				break
			}
		}
		byLayer = append(byLayer, nodes)
	}
	way := func(node int) place {
		p := place{node: node}
		if s.swap {
			p.exchanged = rng.IntN(2)
		}
		if s.mirror {
			p.turned = rng.IntN(2)
		}
		return p
	}
	for i := range g.nodes {
		n := &g.nodes[i]
		n.payoff[0] = int16(g.info.Total/2 + rng.IntN(5) - 2) // draws, if the total is even
		n.payoff[1] = int16(g.info.Total) - n.payoff[0]
		if s.kind == General {
			n.payoff[1] = int16(rng.IntN(7) - 3)
		}
		if n.layer < s.layers-1 && rng.IntN(6) > 0 {
			g.link(rng, s, n, byLayer, way)
		}
		g.name(rng, s, i, way)
	}
	g.start = way(0)
	return g
}

// link gives a node its children.
func (g *randomGame[S]) link(rng *rand.Rand, s shape, n *randomNode[S], byLayer [][]int, way func(int) place) {
	moves := 1 + rng.IntN(s.maxMoves)
	n.mover = rng.IntN(2)
	if s.alone {
		n.mover = 0
	}
	n.rows = 1
	switch {
	case g.info.Simultaneous && rng.IntN(2) == 0:
		n.rows = 1 + rng.IntN(3)
		moves = n.rows * (1 + rng.IntN(3))
	case n.mover == 0:
		n.rows = moves
	}
	for range moves {
		later := byLayer[n.layer+1+rng.IntN(min(s.span, s.layers-1-n.layer))]
		if s.loops {
			later = byLayer[rng.IntN(s.layers)]
		}
		n.links = append(n.links, way(later[rng.IntN(len(later))]))
	}
}

// name gives a node its states.
func (g *randomGame[S]) name(rng *rand.Rand, s shape, node int, way func(int) place) {
	n := &g.nodes[node]
	for exchanged := range 2 {
		for turned := range 2 {
			var state S
			for known := true; known; _, known = g.places[state] {
				words := games.Bits(&state)
				for i := range words {
					switch s.style {
					case 0: // dense in the last word
						words[len(words)-1] = uint64(rng.IntN(16 * (1 + len(g.nodes))))
					case 1: // everywhere
						words[i] = rng.Uint64()
					case 2: // in few bits of all words
						words[i] = rng.Uint64() & 0x8000_0700_0000_f003
					}
				}
			}
			n.states[exchanged][turned] = state
			g.places[state] = place{node, exchanged, turned}
		}
	}
	n.canonical = way(node)
}

func (g *randomGame[S]) state(p place) S { return g.nodes[p.node].states[p.exchanged][p.turned] }

func (g *randomGame[S]) Info() *games.Info { return g.info }

func (g *randomGame[S]) Start() S { return g.state(g.start) }

func (g *randomGame[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	for _, s := range src {
		p := g.places[s]
		n := &g.nodes[p.node]
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
		if p.turned == 1 {
			slices.Reverse(dst[first:])
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *randomGame[S]) Rows(dst []int32, src []S) []int32 {
	for _, s := range src {
		p := g.places[s]
		n := &g.nodes[p.node]
		rows := n.rows
		if p.exchanged == 1 && rows > 0 {
			rows = len(n.links) / rows
		}
		dst = append(dst, int32(rows))
	}
	return dst
}

func (g *randomGame[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	for _, s := range src {
		p := g.places[s]
		payoff := g.nodes[p.node].payoff
		if len(g.nodes[p.node].links) > 0 {
			panic("payoffs of a state that is not terminal")
		}
		if p.exchanged == 1 {
			payoff[0], payoff[1] = payoff[1], payoff[0]
		}
		dst = append(dst, payoff)
	}
	return dst
}

func (g *randomGame[S]) Layers(dst []int32, src []S) []int32 {
	for _, s := range src {
		dst = append(dst, int32(g.nodes[g.places[s].node].layer))
	}
	return dst
}

func (g *randomGame[S]) Span() int { return g.span }

func (g *randomGame[S]) Canonize(states []S, swaps []bool) {
	for i, s := range states {
		p := g.places[s]
		canonical := g.nodes[p.node].canonical
		states[i], swaps[i] = g.state(canonical), p.exchanged != canonical.exchanged
	}
}

func (g *randomGame[S]) Orbits(dst []int32, src []S) []int32 {
	for _, s := range src {
		dst = append(dst, g.nodes[g.places[s].node].orbit)
	}
	return dst
}

// namedGame adds a notation that tells who plays a single move.
type namedGame[S games.State] struct{ *randomGame[S] }

func (g namedGame[S]) FormatState(s S) string {
	return games.NotationOf[S](g.randomGame).FormatState(s)
}

func (g namedGame[S]) ParseState(text string) (S, error) {
	return games.NotationOf[S](g.randomGame).ParseState(text)
}

func (g namedGame[S]) Moves(s S) [games.MaxRoles][]string {
	p := g.places[s]
	if n := &g.nodes[p.node]; len(n.links) == 1 && n.mover != p.exchanged {
		return [games.MaxRoles][]string{nil, {"only"}}
	}
	return games.NotationOf[S](g.randomGame).Moves(s)
}

// TestRandomGame tests that random games keep the contract, so that what the
// other tests find wrong is wrong in the solver.
func TestRandomGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t, Kind(rapid.IntRange(0, 2).Draw(t, "kind")))
		if err := games.Check[[2]uint64](namedGame[[2]uint64]{newRandomGame[[2]uint64](s)}, 100); err != nil {
			t.Fatal(err)
		}
	})
	merged := false
	for seed := range uint64(20) {
		g := newRandomGame[uint64](shape{layers: 6, span: 1, width: 8, maxMoves: 4, swap: true, mirror: true, seed: seed})
		raw, canonical := map[uint64]bool{}, map[uint64]bool{}
		for _, s := range reachable[uint64](g) {
			raw[s] = true
			c, _ := games.Canonical[uint64](g, s)
			canonical[c] = true
		}
		merged = merged || len(canonical) < len(raw)
	}
	if !merged {
		t.Error("the symmetries never merge states: the tests of symmetry test nothing")
	}
}
