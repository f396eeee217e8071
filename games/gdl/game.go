// Package gdl makes games of rule sheets in the Game Description Language of
// General Game Playing (Love, Hinrichs, Haley, Schkufza, Genesereth: General
// Game Playing: Game Description Language Specification, Stanford Logic Group
// LG-2006-01, 2008).
//
// OpenSpec makes the game of a file, with options, as the command line names it;
// Open makes that of a machine that is compiled already. The work is done in the
// packages below: a sheet is read and checked (sheet), made free of variables
// (ground), compiled to a Boolean network (network, machine); what holds in all
// states is proven (prove), symmetries are found (symmetry), states are packed and
// put into layers (pack), evaluated many at a time (batch) and drawn (draw). Each
// imports only from those before it. What is done is counted and limited (work).
package gdl

import (
	"context"
	"fmt"

	"zermelo/games"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/draw"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/symmetry"
)

// game is a sheet as a game with states of type S.
type game[S games.State] struct {
	*machine.Machine
	pack.Codec
	info    *games.Info
	words   *Words
	painter *draw.Painter
	batches *batch.Evaluator[S]
	start   S
	mover   func([]uint64) int8 // who plays at a state; nil if no turn is known

	symmetries symmetry.Group
	canonizer  *pack.Canonizer
	doubts     []Doubt
}

// layeredGame is a game in which a quantity grows with every ply.
type layeredGame[S games.State] struct {
	*game[S]
	*pack.Layering
}

// exploredGame is a small game in which no state comes back: a layer has the
// states to which the longest way takes so many plies.
type exploredGame[S games.State] struct {
	*game[S]
	number map[S]int32
	layers []int32 // by number
	span   int
}

// Open makes a game of a machine, which must have one or two roles. It is an
// InputError if the game cannot be solved: chance or hidden information, too many
// roles, no moves, or too many states of more than 256 bits; a LimitError if that
// takes more than the limits it was compiled with; and the error of ctx if that
// ends before. It is not safe for concurrent use.
func Open(ctx context.Context, m *machine.Machine) (games.Variant, error) {
	if err := m.CheckPerfect(); err != nil {
		return nil, err
	}
	if n := len(m.Roles); n < 1 || n > games.MaxRoles {
		return nil, games.BadInput("%s has %d roles: games of one or two can be solved; play this one out with: zermelo gdl playout", m.Name, n)
	}
	for r, moves := range m.Moves {
		if len(moves) == 0 {
			return nil, games.BadInput("%s: role %s never has a legal move, so there is no play", m.Name, m.Roles[r])
		}
	}
	defer m.Measure(ctx)()
	v, err := openMachine(m)
	if failure := m.Work.Look(); failure != nil {
		return nil, failure
	}
	return v, err
}

// openMachine is Open for a game that can be solved. What it returns is of no use if the
// work had to end.
func openMachine(m *machine.Machine) (games.Variant, error) {
	p := prove.NewProver(m.Logic, m.Work)
	facts := prove.FindFacts(m, p)
	live := m.Logic.Live()
	facts.Turn = prove.FindTurn(m, p, live)
	if m.Work.Failure() != nil {
		return nil, nil
	}
	c := pack.NewCodec(m.Fluents, &facts, live, m.Work)
	symmetries := symmetry.Find(m, facts.Constant, live)
	if m.Work.Failure() != nil {
		return nil, nil
	}
	layers := pack.FindLayering(m, p, &c, facts.Groups, symmetries.Elements)
	if m.Work.Failure() != nil {
		return nil, nil
	}
	switch {
	case c.Bits <= 64:
		return open[uint64](m, c, facts, symmetries, layers)
	case c.Bits <= 128:
		return open[[2]uint64](m, c, facts, symmetries, layers)
	case c.Bits <= 256:
		return open[[4]uint64](m, c, facts, symmetries, layers)
	}
	return openWide(m, c)
}

// open makes the game. A small one is explored where it is not all proven.
func open[S games.State](m *machine.Machine, c pack.Codec, facts prove.Facts, symmetries symmetry.Group, layers *pack.Layering) (games.Variant, error) {
	packed := c.Pack(m.Logic, m.Work)
	g := &game[S]{Machine: m, Codec: c, symmetries: symmetries, words: NewWords(m), painter: draw.NewPainter(m, c.Constants()), batches: batch.New[S](packed), mover: moverOf(&c, facts.Turn)}
	if err := c.Encode(games.Bits(&g.start), c.Relevant(m.Initial)); err != nil {
		return nil, fmt.Errorf("%s: the first state: %w", m.Name, err)
	}
	if m.Work.Failure() != nil {
		return nil, nil
	}
	k := kindOf(m, facts.Claims, facts.Turn, nil)
	if layers != nil && len(k.doubts) == 0 && !k.simultaneous && !k.generalSum {
		g.settle(k, layers, true)
		return layeredGame[S]{g, layers}, nil
	}
	x := g.batches.Explore(g.start, m.Work)
	if m.Work.Failure() != nil {
		return nil, nil
	}
	if x != nil {
		k = kindOf(m, x.Claims(len(m.Roles)), facts.Turn, x.Broken())
	} else if len(k.doubts) > 0 {
		k = kindOf(m, facts.Claims, facts.Turn, prove.SeenBroken(m))
	}
	if layers != nil {
		g.settle(k, layers, true)
		return layeredGame[S]{g, layers}, nil
	}
	if x != nil {
		if numbers, span := x.Layers(); numbers != nil {
			// Symmetries keep the start, and so the ways from there.
			g.settle(k, nil, true)
			return exploredGame[S]{g, x.Number, numbers, span}, nil
		}
	}
	g.settle(k, nil, false)
	g.info.RepeatsUnproven = x == nil && !g.seesRepeat()
	return g, nil
}

// settle describes the game and chooses the symmetries to use, now that its kind
// is known.
func (g *game[S]) settle(k kind, layers *pack.Layering, layered bool) {
	g.info, g.doubts = newInfo(g.Machine, k, layered, &g.Codec), k.doubts
	if k.generalSum && k.simultaneous {
		// Of several mixed equilibria it depends on the order of the moves, which
		// symmetries change, which one is taken.
		g.symmetries = symmetry.Trivial(len(g.Fluents))
	}
	g.canonizer = pack.NewCanonizer(g.symmetries.Elements, &g.Codec, layers, games.Words[S](), g.Work)
	g.symmetries.Used = g.canonizer.Used()
	g.info.Symmetry = g.symmetries.Describe()
}

// ignoreSymmetry makes every state stand for itself.
func (g *game[S]) ignoreSymmetry() {
	g.symmetries.Used = 1
	g.canonizer = pack.NewCanonizer(g.symmetries.Elements[:1], &g.Codec, nil, games.Words[S](), nil)
	g.info.Symmetry = ""
}

// Symmetries are those that were found.
func (g *game[S]) Symmetries() symmetry.Group { return g.symmetries }

// Info describes the game.
func (g *game[S]) Info() *games.Info { return g.info }

// Start is the first state.
func (g *game[S]) Start() S { return g.start }

// Expand appends the states after each joint move, rows for the first role, in
// the order of the moves' names.
func (g *game[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	return g.batches.Expand(dst, ends, src)
}

// moverOf is what tells from a state's words who plays there, nil if there is no
// turn.
func moverOf(c *pack.Codec, t *prove.Turn) func(words []uint64) int8 {
	if t == nil {
		return nil
	}
	holds := c.Holds(t.Fluent)
	return func(words []uint64) int8 {
		if holds(words) {
			return int8(t.Role)
		}
		return int8(1 - t.Role)
	}
}

// Movers appends who plays: whose turn it is, or where the rules are not seen to
// have turns, who has a choice or does more than wait.
func (g *game[S]) Movers(dst []int8, src []S) []int8 {
	if g.mover == nil {
		return g.batches.Movers(dst, src, func(role int, move int32) bool { return waits(g.Machine, role, move) })
	}
	words, all := games.Words[S](), games.AllBits(src)
	for i := range src {
		dst = append(dst, g.mover(all[i*words:(i+1)*words]))
	}
	return dst
}

// Rows appends the number of the first role's legal moves.
func (g *game[S]) Rows(dst []int32, src []S) []int32 { return g.batches.Rows(dst, src) }

// Payoffs appends the goals; see payoffs.
func (g *game[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	return payoffs(g.batches, g.info, dst, src)
}

// payoffs appends the goals of states: 0 for a role that has none, the highest of
// several. The payoffs of a sole player's absent opponent make the sum constant.
func payoffs[S batch.State](b *batch.Evaluator[S], info *games.Info, dst []games.Payoff, src []S) []games.Payoff {
	from := len(dst)
	known := make([][games.MaxRoles]bool, len(src))
	for range src {
		dst = append(dst, games.Payoff{})
	}
	b.Payoffs(src, func(i, role, value int) {
		p := &dst[from+i][role]
		if !known[i][role] || int16(value) > *p {
			*p, known[i][role] = int16(value), true
		}
	})
	if len(info.Roles) == 1 {
		for i := range src {
			dst[from+i][1] = int16(info.Total) - dst[from+i][0]
		}
	}
	return dst
}

// Layers appends the layer of each state.
func (g layeredGame[S]) Layers(dst []int32, src []S) []int32 {
	words, all := games.Words[S](), games.AllBits(src)
	for i := range src {
		dst = append(dst, g.Layer(all[i*words:(i+1)*words]))
	}
	return dst
}

// Layers appends the layer of each state; 0 for a state that cannot be reached.
func (g exploredGame[S]) Layers(dst []int32, src []S) []int32 {
	for _, s := range src {
		layer := int32(0)
		if n, ok := g.number[s]; ok {
			layer = g.layers[n]
		}
		dst = append(dst, layer)
	}
	return dst
}

// Span is the largest step between layers.
func (g exploredGame[S]) Span() int { return g.span }

// Canonize replaces each state by the canonical one of its class.
func (g *game[S]) Canonize(states []S, swaps []bool) {
	g.canonizer.Canonize(games.AllBits(states))
	clear(swaps)
}

// Orbits appends how many different states the class of each state has. All
// symmetries keep the start.
func (g *game[S]) Orbits(dst []int32, src []S) []int32 {
	return g.canonizer.Orbits(dst, games.AllBits(src))
}
