package solver

// While a tier is being solved its cells hold more than values:
//
//   - A position of which nothing is known is open: the number of its
//     children that are not yet known as wins of the opponent, in the bits of
//     the remoteness of a cell that is otherwise unused. At 0 it is lost.
//   - safe is a position that has a draw among its children, so that it cannot
//     be lost any more.
//   - A win in more plies than the present round is provisional: the position
//     has a lost child in a lower tier, and may still find one nearer by. So
//     is a loss whose children are all in lower tiers, except that it stays.
//
// So two bytes an index do, without a counter beside them.
const safe = Draw | 1<<2

// open is an undecided position with n children that count, at least 1.
func open(n int) Cell { return Cell(n) << 2 }

// isOpen reports whether a used cell is undecided and may still be lost.
func (c Cell) isOpen() bool { return c&3 == Unused }

// maxOpen is how many children an open cell can count.
const maxOpen = 1<<14 - 1

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
