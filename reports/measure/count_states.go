package measure

import (
	"context"
	"maps"
	"math/bits"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
)

// CountStates counts the positions of a game whose table holds states: those of its table,
// and terminal ones that this leaves out. It follows all plies once more. The error is a
// *NotMeasuredError where more than 16 million positions would have to be kept at once.
func CountStates[S games.State](ctx context.Context, g games.Game[S], table Table[S]) (*Counts, error) {
	c := &counting[S]{
		game: g, canonizer: games.CanonizerOf(g), table: table, kind: value.KindOf(g.Info()),
		pending: map[int32]map[S]metAt{}, visited: map[S]uint8{}, plies: tallies{}, remoteness: tallies{},
	}
	if c.layered, _ = g.(games.Layered[S]); c.layered != nil {
		c.skips = c.layered.Span() > 1
	}
	start, swap := games.Canonical(g, g.Start())
	c.note(start, metAt{{1}}, swap, 0)
	c.swapped = false
	for len(c.pending) > 0 {
		layer := slices.Min(slices.Collect(maps.Keys(c.pending)))
		met := c.pending[layer]
		states := slices.SortedFunc(maps.Keys(met), games.Compare[S])
		for part := range slices.Chunk(states, countAtOnce) {
			if err := c.count(part, met, layer); err != nil {
				return nil, err
			}
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		c.held -= len(met)
		delete(c.pending, layer)
	}
	out := &Counts{Reachable: true}
	split := isContest(g.Info())
	if split {
		out.Wins = g.Info().Roles[0]
	}
	if c.kind == value.Simultaneous && c.swapped { // the start keeps symmetries that exchange the roles
		c.plies.even()
		c.remoteness.even()
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
	// countAtOnce is how many states are expanded at once.
	countAtOnce = 4096
	// maxCounted is how many states are kept at once.
	maxCounted = 1 << 24
)

// counting follows all plies of a game from the start. A canonical state stands for
// positions as it is and for those with the roles exchanged: its sides, 0 and 1.
type counting[S games.State] struct {
	game      games.Game[S]
	canonizer games.Canonizer[S]
	layered   games.Layered[S] // nil: states are met by the least number of plies
	skips     bool             // a ply can skip layers, so that a layer is no ply
	table     Table[S]
	kind      value.Kind

	pending map[int32]map[S]metAt // states to be counted, by layer or ply
	visited map[S]uint8           // of a game without layers: the sides met, and counted
	held    int                   // how many states are pending

	plies, remoteness tallies
	swapped           bool // a symmetry has exchanged the roles
	long              bool // a play is too long to count by ply

	outcomes []value.Outcome
	orbits   []int32
	children []S
	ends     []int32
	swaps    []bool
	layers   []int32
}

// counted marks a state that is counted with one of its sides at least.
const counted = 4

// metAt is the plies after which a state is met, by side: a bit for each. Where layers are
// plies it is bit 0.
type metAt [2][2]uint64

// later is the plies of children of a state, and false if they are too many.
func (m metAt) later() (next metAt, ok bool) {
	for side, set := range m {
		next[side] = [2]uint64{set[0] << 1, set[1]<<1 | set[0]>>63}
		ok = ok || set[1]>>63 != 0
	}
	return next, !ok
}

// sides are the sides of a state that are met, as bits.
func (m metAt) sides() (sides uint8) {
	for side, set := range m {
		if set[0]|set[1] != 0 {
			sides |= 1 << side
		}
	}
	return sides
}

// count counts some states of a layer and notes their children.
func (c *counting[S]) count(states []S, met map[S]metAt, layer int32) (err error) {
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
		plies := met[s]
		c.tally(s, i, plies, layer, c.ends[i] == from)
		next := plies
		if c.skips {
			var ok bool
			next, ok = plies.later()
			c.long = c.long || !ok && c.ends[i] > from
		}
		for child := from; child < c.ends[i]; child++ {
			c.note(c.children[child], next, c.swaps[child], c.layerOf(child, layer))
		}
		from = c.ends[i]
	}
	if c.held+len(c.visited) > maxCounted {
		return &NotMeasuredError{c.game.Info().Label(), "it has too many positions"}
	}
	return nil
}

// layerOf is the layer of a child of a state, or its ply in a game without layers.
func (c *counting[S]) layerOf(child, parent int32) int32 {
	if c.layered == nil {
		return parent + 1
	}
	return c.layers[child]
}

// note notes a child that is met after some plies.
func (c *counting[S]) note(s S, plies metAt, swap bool, layer int32) {
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
		c.pending[layer] = map[S]metAt{}
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

// tally counts the i-th of some states.
func (c *counting[S]) tally(s S, i int, met metAt, layer int32, over bool) {
	o, sides := c.outcomes[i], met.sides()
	again := c.visited[s]&counted != 0
	if c.layered == nil {
		c.visited[s] |= counted
	}
	if c.kind != value.Alternating { // an orbit has both sides, as the start has
		sides = sides & -sides
	}
	seats := [2]int64{int64(sides & 1), int64(sides >> 1)}
	c.remoteness.of(o.Remoteness).add(o, seats, int64(c.orbits[i]), over, again)
	if !c.skips {
		c.plies.of(int(layer)).add(o, seats, int64(c.orbits[i]), over, again)
		return
	}
	for word := range 2 {
		for left := met[0][word] | met[1][word]; left != 0; left &= left - 1 {
			bit := bits.TrailingZeros64(left)
			at := [2]int64{int64(met[0][word] >> bit & 1), int64(met[1][word] >> bit & 1)}
			if c.kind != value.Alternating && at[0] == at[1] {
				at[1] = 0
			}
			c.plies.of(64*word+bit).add(o, at, int64(c.orbits[i]), over, false)
		}
	}
}
