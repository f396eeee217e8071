package draw

import (
	"slices"

	"zermelo/games"
)

// Rows is the name of the option that says which way a board's rows are drawn.
const Rows = "rows"

const rowsUp, rowsDown = "up", "down"

// RowsOption is the option of sheets with a board: which way its rows are drawn.
// The default is what the sheet tells. It is false if there is no board.
func (p *Painter) RowsOption() (games.Option, bool) {
	if p.board == nil {
		return games.Option{}, false
	}
	values := []string{rowsUp, rowsDown}
	if p.board.down {
		slices.Reverse(values)
	}
	o := games.Enum(Rows, "whether rows are drawn from the bottom up or from the top down", values...)
	o.Drawn = true
	return o, true
}

// SetRows draws the rows as a value of the option says. There must be a board.
func (p *Painter) SetRows(value string) { p.board.down = value == rowsDown }
