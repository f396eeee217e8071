package games

import "slices"

// Drawing describes a picture of a position, for text and graphics.
type Drawing struct {
	// Width and Height are the number of cells per row and column.
	Width, Height int
	// Grid is the layout of the cells.
	Grid Grid
	// Cells lists the Width*Height cells row by row from the top.
	Cells []Cell
	// Edges holds the owners of the top, bottom, left and right edges as role+1,
	// or 0 for none.
	Edges [4]int
	// Lines joins the centres of two cells each, by index. It is used for boards
	// of points.
	Lines [][2]int
	// Won lists the indexes of the cells of a winning row or chain.
	Won []int
	// Hands lists the pieces in each role's hand.
	Hands [2][]Cell
	// Tracks lists the scores and counters to show next to the board.
	Tracks []Track
	// Columns and Rows are labels, from the left and from the top.
	Columns, Rows []string
	// Notes are lines to show below the board: side to move, scores, counters.
	Notes []string
	// Legend explains the glyphs used, in order of first use.
	Legend []string
}

// Track is a counter with a maximum.
type Track struct {
	Name string `json:"name"`
	// Role is the owner of the counter, or -1.
	Role  int `json:"role"`
	Value int `json:"value"`
	Max   int `json:"most"`
}

// Grid is the layout of a board.
type Grid uint8

// Layouts.
const (
	Squares   Grid = iota // uniform squares
	Chequered             // alternating light and dark squares; the bottom left one is dark
	Hexagons              // each row is shifted right by half a cell
	Holes                 // a panel with a round hole per cell
)

// Kind is the state of a cell.
type Kind uint8

// Kinds of cells.
const (
	Empty   Kind = iota // a free cell
	Piece               // a piece of the role Cell.Role
	Wall                // a cell that can never be entered
	Blocked             // a cell that can no longer be entered
	Mark                // a cell with a special meaning, such as a start cell
)

// Cell is one cell of a Drawing.
type Cell struct {
	Kind Kind
	// Role is the owner of a Piece or a Mark.
	Role int
	// Glyph is the character for text boards, such as 'o'.
	Glyph rune
	// Figure is the shape of a Piece in graphics.
	Figure Figure
	// Count is the number of seeds in a Pit.
	Count int
}

// Figure is the shape of a piece in graphics.
type Figure uint8

// Figures.
const (
	Lettered Figure = iota // a disc with the cell's glyph
	Disc
	Head   // the head of a trail
	Square // a square of chocolate
	Cross
	Ring
	Arrow   // pointing right
	ArrowUp // pointing up
	Pawn    // chess pieces
	Knight
	Bishop
	Rook
	Queen
	King
	Chick // dobutsu shogi pieces; those of role 0 point up
	Hen
	Elephant
	Giraffe
	Lion
	Pit // a pit for seeds

	Figures = iota // number of figures
)

// String returns the name of the figure in lower case.
func (f Figure) String() string {
	return [...]string{
		"lettered", "disc", "head", "square", "cross", "ring", "arrow", "arrow-up", "pawn", "knight", "bishop", "rook", "queen", "king",
		"chick", "hen", "elephant", "giraffe", "lion", "pit",
	}[f]
}

// HasGlyph reports whether the figure shows the cell's glyph.
func (f Figure) HasGlyph() bool { return f == Lettered || f.Points() }

// Points reports whether the figure points in its owner's direction. It is drawn
// upside down for role 1.
func (f Figure) Points() bool { return f >= Chick && f <= Lion }

// WithRow adds to d.Won all rows of at least n pieces of the same role, in any of the
// four directions.
func (d Drawing) WithRow(n int) Drawing {
	for _, step := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {-1, 1}} {
		for i, first := range d.Cells {
			row := []int{i}
			x, y := i%d.Width+step[0], i/d.Width+step[1]
			for ; x >= 0 && x < d.Width && y < d.Height; x, y = x+step[0], y+step[1] {
				if c := d.Cells[y*d.Width+x]; c.Kind != Piece || c.Role != first.Role {
					break
				}
				row = append(row, y*d.Width+x)
			}
			if first.Kind == Piece && len(row) >= n {
				d.Won = append(d.Won, row...)
			}
		}
	}
	slices.Sort(d.Won)
	d.Won = slices.Compact(d.Won)
	return d
}

// WithFigures sets the figure of each role's pieces.
func (d Drawing) WithFigures(figures [2]Figure) Drawing {
	for i, c := range d.Cells {
		if c.Kind == Piece {
			d.Cells[i].Figure = figures[c.Role]
		}
	}
	return d
}
