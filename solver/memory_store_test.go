package solver

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"zermelo/games"
)

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
