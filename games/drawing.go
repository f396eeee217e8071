package games

import "slices"

// Drawing describes a picture of a position, for text and graphics.
type Drawing struct {
	Width, Height int
	Grid          Grid
	// Cells lists the Width*Height cells row by row from the top.
	Cells []Cell
	// Edges holds the owner's role+1 for the top, bottom, left and right edges, or 0.
	Edges [4]int
	// Lines lists pairs of cell indexes. A line joins the centres of each pair.
	Lines [][2]int
	// Won lists the indexes of the cells in a winning row or chain.
	Won []int
	// Hands lists the pieces in each role's hand.
	Hands [2][]Cell
	// Tracks lists the counters to show next to the board.
	Tracks []Track
	// Columns and Rows hold the labels, from the left and from the top.
	Columns, Rows []string
	// Notes holds the lines to show below the board, such as the side to move.
	Notes []string
	// Legend explains the glyphs.
	Legend []string
}

// AppendChanged appends to dst the indexes of the cells that differ from those of other.
// If the boards have different sizes, it appends nothing.
func (d *Drawing) AppendChanged(dst []int, other Drawing) []int {
	if d.Width != other.Width || len(d.Cells) != len(other.Cells) {
		return dst
	}
	for i, c := range d.Cells {
		if c != other.Cells[i] {
			dst = append(dst, i)
		}
	}
	return dst
}

// Track is a counter with a maximum, shown next to the board.
type Track struct {
	Name  string `json:"name"`
	Role  int    `json:"role"` // the owner, or -1
	Value int    `json:"value"`
	Max   int    `json:"most"`
}

// Grid is the layout of a board.
type Grid uint8

const (
	Squares   Grid = iota // uniform squares
	Chequered             // alternating light and dark squares; the bottom left square is dark
	Hexagons              // each row is shifted right by half a cell
	Holes                 // a panel with a round hole for each cell
)

// Kind is the type of a cell.
type Kind uint8

const (
	Empty   Kind = iota // a free cell
	Piece               // a piece of the role Cell.Role
	Wall                // a cell that can never be entered
	Blocked             // a cell that can no longer be entered
	Mark                // a cell with a special meaning, such as a start cell
)

// Cell is one cell of a Drawing.
type Cell struct {
	Kind   Kind
	Role   int    // the owner of a Piece or a Mark
	Glyph  rune   // for text boards
	Figure Figure // shape of a Piece in graphics
	Count  int    // seeds in a Pit, or width of a Slab in percent of the cell
	Label  string // one or two characters that replace Glyph in graphics; may be empty
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
	Pit  // a pit for seeds
	Slab // a bar of any width, such as a disk of a tower; it must be the last figure
)

// String returns the name of the figure in lower case.
func (f Figure) String() string {
	return [...]string{
		"lettered", "disc", "head", "square", "cross", "ring", "arrow", "arrow-up", "pawn", "knight", "bishop", "rook", "queen", "king",
		"chick", "hen", "elephant", "giraffe", "lion", "pit", "slab",
	}[f]
}

// HasGlyph reports whether the figure shows the cell's glyph.
func (f Figure) HasGlyph() bool { return f == Lettered || f == Slab || f.Points() }

// IsChess reports whether the figure is a chess piece.
func (f Figure) IsChess() bool { return f >= Pawn && f <= King }

// Points reports whether the figure points towards the opponent. Such a figure is
// drawn upside down for role 1.
func (f Figure) Points() bool { return f >= Chick && f <= Lion }

// WithRow returns d with the cells of winning rows added to Won. A winning row
// consists of at least n adjacent pieces of one role, in any of the four directions.
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

// WithFigures returns d with the given figure for each role's pieces.
func (d Drawing) WithFigures(figures [2]Figure) Drawing {
	for i, c := range d.Cells {
		if c.Kind == Piece {
			d.Cells[i].Figure = figures[c.Role]
		}
	}
	return d
}
