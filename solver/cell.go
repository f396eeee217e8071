package solver

import "zermelo/games"

// Cell is the value of one index of a tier, for the player to move: two bits of
// outcome and 14 of remoteness, in plies. Wins are as short and losses as long
// as they can be made; a draw, by the rules or by endless play, has no
// remoteness.
type Cell uint16

// The outcomes of a cell.
const (
	Unused Cell = iota // no position has this index
	Draw
	lossCell
	winCell
)

// MaxCellRemoteness is the longest win or loss that a cell can hold, in plies.
const MaxCellRemoteness = 1<<14 - 1

// Loss is a loss in the given number of plies.
func Loss(remoteness int) Cell { return lossCell | Cell(remoteness)<<2 }

// Win is a win in the given number of plies.
func Win(remoteness int) Cell { return winCell | Cell(remoteness)<<2 }

// IsLoss reports whether the player to move loses.
func (c Cell) IsLoss() bool { return c&3 == lossCell }

// IsWin reports whether the player to move wins.
func (c Cell) IsWin() bool { return c&3 == winCell }

// Remoteness is the number of plies to the end of a win or a loss.
func (c Cell) Remoteness() int { return int(c >> 2) }

// Value is what a cell says where role mover is to move, as the roles see it.
// Draws are Unmeasured.
func (c Cell) Value(info *games.Info, mover int) Value {
	best := info.Total
	if n := len(info.Payoffs); n > 0 {
		best = info.Payoffs[n-1]
	}
	switch {
	case c.IsWin() && mover == 0, c.IsLoss() && mover == 1:
		return alternating(int16(best), c.Remoteness())
	case c.IsWin(), c.IsLoss():
		return alternating(int16(info.Total-best), c.Remoteness())
	}
	return Unmeasured(int16(info.Total / 2))
}

// BlockCells is the granule of a TierStore, in cells.
const BlockCells = 1 << 16

// TierStore keeps the cells of solved tiers. A tier is put piece by piece in
// any order and then finished; finished tiers can be read. Calls may come from
// several goroutines at once, except FinishTier.
type TierStore interface {
	// PutCells takes the cells of consecutive indexes of a tier. First is a
	// multiple of BlockCells, and so is the number of cells unless the tier
	// ends there. It keeps none of its arguments. It may take PutMemory for each
	// goroutine that calls it at a time, and keep that until Rest.
	PutCells(tier int, first uint64, cells []Cell) error
	// Rest says that the memory for putting cells is needed for something else
	// until some are put again.
	Rest()
	// ReadCells fills dst with the cells of a finished tier from index first on.
	// Both are multiples of BlockCells, the last piece excepted.
	ReadCells(tier int, first uint64, dst []Cell) error
	// FinishTier says that all of a tier was put, and what was counted there. The
	// tier is safe from the end of the process when it returns, and from a power
	// failure soon after.
	FinishTier(tier int, stats TierStats) error
	// Finished tells which tiers were finished, in this sitting or before, and
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
