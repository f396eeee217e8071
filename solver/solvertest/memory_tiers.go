package solvertest

import (
	"fmt"
	"maps"
	"slices"
	"sync"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// Clone returns an independent copy of the store.
func (m *MemoryTiers) Clone() *MemoryTiers {
	m.mu.Lock()
	defer m.mu.Unlock()
	c := NewMemoryTiers(m.Tiers)
	maps.Copy(c.Stats, m.Stats)
	for tier, cells := range m.Cells {
		c.Cells[tier] = slices.Clone(cells)
	}
	return c
}

// MemoryTiers is a job.TierStore in memory.
type MemoryTiers struct {
	mu    sync.Mutex
	Tiers []games.Tier
	Cells map[int][]value.Cell
	Stats map[int]job.TierStats
}

func NewMemoryTiers(tiers []games.Tier) *MemoryTiers {
	return &MemoryTiers{Tiers: tiers, Cells: map[int][]value.Cell{}, Stats: map[int]job.TierStats{}}
}

func (m *MemoryTiers) PutCells(tier int, first uint64, cells []value.Cell) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	size := m.Tiers[tier].Size
	if end := first + uint64(len(cells)); first%job.BlockCells != 0 || end%job.BlockCells != 0 && end != size {
		return fmt.Errorf("cells %d to %d of %d are not aligned", first, end, size)
	}
	if m.Cells[tier] == nil {
		m.Cells[tier] = make([]value.Cell, size)
	}
	copy(m.Cells[tier][first:], cells)
	return nil
}

func (m *MemoryTiers) ReadCells(tier int, first uint64, dst []value.Cell) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.Stats[tier]; !ok {
		return fmt.Errorf("tier %d: ReadCells before FinishTier", tier)
	}
	copy(dst, m.Cells[tier][first:])
	return nil
}

func (m *MemoryTiers) ReleaseMemory() {}

func (m *MemoryTiers) FinishTier(tier int, stats job.TierStats) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Stats[tier] = stats
	return nil
}

func (m *MemoryTiers) Finished() map[int]job.TierStats {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.Stats)
}
