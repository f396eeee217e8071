package solver

import (
	"fmt"
	"math/big"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
)

// verdict is what the referee says about a game: everything that a solution
// has to say, worked out anew from Naive values and Expand.
type verdict[S games.State] struct {
	values map[S]Outcome // of the canonical states
	layers [][]S         // canonical states, ascending
	stats  []LayerStats
	digest uint64
	start  Outcome
	plies  []PlyStats
	raw    int64
}

// judge solves a game the slow way.
func judge[S games.State](g games.Game[S]) *verdict[S] {
	v := &verdict[S]{values: map[S]Outcome{}}
	value := Naive(g)
	v.start = value(g.Start())
	layered := g.(games.Layered[S])
	for _, s := range reachable(g) {
		c, _ := games.Canonical(g, s)
		if _, known := v.values[c]; known {
			continue
		}
		v.values[c] = value(c)
		layer := int(layered.Layers(nil, []S{c})[0])
		for len(v.layers) <= layer {
			v.layers = append(v.layers, nil)
		}
		v.layers[layer] = append(v.layers[layer], c)
	}
	for _, states := range v.layers {
		slices.SortFunc(states, games.Compare[S])
		v.stats = append(v.stats, judgeLayer(g, states, value))
		for _, s := range states {
			v.digest += PairHash(games.Bits(&s), value(s).Hash())
		}
	}
	v.judgePlies(g)
	return v
}

// judgePlies counts the states by ply, each ply's states found from those of
// the ply before.
func (v *verdict[S]) judgePlies(g games.Game[S]) {
	canonizer := games.CanonizerOf(g)
	start, _ := games.Canonical(g, g.Start())
	swaps := false
	parities := map[S][2]bool{}
	for level := []S{start}; len(level) > 0; {
		ply := len(v.plies)
		v.plies = append(v.plies, PlyStats{})
		p := &v.plies[ply]
		var next []S
		for _, s := range level {
			orbit := int64(canonizer.Orbits(nil, []S{s})[0])
			children, _ := g.Expand(nil, nil, []S{s})
			p.States++
			p.RawStates += orbit
			if len(children) == 0 {
				p.Terminals++
				p.RawTerminals += orbit
			}
			met := parities[s]
			met[ply%2] = true
			parities[s] = met
			for _, c := range children {
				canonical, swap := games.Canonical(g, c)
				swaps = swaps || swap
				next = append(next, canonical)
			}
		}
		slices.SortFunc(next, games.Compare[S])
		level = slices.Compact(next)
	}
	// A canonical state of an alternating game stands for positions with one
	// side to move or with both, if it is met after even and odd plies.
	for s, met := range parities {
		orbit := int64(canonizer.Orbits(nil, []S{s})[0])
		v.raw += orbit
		if swaps && KindOf(g.Info()) == Alternating && met[0] && met[1] {
			v.raw += orbit
		}
	}
}

// judgeLayer works out the statistics of a layer.
func judgeLayer[S games.State](g games.Game[S], states []S, value func(S) Outcome) LayerStats {
	stats := LayerStats{States: int64(len(states)), Values: map[string]int64{}, Remoteness: map[int]int64{}}
	kind := KindOf(g.Info())
	half := big.NewRat(int64(g.Info().Total), 2)
	longest := 0
	for _, s := range states {
		o := value(s)
		orbit := int64(games.CanonizerOf(g).Orbits(nil, []S{s})[0])
		stats.RawStates += orbit
		stats.Values[o.Payoff[0].RatString()]++
		if kind != Simultaneous && o.Remoteness >= 0 {
			stats.Remoteness[o.Remoteness]++
		}
		if kind == Alternating && o.Payoff[0].Cmp(half) != 0 && o.Remoteness > longest {
			longest = o.Remoteness
			stats.Longest = slices.Clone(games.Bits(&s))
		}
		children, _ := g.Expand(nil, nil, []S{s})
		stats.Moves += int64(len(children))
		if len(children) == 0 {
			stats.Terminals++
			stats.RawTerminals += orbit
			continue
		}
		rows := int(g.Rows(nil, []S{s})[0])
		if rows != 1 && rows != len(children) {
			continue
		}
		mover := 0
		if rows == 1 && (len(children) > 1 || games.NotationOf(g).Moves(s)[0] == nil) {
			mover = 1
		}
		if kind != General && o.Payoff[mover].Cmp(half) > 0 {
			stats.MoverWins++
		}
		if len(children) == 1 {
			continue
		}
		stats.Choices++
		keep := 0
		for _, c := range children {
			if value(c).Payoff[mover].Cmp(o.Payoff[mover]) == 0 {
				keep++
			}
		}
		if keep == 1 {
			stats.OnlyMoves++
			if len(children) > stats.CriticalMoves {
				stats.CriticalMoves = len(children)
				stats.Critical = slices.Clone(games.Bits(&s))
			}
		}
	}
	return stats
}

// check compares a solution and what was stored with the verdict.
func (v *verdict[S]) check(solution *Solution, store *memoryStore[S]) error {
	if diff := cmp.Diff(v.stats, solution.Layers); diff != "" {
		return fmt.Errorf("layer statistics (-referee +solver):\n%s", diff)
	}
	for layer, states := range v.layers {
		got, values := store.layer(layer)
		if !slices.Equal(got, states) {
			return fmt.Errorf("layer %d: stored states %x, want %x", layer, got, states)
		}
		for i, s := range states {
			if !solution.Outcomes.Valid(values[i]) {
				return fmt.Errorf("layer %d, state %x: value %d means nothing", layer, s, values[i])
			}
			if got, want := solution.Outcomes.Of(values[i]).key(), v.values[s].key(); got != want {
				return fmt.Errorf("layer %d, state %x: %s, want %s", layer, s, got, want)
			}
		}
	}
	if n := len(store.blocks); n > 0 && store.lastLayer() >= len(v.layers) {
		return fmt.Errorf("stored layer %d of %d", store.lastLayer(), len(v.layers))
	}
	if got, want := solution.Outcomes.Of(solution.Start).key(), v.start.key(); got != want {
		return fmt.Errorf("start %s, want %s", got, want)
	}
	if solution.Digest != v.digest {
		return fmt.Errorf("digest %016x, want %016x", solution.Digest, v.digest)
	}
	if solution.Plies != nil {
		if diff := cmp.Diff(v.plies, solution.Plies); diff != "" {
			return fmt.Errorf("states by ply (-referee +solver):\n%s", diff)
		}
		if solution.RawStates != v.raw {
			return fmt.Errorf("%d raw states, want %d", solution.RawStates, v.raw)
		}
	}
	return nil
}

// memoryStore is a Store in memory. It tests that Put keeps its promises.
type memoryStore[S games.State] struct {
	mu     sync.Mutex
	blocks map[int]map[S]memoryBlock[S] // by layer and first state
	synced *memoryStore[S]              // what a crash would leave, if that is kept
	crash  bool                         // keep it
	puts   []int                        // layers in the order of calls
	syncs  int
	// before, if not nil, is called first by Put with the number of calls so
	// far; beforeSync likewise by Sync. Their errors are returned.
	before     func(puts int) error
	beforeSync func(syncs int) error
}

type memoryBlock[S games.State] struct {
	states []S
	values []Value
}

func (m *memoryStore[S]) Put(layer int, states []S, values []Value) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.before != nil {
		if err := m.before(len(m.puts)); err != nil {
			return err
		}
	}
	m.puts = append(m.puts, layer)
	if len(states) == 0 || len(states) != len(values) {
		return fmt.Errorf("broken Put: %d states and %d values", len(states), len(values))
	}
	for i := range states[1:] {
		if !games.Less(states[i], states[i+1]) {
			return fmt.Errorf("broken Put: states %x and %x in this order", states[i], states[i+1])
		}
	}
	if m.blocks == nil {
		m.blocks = map[int]map[S]memoryBlock[S]{}
	}
	if m.blocks[layer] == nil {
		m.blocks[layer] = map[S]memoryBlock[S]{}
	}
	m.blocks[layer][states[0]] = memoryBlock[S]{slices.Clone(states), slices.Clone(values)}
	return nil
}

func (m *memoryStore[S]) Sync() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.beforeSync != nil {
		if err := m.beforeSync(m.syncs); err != nil {
			return err
		}
	}
	m.syncs++
	if m.crash {
		m.synced = m.clone()
	}
	return nil
}

// clone is an independent store with the same content.
func (m *memoryStore[S]) clone() *memoryStore[S] {
	c := &memoryStore[S]{blocks: map[int]map[S]memoryBlock[S]{}}
	for layer, blocks := range m.blocks {
		c.blocks[layer] = map[S]memoryBlock[S]{}
		for first, b := range blocks {
			c.blocks[layer][first] = b
		}
	}
	return c
}

// layer is all that was put for a layer.
func (m *memoryStore[S]) layer(layer int) (states []S, values []Value) {
	var blocks []memoryBlock[S]
	for _, b := range m.blocks[layer] {
		blocks = append(blocks, b)
	}
	slices.SortFunc(blocks, func(a, b memoryBlock[S]) int { return games.Compare(a.states[0], b.states[0]) })
	for _, b := range blocks {
		states, values = append(states, b.states...), append(values, b.values...)
	}
	return states, values
}

func (m *memoryStore[S]) lastLayer() int {
	last := 0
	for layer := range m.blocks {
		last = max(last, layer)
	}
	return last
}

// sameContent compares two stores, values by number.
func sameContent[S games.State](a, b *memoryStore[S]) error {
	if a.lastLayer() != b.lastLayer() {
		return fmt.Errorf("last layers %d and %d", a.lastLayer(), b.lastLayer())
	}
	for layer := range a.lastLayer() + 1 {
		states, values := a.layer(layer)
		others, theirs := b.layer(layer)
		if !slices.Equal(states, others) || !slices.Equal(values, theirs) {
			return fmt.Errorf("layer %d: other states or values:\n%x %d\n%x %d", layer, states, values, others, theirs)
		}
		for first, block := range a.blocks[layer] {
			if len(block.states) != len(b.blocks[layer][first].states) {
				return fmt.Errorf("layer %d: other blocks", layer)
			}
		}
	}
	return nil
}

// aligned tests that each block begins at a multiple of BlockStates.
func (m *memoryStore[S]) aligned() error {
	for layer := range m.blocks {
		states, _ := m.layer(layer)
		for first := range m.blocks[layer] {
			if i, _ := slices.BinarySearchFunc(states, first, games.Compare[S]); i%BlockStates != 0 {
				return fmt.Errorf("layer %d: a Put of states from index %d", layer, i)
			}
		}
	}
	return nil
}

// mustSolve solves a game in a work directory of its own.
func mustSolve[S games.State](t testing.TB, g games.Game[S], p plan) (*Solution, *memoryStore[S]) {
	t.Helper()
	store := &memoryStore[S]{}
	solution, err := solveWith(t.Context(), g, g.(games.Layered[S]), t.TempDir(), p, new(Progress), store)
	if err != nil {
		t.Fatal(err)
	}
	return solution, store
}
