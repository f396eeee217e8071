package solver

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
const safe = Draw | 1<<2

// open is an undecided position with n children that count, 1 to maxOpen, and
// a loss through lower tiers in the given number of plies, 0 to maxLate.
func open(n, late int) Cell { return Cell(late<<8|n) << 2 }

const (
	maxOpen = 1<<8 - 1
	maxLate = 1<<6 - 1
)

// children is the number of children of an open cell that count.
func (c Cell) children() int { return int(c>>2) & maxOpen }

// late is in how many plies an open cell is lost through lower tiers.
func (c Cell) late() int { return int(c >> 10) }

// isOpen reports whether a used cell is undecided and may still be lost.
func (c Cell) isOpen() bool { return c&3 == Unused }

// improves reports whether a win in the given number of plies is news for a
// cell.
func (c Cell) improves(win int) bool {
	switch c & 3 {
	case winCell:
		return c.Remoteness() > win
	case lossCell:
		return false
	}
	return c != Unused && c != Draw
}

// settled is the value of a cell when no more positions are decided: what is
// left is drawn by endless play.
func (c Cell) settled() Cell {
	if c&3 <= Draw && c != Unused {
		return Draw
	}
	return c
}
