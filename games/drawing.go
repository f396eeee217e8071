package games

import "slices"

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
	// Won lists the cells that have won, as a row or a chain, by index.
	Won []int
	// Hands are the pieces that each role holds beside the board, by role.
	Hands [2][]Cell
	// Tracks are scores and counters, to be shown beside the board.
	Tracks []Track
	// Columns and Rows label the board's edges from the left and from the top.
	Columns, Rows []string
	// Notes are lines below the board: side to move, scores, counters.
	Notes []string
	// Legend explains the glyphs that occur, in order of first use.
	Legend []string
}

// Track is a number that goes up to a highest one.
type Track struct {
	Name string `json:"name"`
	// Role is whose number it is, or -1 if it is nobody's.
	Role  int `json:"role"`
	Value int `json:"value"`
	Most  int `json:"most"`
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
	// Role is the owner of a Piece or a Mark, 0 or more.
	Role int
	// Glyph is one character for text boards, as in 'o'.
	Glyph rune
	// Figure is what a Piece looks like in pictures.
	Figure Figure
	// Count is how many seeds are in a Pit.
	Count int
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
	Pit // for seeds

	Figures = iota // how many there are
)

// String is the figure's name in small letters.
func (f Figure) String() string {
	return [...]string{
		"lettered", "disc", "head", "square", "cross", "ring", "arrow", "arrow-up", "pawn", "knight", "bishop", "rook", "queen", "king",
		"chick", "hen", "elephant", "giraffe", "lion", "pit",
	}[f]
}

// HasGlyph reports whether the figure has the cell's glyph on it.
func (f Figure) HasGlyph() bool { return f == Lettered || f.Points() }

// Points reports whether the figure points to where its owner goes: it is upside down for
// role 1.
func (f Figure) Points() bool { return f >= Chick && f <= Lion }

// WithRow marks the rows of at least n pieces of one role as those that have won.
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

// WithFigures gives the pieces of both roles a figure.
func (d Drawing) WithFigures(figures [2]Figure) Drawing {
	for i, c := range d.Cells {
		if c.Kind == Piece {
			d.Cells[i].Figure = figures[c.Role]
		}
	}
	return d
}
