package gdl

import (
	"context"
	"fmt"

	"zermelo/games"
)

// game is a sheet as a game with states of type S.
type game[S games.State] struct {
	*Machine
	codec
	info    *games.Info
	words   *Words
	painter *Painter
	batches *batches[S]
	start   S
	turn    *turn // nil if none is known

	symmetries Symmetries
	canonizer  *canonizer
	doubts     []Doubt
}

// layeredGame is a game in which a quantity grows with every ply.
type layeredGame[S games.State] struct {
	*game[S]
	*layering
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
func (m *Machine) Open(ctx context.Context) (games.Variant, error) {
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
	m.work = newMeter(ctx, m.Name, m.limits)
	m.work.begin("when looked through for proofs", func() string { return m.work.tooMuch(m.logic.Bytes()) }, nil)
	m.logic.Meter(m.work.spend)
	defer func() {
		m.work = nil
		m.logic.Meter(nil)
	}()
	v, err := m.open()
	if failure := m.work.look(); failure != nil {
		return nil, failure
	}
	return v, err
}

// open is Open for a game that can be solved. What it returns is of no use if the
// work had to end.
func (m *Machine) open() (games.Variant, error) {
	p := newProver(m.logic, m.work)
	facts := m.findFacts(p)
	live := m.logic.live()
	facts.turn = m.findTurn(p, live)
	if m.work.failure() != nil {
		return nil, nil
	}
	c := codec{packing: facts.packing(live, m.work), texts: m.Fluents, constant: facts.constant, live: live}
	symmetries := m.findSymmetries(&c)
	if m.work.failure() != nil {
		return nil, nil
	}
	layers := m.findLayering(p, &c, facts.groups, &symmetries)
	if m.work.failure() != nil {
		return nil, nil
	}
	switch {
	case c.bits <= 64:
		return open[uint64](m, c, facts, symmetries, layers)
	case c.bits <= 128:
		return open[[2]uint64](m, c, facts, symmetries, layers)
	case c.bits <= 256:
		return open[[4]uint64](m, c, facts, symmetries, layers)
	}
	return openWide(m, c)
}

// open makes the game. A small one is explored where it is not all proven.
func open[S games.State](m *Machine, c codec, facts facts, symmetries Symmetries, layers *layering) (games.Variant, error) {
	packed := m.logic.pack(c.packing, c.constant, m.work)
	g := &game[S]{Machine: m, codec: c, symmetries: symmetries, words: NewWords(m), painter: NewPainter(m, c.settled()), batches: newBatches[S](packed), turn: facts.turn}
	if err := c.encode(games.Bits(&g.start), c.relevant(m.Initial)); err != nil {
		return nil, fmt.Errorf("%s: the first state: %w", m.Name, err)
	}
	if m.work.failure() != nil {
		return nil, nil
	}
	k := m.kind(facts.claims, facts.turn, nil)
	if layers != nil && len(k.doubts) == 0 && !k.simultaneous && !k.generalSum {
		g.Settle(k, layers, true)
		return layeredGame[S]{g, layers}, nil
	}
	x := g.batches.explore(g.start, m.work)
	if m.work.failure() != nil {
		return nil, nil
	}
	if x != nil {
		k = m.kind(x.claims(len(m.Roles)), facts.turn, x.broken())
	} else if len(k.doubts) > 0 {
		k = m.kind(facts.claims, facts.turn, m.seenBroken())
	}
	if layers != nil {
		g.Settle(k, layers, true)
		return layeredGame[S]{g, layers}, nil
	}
	if x != nil {
		if numbers, span := x.layers(); numbers != nil {
			// Symmetries keep the start, and so the ways from there.
			g.Settle(k, nil, true)
			return exploredGame[S]{g, x.number, numbers, span}, nil
		}
	}
	g.Settle(k, nil, false)
	g.info.RepeatsUnproven = x == nil && !g.seesRepeat()
	return g, nil
}

// Settle describes the game and chooses the symmetries to use, now that its kind
// is known.
func (g *game[S]) Settle(k kind, layers *layering, layered bool) {
	g.info, g.doubts = g.Machine.info(k, layered, &g.codec), k.doubts
	if k.generalSum && k.simultaneous {
		// Of several mixed equilibria it depends on the order of the moves, which
		// symmetries change, which one is taken.
		g.symmetries = noSymmetries(len(g.Fluents))
	}
	g.canonizer = newCanonizer(&g.symmetries, &g.codec, layers, games.Words[S](), g.work)
	g.symmetries.Used = len(g.canonizer.images) + 1
	g.info.Symmetry = g.symmetries.describe()
}

// ignoreSymmetry makes every state stand for itself.
func (g *game[S]) ignoreSymmetry() {
	g.symmetries.Used = 1
	g.canonizer.images = nil
	g.info.Symmetry = ""
}

// Symmetries are those that were found.
func (g *game[S]) Symmetries() Symmetries { return g.symmetries }

// Info describes the game.
func (g *game[S]) Info() *games.Info { return g.info }

// Start is the first state.
func (g *game[S]) Start() S { return g.start }

// Expand appends the states after each joint move, rows for the first role, in
// the order of the moves' names.
func (g *game[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	return g.batches.expand(dst, ends, src)
}

// Rows appends the number of the first role's legal moves.
func (g *game[S]) Rows(dst []int32, src []S) []int32 { return g.batches.rows(dst, src) }

// Payoffs appends the goals; see payoffs.
func (g *game[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	return payoffs(g.batches, g.info, dst, src)
}

// payoffs appends the goals of states: 0 for a role that has none, the highest of
// several. The payoffs of a sole player's absent opponent make the sum constant.
func payoffs[S words](b *batches[S], info *games.Info, dst []games.Payoff, src []S) []games.Payoff {
	from := len(dst)
	known := make([][games.MaxRoles]bool, len(src))
	for range src {
		dst = append(dst, games.Payoff{})
	}
	b.payoffs(src, func(i, role, value int) {
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
		dst = append(dst, g.layer(all[i*words:(i+1)*words]))
	}
	return dst
}

// Span is the largest step between layers.
func (g layeredGame[S]) Span() int { return g.span }

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
