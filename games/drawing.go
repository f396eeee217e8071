package games

// Drawing is a position ready to be drawn, as text or as a picture.
type Drawing struct {
	// Width and Height are in cells.
	Width, Height int
	// Grid says how the cells lie and look.
	Grid Grid
	// Cells lists the board row by row from the top, Width*Height in all.
	Cells []Cell
	// Edges are the roles to whom the top, the bottom, the left and the right of the
	// board belong, 1 for role 0; all 0 in games where edges belong to nobody.
	Edges [4]int
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
	Holes                 // a panel with a round hole for each cell
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
	// Figure is what a Piece looks like in pictures.
	Figure Figure
}

// Figure is the shape of a piece in pictures.
type Figure uint8

// The figures.
const (
	Lettered Figure = iota // a disc with the cell's glyph on it
	Disc                   // one of many alike
	Head                   // of a trail
	Square                 // of chocolate
	Cross
	Ring
	Arrow   // to the right
	ArrowUp // upwards
	Pawn    // of chess, as the next five
	Knight
	Bishop
	Rook
	Queen
	King
	Chick // of dobutsu shogi, as the next four; those of role 0 point up
	Hen
	Elephant
	Giraffe
	Lion

	Figures = iota // how many there are
)

// String is the figure's name in small letters.
func (f Figure) String() string {
	return [...]string{
		"lettered", "disc", "head", "square", "cross", "ring", "arrow", "arrow-up", "pawn", "knight", "bishop", "rook", "queen", "king",
		"chick", "hen", "elephant", "giraffe", "lion",
	}[f]
}

// HasGlyph reports whether the figure has the cell's glyph on it.
func (f Figure) HasGlyph() bool { return f == Lettered || f.Points() }

// Points reports whether the figure points to where its owner goes: it is upside down for
// role 1.
func (f Figure) Points() bool { return f >= Chick }

// WithFigures gives the pieces of both roles a figure.
func (d Drawing) WithFigures(figures [2]Figure) Drawing {
	for i, c := range d.Cells {
		if c.Kind == Piece {
			d.Cells[i].Figure = figures[c.Role]
		}
	}
	return d
}
