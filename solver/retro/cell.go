package retro

import "zermelo/solver/value"

// While a tier is being solved its cells hold more than values:
//
//   - A position of which nothing is known is open: the number of its
//     children that are not yet known as wins of the opponent, and above it in
//     how many plies it is lost if it has to move to a lower tier, in the bits
//     of the remoteness of a cell that is otherwise unused. When the number is
//     0 the position is lost, as late as either allows.
//   - safe is a position that has a draw among its children, so that it cannot
//     be lost any more.
//   - A win in more plies than the present round is provisional: the position
//     has a lost child in a lower tier, and may still find one nearer by. So
//     is a loss whose children are all in lower tiers, except that it stays.
//
// So two bytes an index do, without a counter beside them.
const safe = value.Draw | 1<<2

// open is an undecided position with n children that count, 1 to maxOpen, and
// a loss through lower tiers in the given number of plies, 0 to maxLate.
func open(n, late int) value.Cell { return value.Cell(late<<8|n) << 2 }

const (
	maxOpen = 1<<8 - 1
	maxLate = 1<<6 - 1
)

// children is the number of children of an open cell that count.
func children(c value.Cell) int { return int(c>>2) & maxOpen }

// late is in how many plies an open cell is lost through lower tiers.
func late(c value.Cell) int { return int(c >> 10) }

// isOpen reports whether a used cell is undecided and may still be lost.
func isOpen(c value.Cell) bool { return c&3 == value.Unused }

// improves reports whether a win in the given number of plies is news for a
// cell.
func improves(c value.Cell, win int) bool {
	switch {
	case c.IsWin():
		return c.Remoteness() > win
	case c.IsLoss():
		return false
	}
	return c != value.Unused && c != value.Draw
}

// finalCell is the value of a cell when no more positions are decided: what is
// left is drawn by endless play.
func finalCell(c value.Cell) value.Cell {
	if c&3 <= value.Draw && c != value.Unused {
		return value.Draw
	}
	return c
}
