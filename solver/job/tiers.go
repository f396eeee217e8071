package job

import (
	"zermelo/games"
	"zermelo/solver/value"
)

// BlockCells is the granule of a TierStore, in cells.
const BlockCells = 1 << 16

// TierStore keeps the cells of solved tiers. A tier is put piece by piece in
// any order and then finished; finished tiers can be read. Calls may come from
// several goroutines at once, except FinishTier.
type TierStore interface {
	// PutCells takes the cells of consecutive indexes of a tier. First is a
	// multiple of BlockCells, and so is the number of cells unless the tier
	// ends there. It keeps none of its arguments. It may take PutMemory for each
	// goroutine that calls it at a time, and keep that until ReleaseMemory.
	PutCells(tier int, first uint64, cells []value.Cell) error
	// ReleaseMemory says that the memory for putting cells is needed for something else
	// until some are put again.
	ReleaseMemory()
	// ReadCells fills dst with the cells of a finished tier from index first on.
	// Both are multiples of BlockCells, the last piece excepted.
	ReadCells(tier int, first uint64, dst []value.Cell) error
	// FinishTier says that all of a tier was put, and what was counted there. The
	// tier is safe from the end of the process when it returns, and from a power
	// failure soon after.
	FinishTier(tier int, stats TierStats) error
	// Finished tells which tiers were finished, in this run or before, and
	// what was counted there.
	Finished() map[int]TierStats
}

// PutMemory is what a TierStore may take for each goroutine that puts cells, in
// bytes: what an encoder of the best compression takes.
const PutMemory = 36 << 20

// SolvedTier is a tier with what was counted there.
type SolvedTier struct {
	games.Tier
	TierStats
}

// TierStats counts one tier. Counts are of indexes that are used, so each class
// of symmetric positions counts once, except where said.
type TierStats struct {
	Used, Terminals     int64
	Wins, Losses, Draws int64
	Positions           int64 // symmetric ones counted each (sum of Weights)
	Moves               int64 // plies from all used indexes, each counted
	// WinsIn and LossesIn count by remoteness.
	WinsIn, LossesIn []int64
	// Digest is the sum, modulo 2^64, of CellHash over all used indexes.
	Digest uint64
}

// Count adds a cell that is used.
func (s *TierStats) Count(at games.Slot, c value.Cell) {
	s.Used++
	s.Digest += value.CellHash(at, c)
	switch {
	case c.IsWin():
		s.Wins++
		s.WinsIn = countAt(s.WinsIn, c.Remoteness())
	case c.IsLoss():
		s.Losses++
		s.LossesIn = countAt(s.LossesIn, c.Remoteness())
	default:
		s.Draws++
	}
}

// countAt counts one more at a place.
func countAt(counts []int64, at int) []int64 {
	for len(counts) <= at {
		counts = append(counts, 0)
	}
	counts[at]++
	return counts
}

// Merge adds what another worker counted.
func (s *TierStats) Merge(o *TierStats) {
	s.Used += o.Used
	s.Terminals += o.Terminals
	s.Positions += o.Positions
	s.Moves += o.Moves
	s.Digest += o.Digest
	s.Wins += o.Wins
	s.Losses += o.Losses
	s.Draws += o.Draws
	s.WinsIn = addCounts(s.WinsIn, o.WinsIn)
	s.LossesIn = addCounts(s.LossesIn, o.LossesIn)
}

func addCounts(a, b []int64) []int64 {
	if len(a) < len(b) {
		a, b = b, a
	}
	for i, n := range b {
		a[i] += n
	}
	return a
}
