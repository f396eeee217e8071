package job

import (
	"zermelo/games"
	"zermelo/solver/value"
)

// BlockCells is the granularity of a TierStore in cells.
const BlockCells = 1 << 16

// TierStore stores the cells of solved tiers. The pieces of a tier are put in
// any order before the tier is finished. Finished tiers can be read. All
// methods except FinishTier may be called concurrently.
type TierStore interface {
	// PutCells stores the cells of consecutive indexes of a tier. The argument
	// first must be a multiple of BlockCells, as must the number of cells
	// unless the tier ends there. PutCells must not retain its arguments. It
	// may use PutMemory bytes per concurrent call and keep them until
	// ReleaseMemory is called.
	PutCells(tier int, first uint64, cells []value.Cell) error
	// ReleaseMemory releases the memory used by PutCells until the next call of
	// PutCells.
	ReleaseMemory()
	// ReadCells reads the cells of a finished tier into dst, starting with
	// index first. The argument first and, except at the end of the tier,
	// len(dst) must be multiples of BlockCells.
	ReadCells(tier int, first uint64, dst []value.Cell) error
	// FinishTier finishes a tier whose cells have all been put, and stores its
	// counts. When it returns, the tier survives the end of the process, and
	// soon afterwards also a power failure.
	FinishTier(tier int, stats TierStats) error
	// Finished returns the counts of all finished tiers, including those of
	// earlier runs.
	Finished() map[int]TierStats
}

// PutMemory is the maximum memory in bytes that a TierStore uses per concurrent
// PutCells: the size of an encoder with the best compression.
const PutMemory = 36 << 20

// SolvedTier is a tier with its counts.
type SolvedTier struct {
	games.Tier
	TierStats
}

// TierStats counts one tier. Counts are of used indexes, so each class of
// symmetric positions counts once, except for Positions.
type TierStats struct {
	Used, Terminals     int64
	Wins, Losses, Draws int64
	Positions           int64 // including symmetric positions (sum of Weights)
	Moves               int64 // total number of plies from all used indexes
	// WinsIn and LossesIn count wins and losses by remoteness.
	WinsIn, LossesIn []int64
	// Digest is the sum, modulo 2^64, of CellHash over all used indexes.
	Digest uint64
}

// Count adds a used cell.
func (s *TierStats) Count(at games.Slot, c value.Cell) {
	s.Used++
	s.Digest += value.CellHash(at, c)
	switch {
	case c.IsWin():
		s.Wins++
		s.WinsIn = incrementAt(s.WinsIn, c.Remoteness())
	case c.IsLoss():
		s.Losses++
		s.LossesIn = incrementAt(s.LossesIn, c.Remoteness())
	default:
		s.Draws++
	}
}

// incrementAt increments the count at an index and extends counts if necessary.
func incrementAt(counts []int64, at int) []int64 {
	for len(counts) <= at {
		counts = append(counts, 0)
	}
	counts[at]++
	return counts
}

// Merge adds the counts of another worker.
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
