package measure

import (
	"context"
	"maps"
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// CountStates counts the positions reachable from the start position, including terminal ones. It
// returns a [*NotMeasuredError] if this would require too many states in memory.
func CountStates[S games.State](ctx context.Context, g games.Game[S], table Table[S]) (*Counts, error) {
	plain := *g.Info()
	plain.Stochastic = false
	c := &counting[S]{
		game: g, canonizer: games.CanonizerOf(g), table: table, kind: value.KindOf(&plain),
		pending: map[int32]map[S]plySet{}, visited: map[S]uint8{}, plies: tallies{}, remoteness: tallies{},
	}
	if c.layered, _ = g.(games.Layered[S]); c.layered != nil {
		c.skips = c.layered.Span() > 1
	}
	start, swap := []S{g.Start()}, []bool{false}
	if tiered, ok := g.(games.Tiered[S]); ok && tiered.Weights(nil, start)[0] > 1 {
		// A class may be only partly reachable, so symmetries cannot be used.
		c.canonizer, c.classes = games.CanonizerOf[S](struct{ games.Game[S] }{g}), map[S]bool{}
	}
	c.canonizer.Canonize(start, swap)
	c.visit(start[0], plySet{{1}}, swap[0], 0)
	c.swapped = false
	for len(c.pending) > 0 {
		layer := slices.Min(slices.Collect(maps.Keys(c.pending)))
		reached := c.pending[layer]
		states := slices.SortedFunc(maps.Keys(reached), games.Compare[S])
		for part := range slices.Chunk(states, countBatch) {
			if err := c.count(part, reached, layer); err != nil {
				return nil, err
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		c.held -= len(reached)
		delete(c.pending, layer)
	}
	out := &Counts{Reachable: true}
	split := isContest(g.Info()) && !g.Info().Stochastic
	if split {
		out.Wins = g.Info().Roles[0]
	}
	if c.kind == value.Simultaneous && c.swapped { // symmetries that exchange the roles preserve the start position
		c.plies.balance()
		c.remoteness.balance()
	}
	for _, ply := range slices.Sorted(maps.Keys(c.plies)) {
		if !c.long {
			out.Plies = append(out.Plies, PlyCount{ply, c.plies[ply].count(split)})
		}
	}
	for _, remoteness := range slices.Sorted(maps.Keys(c.remoteness)) {
		out.Remoteness = append(out.Remoteness, RemoteCount{remoteness, c.remoteness[remoteness].count(split)})
	}
	return out, nil
}

const (
	countBatch = 4096    // states per call to Expand
	maxHeld    = 1 << 24 // maximum number of states in memory
)

// counting visits all positions of a game ply by ply. A canonical state represents positions on two
// sides: those with its own roles on side 0, and those with exchanged roles on side 1. If the game
// has no symmetry, all positions are on side 0.
type counting[S games.State] struct {
	game      games.Game[S]
	canonizer games.Canonizer[S]
	layered   games.Layered[S] // if nil, states are ordered by the minimum number of plies
	skips     bool             // a ply can skip layers, so layers are not plies
	table     Table[S]
	kind      value.Kind // without regard to chance

	pending map[int32]map[S]plySet // states to be counted, by layer or ply
	visited map[S]uint8            // sides visited and the flag counted; only without layers
	classes map[S]bool             // canonical states visited, if canonizer uses no symmetry
	held    int                    // number of pending states

	plies, remoteness tallies
	swapped           bool // a symmetry that exchanges the roles has been used
	long              bool // play can be too long to be counted by ply

	outcomes []value.Outcome
	orbits   []int32
	children []S
	ends     []int32
	swaps    []bool
	layers   []int32
}

// counted is set for a state that has been counted on at least one side.
const counted = 4

// plySet is the set of plies at which a state can occur. It has 128 bits for each side. If layers
// are plies, only bit 0 of each side is used.
type plySet [2][2]uint64

// next returns the plies at which the state's children can occur. ok is false if one of these plies
// exceeds 127.
func (m plySet) next() (next plySet, ok bool) {
	for side, set := range m {
		next[side] = [2]uint64{set[0] << 1, set[1]<<1 | set[0]>>63}
		ok = ok || set[1]>>63 != 0
	}
	return next, !ok
}

func (m plySet) sides() (sides uint8) {
	for side, set := range m {
		if set[0]|set[1] != 0 {
			sides |= 1 << side
		}
	}
	return sides
}

func (c *counting[S]) count(states []S, reached map[S]plySet, layer int32) (err error) {
	if c.outcomes, err = c.table.Probe(c.outcomes[:0], states); err != nil {
		return err
	}
	c.orbits = c.canonizer.Orbits(c.orbits[:0], states)
	c.children, c.ends = c.game.Expand(c.children[:0], c.ends[:0], states)
	c.swaps = slices.Grow(c.swaps[:0], len(c.children))[:len(c.children)]
	c.canonizer.Canonize(c.children, c.swaps)
	if c.layers = c.layers[:0]; c.layered != nil {
		c.layers = c.layered.Layers(c.layers, c.children)
	}
	from := int32(0)
	for i, s := range states {
		plies := reached[s]
		c.tally(s, i, plies, layer, c.ends[i] == from)
		next := plies
		if c.skips {
			var ok bool
			next, ok = plies.next()
			c.long = c.long || !ok && c.ends[i] > from
		}
		for child := from; child < c.ends[i]; child++ {
			c.visit(c.children[child], next, c.swaps[child], c.layerOf(child, layer))
		}
		from = c.ends[i]
	}
	if c.held+len(c.visited)+len(c.classes) > maxHeld {
		return &NotMeasuredError{c.game.Info().Label(), "it has too many positions"}
	}
	return nil
}

func (c *counting[S]) layerOf(child, parent int32) int32 {
	if c.layered == nil {
		return parent + 1
	}
	return c.layers[child]
}

func (c *counting[S]) visit(s S, plies plySet, swap bool, layer int32) {
	if swap {
		plies[0], plies[1] = plies[1], plies[0]
		c.swapped = true
	}
	if c.layered == nil {
		before := c.visited[s]
		sides := plies.sides() &^ before
		if sides == 0 {
			return
		}
		c.visited[s] = before | sides
		for side := range plies {
			if sides>>side&1 == 0 {
				plies[side] = [2]uint64{}
			}
		}
	}
	if c.pending[layer] == nil {
		c.pending[layer] = map[S]plySet{}
	}
	m, known := c.pending[layer][s]
	for side := range m {
		for word := range m[side] {
			m[side][word] |= plies[side][word]
		}
	}
	c.pending[layer][s] = m
	if !known {
		c.held++
	}
}

func (c *counting[S]) tally(s S, i int, reached plySet, layer int32, terminal bool) {
	o, sides := c.outcomes[i], reached.sides()
	again := c.visited[s]&counted != 0
	if c.layered == nil {
		c.visited[s] |= counted
	}
	if c.classes != nil {
		class, _ := games.Canonical(c.game, s)
		again = c.classes[class]
		c.classes[class] = true
	}
	if c.kind != value.Alternating { // the start position is symmetric, so an orbit includes both sides
		sides = sides & -sides
	}
	seats := [2]int64{int64(sides & 1), int64(sides >> 1)}
	c.remoteness.of(o.Remoteness).add(o, seats, int64(c.orbits[i]), terminal, again)
	if !c.skips {
		c.plies.of(int(layer)).add(o, seats, int64(c.orbits[i]), terminal, again)
		return
	}
	for word := range 2 {
		for left := reached[0][word] | reached[1][word]; left != 0; left &= left - 1 {
			bit := bits.TrailingZeros64(left)
			at := [2]int64{int64(reached[0][word] >> bit & 1), int64(reached[1][word] >> bit & 1)}
			if c.kind != value.Alternating && at[0] == at[1] {
				at[1] = 0
			}
			c.plies.of(64*word+bit).add(o, at, int64(c.orbits[i]), terminal, false)
		}
	}
}
