package gdl

import (
	"fmt"
	"unsafe"

	"zermelo/games"
)

// wide is a packed state that is too large for a state of package games.
type wide [16]uint64

// words are the packed states that can be evaluated.
type words interface {
	games.State | wide
}

// wordCount is the number of words of a packed state.
func wordCount[S words]() int {
	var s S
	return int(unsafe.Sizeof(s)) / 8
}

// allWords gives access to the words of all states, in order.
func allWords[S words](states []S) []uint64 {
	if len(states) == 0 {
		return nil
	}
	return unsafe.Slice((*uint64)(unsafe.Pointer(&states[0])), len(states)*wordCount[S]())
}

// numberedGame is a small game with large states: a state stands for itself by
// its number, in the order in which they are found breadth first. So it has to be
// explored whole before anything else is done with it.
type numberedGame struct {
	*Machine
	codec
	info     *games.Info
	words    *Words
	painter  *Painter
	batches  *batches[wide]
	explored *exploration[wide]
	doubts   []Doubt
}

// layeredNumbers is a numberedGame in which no state comes back.
type layeredNumbers struct {
	*numberedGame
	layers []int32
	span   int
}

// openWide makes the game of a machine with states of more than 256 bits.
func openWide(m *Machine, c codec) (games.Variant, error) {
	if c.bits > 64*len(wide{}) {
		return nil, games.BadInput("%s: its states take %d bits, more than %d; play it out with: zermelo gdl playout", m.Name, c.bits, 64*len(wide{}))
	}
	g := &numberedGame{Machine: m, codec: c, words: NewWords(m), painter: NewPainter(m, c.settled())}
	g.batches = newBatches[wide](m.logic.pack(c.packing, c.constant, m.work))
	var start wide
	if err := c.encode(start[:], c.relevant(m.Initial)); err != nil {
		return nil, fmt.Errorf("%s: the first state: %w", m.Name, err)
	}
	if g.explored = g.batches.explore(start, m.work); g.explored == nil && m.work.failure() == nil {
		return nil, games.BadInput("%s: its states take %d bits, more than 256, and there are more than %d of them; play it out with: zermelo gdl playout", m.Name, c.bits, maxExplored)
	}
	if g.explored == nil {
		return nil, nil // the work had to end
	}
	layers, span := g.explored.layers()
	k := m.kind(g.explored.claims(len(m.Roles)), nil, g.explored.broken())
	g.info, g.doubts = m.info(k, layers != nil, &c), k.doubts
	if layers != nil {
		return layeredNumbers{g, layers, span}, nil
	}
	return g, nil
}

// Info describes the game.
func (g *numberedGame) Info() *games.Info { return g.info }

// Start is state 0.
func (g *numberedGame) Start() uint64 { return 0 }

// Expand appends the children, rows for the first role.
func (g *numberedGame) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for _, n := range g.explored.children(int32(s)) {
			dst = append(dst, uint64(n))
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// states are the packed states with the given numbers.
func (g *numberedGame) states(src []uint64) []wide {
	states := make([]wide, len(src))
	for i, s := range src {
		states[i] = g.explored.states[s]
	}
	return states
}

// Rows appends the number of the first role's legal moves.
func (g *numberedGame) Rows(dst []int32, src []uint64) []int32 {
	return g.batches.rows(dst, g.states(src))
}

// Payoffs appends the goals; see payoffs.
func (g *numberedGame) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	return payoffs(g.batches, g.info, dst, g.states(src))
}

// FormatState writes a state as its fluents, without those that are always
// true; see Words.
func (g *numberedGame) FormatState(s uint64) string {
	return g.words.Format(g.varying(g.explored.states[s][:]))
}

// ParseState reads what FormatState writes, in any order, for states that can be
// reached.
func (g *numberedGame) ParseState(text string) (uint64, error) {
	fluents, err := g.words.Parse(text)
	if err != nil {
		return 0, err
	}
	var s wide
	if err := g.encode(s[:], g.relevant(fluents)); err != nil {
		return 0, err
	}
	n, ok := g.explored.number[s]
	if !ok {
		return 0, games.BadInput("position: it cannot be reached, and positions of this game are too large to be looked at then")
	}
	return uint64(n), nil
}

// Moves names the moves; see moveNames.
func (g *numberedGame) Moves(s uint64) [games.MaxRoles][]string {
	return g.moveNames(g.words, g.batches.moves(g.explored.states[s]), -1)
}

// Draw draws a state.
func (g *numberedGame) Draw(s uint64) games.Drawing {
	return g.painter.Draw(g.decode(g.explored.states[s][:]))
}

// Layers appends the layer of each state.
func (g layeredNumbers) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, g.layers[s])
	}
	return dst
}

// Span is the largest step between layers.
func (g layeredNumbers) Span() int { return g.span }
