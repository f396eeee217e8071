package job

import (
	"zermelo/games"
	"zermelo/solver/value"
)

// BlockCells is the alignment, in cells, of the arguments of TierStore methods.
const BlockCells = 1 << 16

// TierStore stores the cells of solved tiers. The cells of a tier are put in pieces, in
// any order, before FinishTier is called. Only finished tiers can be read. All methods
// except FinishTier may be called concurrently.
type TierStore interface {
	// PutCells stores the cells of consecutive indexes of a tier, starting with
	// index first. Both first and len(cells) must be multiples of BlockCells,
	// except that the last piece of a tier may be shorter. PutCells must not
	// retain its arguments. Each concurrent call may use PutMemory bytes and
	// keep them until ReleaseMemory is called.
	PutCells(tier int, first uint64, cells []value.Cell) error
	// ReleaseMemory releases the memory retained by PutCells.
	ReleaseMemory()
	// ReadCells reads the cells of a finished tier into dst, starting with index
	// first. Both first and len(dst) must be multiples of BlockCells, unless dst
	// extends to the end of the tier.
	ReadCells(tier int, first uint64, dst []value.Cell) error
	// FinishTier marks a tier as finished, after all of its cells have been put,
	// and stores its statistics. When FinishTier returns, the tier survives a
	// crash of the process, but possibly not yet a power failure.
	FinishTier(tier int, stats TierStats) error
	// Finished returns the statistics of all finished tiers, including those
	// finished by earlier runs.
	Finished() map[int]TierStats
}

// PutMemory is the maximum memory in bytes that a TierStore uses per concurrent
// PutCells call. It is the size of an encoder at the best compression level.
const PutMemory = 36 << 20

// SolvedTier is a tier and its statistics.
type SolvedTier struct {
	games.Tier
	TierStats
}

// TierStats contains the statistics of one tier. Each class of symmetric
// positions has one used index and counts once, except in Positions.
type TierStats struct {
	Used, Terminals     int64
	Wins, Losses, Draws int64
	Positions           int64   // number of positions, including symmetric ones (sum of Weights)
	Moves               int64   // total number of moves at all used indexes
	WinsIn, LossesIn    []int64 // numbers of wins and losses by remoteness
	Digest              uint64  // sum modulo 2^64 of CellHash over all used indexes
}

// Count adds a used cell to the statistics.
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

func incrementAt(counts []int64, at int) []int64 {
	for len(counts) <= at {
		counts = append(counts, 0)
	}
	counts[at]++
	return counts
}

// Merge adds the statistics collected by another worker.
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
