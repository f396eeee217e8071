package retro

import "zermelo/solver/value"

// While a tier is being solved, its two-byte cells have additional values:
//
//   - An undecided position is open. In place of the remoteness, its cell contains the number
//     of children not yet known to be wins of the opponent, and the number of plies of the
//     loss through lower tiers. When no such child is left, the position is lost in that many
//     plies or in one more than the current round, whichever is greater.
//   - A position with a drawn child is safe: it can no longer be lost.
//   - A win in more plies than the current round is provisional. The position has a
//     lost child in a lower tier, and a faster win may still be found. A loss whose
//     children are all in lower tiers is stored in the same way, but is final.
const safe = value.Draw | 1<<2

// open returns the cell of an undecided position with n relevant children (1 to
// maxOpen). If the position is lost, the loss takes at least late plies (0 to
// maxLate) because of its children in lower tiers.
func open(n, late int) value.Cell { return value.Cell(late<<8|n) << 2 }

const (
	maxOpen = 1<<8 - 1
	maxLate = 1<<6 - 1
)

// children returns the number of relevant children of an open cell.
func children(c value.Cell) int { return int(c>>2) & maxOpen }

// late returns the minimum number of plies in which an open cell can be lost; see
// open.
func late(c value.Cell) int { return int(c >> 10) }

// isOpen reports whether a position is undecided and can still be lost. It also
// returns true for unused cells.
func isOpen(c value.Cell) bool { return c&3 == value.Unused }

// improves reports whether a win in the given number of plies is better than c.
func improves(c value.Cell, win int) bool {
	switch {
	case c.IsWin():
		return c.Remoteness() > win
	case c.IsLoss():
		return false
	}
	return c != value.Unused && c != value.Draw
}

// finalCell returns the final value of a cell. Undecided positions are draws.
func finalCell(c value.Cell) value.Cell {
	if c&3 <= value.Draw && c != value.Unused {
		return value.Draw
	}
	return c
}
