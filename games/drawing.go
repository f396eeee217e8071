package games

// Drawing is a position ready to be drawn, as text or as a picture.
type Drawing struct {
	// Width and Height are in cells.
	Width, Height int
	// Grid says how the cells lie and look.
	Grid Grid
	// Cells lists the board row by row from the top, Width*Height in all.
	Cells []Cell
	// Lines join the middles of two cells each, by index, on a board of points
	// with lines between them that no cells stand for.
	Lines [][2]int
	// Columns and Rows label the board's edges from the left and from the top.
	Columns, Rows []string
	// Notes are lines below the board: side to move, scores, counters.
	Notes []string
	// Legend explains the glyphs that occur, in order of first use.
	Legend []string
}

// Grid is a pattern of cells.
type Grid uint8

// The grids.
const (
	Squares   Grid = iota // all alike
	Chequered             // squares alternately light and dark; the one at the bottom left is dark
	Hexagons              // each row lies half a cell further right than the one above
)

// Kind says what a cell looks like.
type Kind uint8

// The kinds of cell.
const (
	Empty   Kind = iota // a free cell
	Piece               // a piece of the role Cell.Role
	Wall                // a cell that can never be entered
	Blocked             // a cell that can no longer be entered
	Mark                // a cell with a meaning of its own, such as a start cell
)

// Cell is one cell of a Drawing.
type Cell struct {
	Kind Kind
	// Role is the owner, 0 or 1, of a Piece or a Mark.
	Role int
	// Glyph is one character for text boards, as in 'o'.
	Glyph rune
}
