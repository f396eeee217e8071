package value

import "zermelo/games"

// Cell is the value of the position at an index of a tier, as seen by the player to
// move. It has two bits of outcome and 14 bits of remoteness in plies. Wins are as
// short and losses as long as possible. Draws, whether by the rules or by endless
// play, have no remoteness.
type Cell uint16

// Outcomes of a cell, stored in its low two bits.
const (
	Unused Cell = iota // no position has this index
	Draw
	lossCell
	winCell
)

// MaxCellRemoteness is the maximum length of a win or loss in plies.
const MaxCellRemoteness = 1<<14 - 1

// Loss returns a loss in the given number of plies.
func Loss(remoteness int) Cell { return lossCell | Cell(remoteness)<<2 }

// Win returns a win in the given number of plies.
func Win(remoteness int) Cell { return winCell | Cell(remoteness)<<2 }

// IsLoss reports whether the player to move loses.
func (c Cell) IsLoss() bool { return c&3 == lossCell }

// IsWin reports whether the player to move wins.
func (c Cell) IsWin() bool { return c&3 == winCell }

// Remoteness returns the number of plies to the end of a win or a loss.
func (c Cell) Remoteness() int { return int(c >> 2) }

// Value returns the Value of c if role mover is to move. Draws are Unmeasured.
func (c Cell) Value(info *games.Info, mover int) Value {
	best := info.Total
	if n := len(info.Payoffs); n > 0 {
		best = info.Payoffs[n-1]
	}
	switch {
	case c.IsWin() && mover == 0, c.IsLoss() && mover == 1:
		return Measured(int16(best), c.Remoteness())
	case c.IsWin(), c.IsLoss():
		return Measured(int16(info.Total-best), c.Remoteness())
	}
	return Unmeasured(int16(info.Draw()))
}
