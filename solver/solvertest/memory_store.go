package solvertest

import (
	"fmt"
	"slices"
	"sync"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// MemoryStore is a job.Store in memory. It checks the arguments of Put.
type MemoryStore[S games.State] struct {
	mu     sync.Mutex
	Blocks map[int]map[S]memoryBlock[S] // keyed by layer and first state
	Synced *MemoryStore[S]              // copy made at the last Sync if Crash is set
	Crash  bool                         // whether Sync updates Synced
	Puts   []int                        // layer of each Put, in order
	Syncs  int
	// Before and BeforeSync, if not nil, are called by Put and Sync with the
	// number of previous calls. An error is returned to the caller of Put or
	// Sync.
	Before     func(puts int) error
	BeforeSync func(syncs int) error
}

type memoryBlock[S games.State] struct {
	States []S
	Values []value.Value
}

func (m *MemoryStore[S]) Put(layer int, states []S, values []value.Value) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.Before != nil {
		if err := m.Before(len(m.Puts)); err != nil {
			return err
		}
	}
	m.Puts = append(m.Puts, layer)
	if len(states) == 0 || len(states) != len(values) {
		return fmt.Errorf("Put: %d states and %d values", len(states), len(values))
	}
	for i := range states[1:] {
		if !games.Less(states[i], states[i+1]) {
			return fmt.Errorf("Put: states %x and %x are not in order", states[i], states[i+1])
		}
	}
	if m.Blocks == nil {
		m.Blocks = map[int]map[S]memoryBlock[S]{}
	}
	if m.Blocks[layer] == nil {
		m.Blocks[layer] = map[S]memoryBlock[S]{}
	}
	m.Blocks[layer][states[0]] = memoryBlock[S]{slices.Clone(states), slices.Clone(values)}
	return nil
}

func (m *MemoryStore[S]) Sync() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.BeforeSync != nil {
		if err := m.BeforeSync(m.Syncs); err != nil {
			return err
		}
	}
	m.Syncs++
	if m.Crash {
		m.Synced = m.Clone()
	}
	return nil
}

// Clone returns an independent copy of the store.
func (m *MemoryStore[S]) Clone() *MemoryStore[S] {
	c := &MemoryStore[S]{Blocks: map[int]map[S]memoryBlock[S]{}}
	for layer, blocks := range m.Blocks {
		c.Blocks[layer] = map[S]memoryBlock[S]{}
		for first, b := range blocks {
			c.Blocks[layer][first] = b
		}
	}
	return c
}

// Layer returns all states of a layer and their values.
func (m *MemoryStore[S]) Layer(layer int) (states []S, values []value.Value) {
	var blocks []memoryBlock[S]
	for _, b := range m.Blocks[layer] {
		blocks = append(blocks, b)
	}
	slices.SortFunc(blocks, func(a, b memoryBlock[S]) int { return games.Compare(a.States[0], b.States[0]) })
	for _, b := range blocks {
		states, values = append(states, b.States...), append(values, b.Values...)
	}
	return states, values
}

func (m *MemoryStore[S]) LastLayer() int {
	last := 0
	for layer := range m.Blocks {
		last = max(last, layer)
	}
	return last
}

// Aligned returns an error if some block does not start at a multiple of
// job.BlockStates.
func (m *MemoryStore[S]) Aligned() error {
	for layer := range m.Blocks {
		states, _ := m.Layer(layer)
		for first := range m.Blocks[layer] {
			if i, _ := slices.BinarySearchFunc(states, first, games.Compare[S]); i%job.BlockStates != 0 {
				return fmt.Errorf("layer %d: Put starts at index %d", layer, i)
			}
		}
	}
	return nil
}
