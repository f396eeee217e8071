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
	"slices"

	"zermelo/games"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/symmetry"
	"zermelo/games/gdl/work"
)

// game is a sheet as a game with states of type S.
type game[S games.State] struct {
	*played[S]
	start S
	mover func([]uint64) int8 // who plays at a state; nil if no turn is known

	symmetries symmetry.Group
	canonizer  *pack.Canonizer
}

// layeredGame is a game in which no state comes back: a quantity grows with every ply.
type layeredGame[S games.State] struct {
	*game[S]
	layersOf func(dst []int32, src []S) []int32
	span     int
}

// Open makes a game of a machine. It is an
// InputError if the game cannot be solved: chance or hidden information, too many
// roles, no moves, or states of more than 4,096 bits; a LimitError if that
// takes more than the limits it was compiled with; and the error of ctx if that
// ends before. It is not safe for concurrent use.
func Open(ctx context.Context, m *machine.Machine) (_ games.Variant, err error) {
	if err := m.Sheet.CheckPerfect(); err != nil {
		return nil, err
	}
	if n := len(m.Roles); n < 1 || n > games.MaxRoles {
		return nil, games.BadInput("%s has %d roles: games of one to %d can be solved; play this one out with: zermelo gdl playout", m.Name, n, games.MaxRoles)
	}
	for r, moves := range m.Moves {
		if len(moves) == 0 {
			return nil, games.BadInput("%s: role %s never has a legal move, so there is no play", m.Name, m.Roles[r])
		}
	}
	defer work.Catch(&err)
	defer m.Measure(ctx)()
	v, err := openMachine(m)
	m.Work.Look()
	return v, err
}

// openMachine is Open for a game that can be solved.
func openMachine(m *machine.Machine) (games.Variant, error) {
	p := prove.NewProver(m.Logic)
	facts := prove.FindFacts(m, p)
	live := m.Logic.Live()
	facts.Turn = prove.FindTurn(m, p, live)
	c := pack.NewCodec(m, &facts, live)
	symmetries := symmetry.Find(m, facts.Constant, live)
	layers := pack.FindLayering(m, p, &c, facts.Groups, symmetries.Elements)
	switch {
	case c.Bits <= 64:
		return open[uint64](m, c, facts, live, symmetries, layers)
	case c.Bits <= 128:
		return open[[2]uint64](m, c, facts, live, symmetries, layers)
	case c.Bits <= 256:
		return open[[4]uint64](m, c, facts, live, symmetries, layers)
	case c.Bits <= 64*len(batch.Wide{}):
		return openWide[batch.Wide](m, c, facts, live, layers)
	case c.Bits <= 64*len(batch.Widest{}):
		return openWide[batch.Widest](m, c, facts, live, layers)
	}
	return nil, games.BadInput("%s: its states take %d bits, more than %d; play it out with: zermelo gdl playout", m.Name, c.Bits, 64*len(batch.Widest{}))
}

// open makes the game. A small one is explored where it is not all proven.
func open[S games.State](m *machine.Machine, c pack.Codec, facts prove.Facts, live []bool, symmetries symmetry.Group, layers *pack.Layering) (games.Variant, error) {
	p, start, err := newPlayed[S](m, c, facts, live, layers)
	if err != nil {
		return nil, err
	}
	g := &game[S]{played: p, start: start, symmetries: symmetries, mover: moverOf(&c, facts.Turn)}
	k := kindOf(m, facts.Claims, facts.Turn, nil)
	var x *batch.Exploration[S]
	if layers == nil || len(k.doubts) > 0 || k.simultaneous || k.generalSum {
		if x = g.batches.Explore(start, m.Work); x != nil {
			k = kindOf(m, x.Claims(len(m.Roles)), facts.Turn, x.Broken)
		} else {
			if len(k.doubts) > 0 {
				k = kindOf(m, facts.Claims, facts.Turn, prove.SeenBroken(m))
			}
			k.assumeSum(m, facts.Claims)
		}
	}
	if layers != nil {
		g.settle(k, layers, true)
		return layeredGame[S]{g, func(dst []int32, src []S) []int32 {
			words, all := games.Words[S](), games.AllBits(src)
			for i := range src {
				dst = append(dst, layers.Layer(all[i*words:(i+1)*words]))
			}
			return dst
		}, layers.Span()}, nil
	}
	if x != nil {
		if numbers, span := x.Layers(); numbers != nil {
			// Symmetries keep the start, and so the longest ways from there. A state
			// that cannot be reached has layer 0.
			g.settle(k, nil, true)
			return layeredGame[S]{g, func(dst []int32, src []S) []int32 {
				for _, s := range src {
					dst = append(dst, numbers[x.Number[s]])
				}
				return dst
			}, span}, nil
		}
	}
	g.settle(k, nil, false)
	g.info.RepeatsUnproven = x == nil && !g.seesRepeat()
	return g, nil
}

// settle describes the game and chooses the symmetries to use, now that its kind
// is known.
func (g *game[S]) settle(k kind, layers *pack.Layering, layered bool) {
	g.describe(k, layered)
	if k.generalSum && k.simultaneous {
		// Of several mixed equilibria it depends on the order of the moves, which
		// symmetries change, which one is taken.
		g.symmetries = symmetry.Trivial(len(g.Fluents))
	}
	g.canonizer = pack.NewCanonizer(g.symmetries.Elements, &g.Codec, layers, games.Words[S](), g.Work)
	g.symmetries.Used = g.canonizer.Used()
	g.info.Symmetry = g.symmetries.Describe()
}

// repeatStates is how many states of random plays are looked at for one that comes
// back.
const repeatStates = 2_000

// seesRepeat says whether a position comes back in a random play.
func (g *game[S]) seesRepeat() bool {
	repeats := false
	seen := map[S]bool{}
	g.RandomPlay(repeatStates, func(p *machine.Play, first bool) {
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

// ignoreSymmetry makes every state stand for itself.
func (g *game[S]) ignoreSymmetry() {
	g.symmetries.Used = 1
	g.canonizer = pack.NewCanonizer(g.symmetries.Elements[:1], &g.Codec, nil, games.Words[S](), nil)
	g.info.Symmetry = ""
}

// Symmetries are those that were found.
func (g *game[S]) Symmetries() symmetry.Group { return g.symmetries }

// Start is the first state.
func (g *game[S]) Start() S { return g.start }

// Expand appends the states after each joint move, the last role's move changing fastest,
// in the order of the moves' names.
func (g *game[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	return g.expand(dst, ends, src)
}

// CountMoves appends how many children each state has.
func (g *game[S]) CountMoves(dst []int32, src []S) []int32 { return g.batches.CountMoves(dst, src) }

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
		dst, _ = g.stages(dst, nil, src)
		return dst
	}
	words, all := games.Words[S](), games.AllBits(src)
	for i := range src {
		dst = append(dst, g.mover(all[i*words:(i+1)*words]))
	}
	return dst
}

// Rows appends the numbers of legal moves of all roles but the last.
func (g *game[S]) Rows(dst []int32, src []S) []int32 {
	_, dst = g.stages(nil, dst, src)
	return dst
}

// MoversAndRows appends what Movers and Rows do, at once.
func (g *game[S]) MoversAndRows(movers []int8, rows []int32, src []S) ([]int8, []int32) {
	if g.mover == nil {
		return g.stages(movers, rows, src)
	}
	return g.Movers(movers, src), slices.Grow(rows, len(src))[:len(rows)+len(src)] // of two roles; nobody asks for rows
}

// Payoffs appends the goals; see payoffs.
func (g *game[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff { return g.payoffs(dst, src) }

// FormatState writes a state as its fluents, without those that are always
// true; see Words.
func (g *game[S]) FormatState(s S) string { return g.format(s) }

// ParseState reads what FormatState writes, in any order. Fluents that are
// always true or that do not matter can be there or not.
func (g *game[S]) ParseState(text string) (S, error) { return g.parse(text) }

// Moves names the moves; see moveNames.
func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	return g.moveNames(s, g.Movers(nil, []S{s})[0])
}

// Draw draws a state.
func (g *game[S]) Draw(s S) games.Drawing { return g.draw(s) }

// Layers appends the layer of each state.
func (g layeredGame[S]) Layers(dst []int32, src []S) []int32 { return g.layersOf(dst, src) }

// Span is the largest step between layers.
func (g layeredGame[S]) Span() int { return g.span }

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
